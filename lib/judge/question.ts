import { z } from "zod";
import type { JudgedText } from "./scene/judged-text";
import type { JudgeScene } from "./scene/scene";

/** One thing to ask a question about. `turn` is where its finding stands. */
export interface JudgeCandidate {
  readonly turn: number;
  readonly texts: readonly JudgedText[];
}

export const quoteSchema = z.object({
  text: z.string().max(20).describe("the id of the text that the quote is from"),
  quote: z.string().max(2_000).describe("words of that text, copied character by character"),
});
export type GivenQuote = z.output<typeof quoteSchema>;

/** What every answer says. A question may ask for more fields. */
export const ANSWER_FIELDS = {
  ticket: z.string().max(40).describe("the ticket of this question"),
  reason: z.string().max(600).describe("one sentence for a reader who does not see the texts"),
  quotes: z.array(quoteSchema).max(20).describe("the words that the verdict rests on"),
};

export interface VerdictRule {
  /** What it means, for the prompt. */
  readonly means: string;
  /** The roles that at least one quote each must be from. */
  readonly quotes: readonly string[];
  /** It says that something is wrong, and becomes a finding of this severity. */
  readonly fault?: "note" | "warning";
}

/** The fields that a question asks for beyond the common ones. */
export type MoreFields = Readonly<Record<string, z.ZodType>>;

export interface ModelAnswer {
  readonly verdict: string;
  readonly reason: string;
  readonly quotes: readonly GivenQuote[];
  /** The question's own fields. */
  readonly more: Readonly<Record<string, unknown>>;
}

/** A question of meaning. Each has a folder with its prompt, its candidates and its labelled cases. */
export interface Question {
  readonly id: string;
  /** Raise it with every change of the prompt: older answers then no longer count. */
  readonly version: number;
  /** What its findings are called. */
  readonly title: string;
  readonly prompt: string;
  readonly verdicts: Readonly<Record<string, VerdictRule>>;
  readonly more?: MoreFields;
  /** Further quotes in the question's own fields, which must stand in the texts too. */
  readonly furtherQuotes?: (answer: ModelAnswer) => readonly GivenQuote[];
  /** Whether the fields agree with each other; an answer that contradicts itself is none. */
  readonly isConsistent?: (answer: ModelAnswer) => boolean;
  /** The sentence of a finding; without it, the reason that the answer gives. */
  readonly sentence?: (answer: ModelAnswer) => string;
  /** In the order of their importance. Structure alone decides what is a candidate. */
  readonly candidates: (scene: JudgeScene) => readonly JudgeCandidate[];
}

/** The verdict of a model that cannot tell. Nothing is concluded from it. */
export const UNSURE = "unclear";

export function answerSchema({ verdicts, more = {} }: Question) {
  return z.object({
    ...ANSWER_FIELDS,
    verdict: z.enum([UNSURE, ...Object.keys(verdicts)]),
    ...more,
  });
}

export function defineQuestion(question: Question): Question {
  return question;
}
