import type { AskModel, TokensUsed } from "./client";
import { ANSWER_TOKENS_MAX } from "./client";
import type { Prompt } from "./prompt";
import { writePrompt } from "./prompt";
import type { JudgeCandidate, Question } from "./question";
import type { FoundQuote } from "./quotes";
import type { Unanswered } from "./read-answer";
import { readAnswer } from "./read-answer";

/** What became of one question, as it is kept under the hash of its prompt. */
export interface JudgeRecord {
  readonly hash: string;
  readonly question: string;
  readonly version: number;
  readonly model: string;
  readonly turn: number;
  /** `null` where the question is unanswered; `why` then says why. */
  readonly verdict: string | null;
  readonly why: Unanswered | null;
  /** The finding's sentence, or what exactly went wrong with the answer. */
  readonly sentence: string;
  readonly severity: "note" | "warning" | null;
  readonly quotes: readonly FoundQuote[];
  readonly more: Readonly<Record<string, unknown>>;
  readonly tokens: TokensUsed;
}

/** Where answers are kept, and what may be spent. The caller stores it. */
export interface JudgeStore {
  /** An answer, or a failure that asking again would not cure. */
  known(hash: string): Promise<JudgeRecord | null>;
  keep(record: JudgeRecord): Promise<void>;
  /** Takes one call and so many tokens from the day's budget; false when they are not left. */
  reserve(tokens: number): Promise<boolean>;
  /** Corrects a reservation to what was really used. */
  settle(reserved: number, used: number): Promise<void>;
}

export type Asked =
  | {
      readonly is: "told";
      readonly record: JudgeRecord;
      readonly asked: boolean;
      readonly retryInMs: number | null;
    }
  | { readonly is: "budget spent" };

/** What passes by itself. */
export const PASSING: ReadonlySet<Unanswered> = new Set([
  "time-out",
  "rate limit",
  "unreachable",
  "server error",
]);
/** What another try may cure, of itself or with other settings. Everything else is not asked again. */
export const CURABLE: ReadonlySet<Unanswered> = new Set([...PASSING, "denied", "rejected"]);

/** Characters a token has at least, for what is reserved before the service says what it counted. */
const CHARS_PER_TOKEN = 3;

/**
 * Asks one question, unless its answer is kept.
 * @param candidate its texts are masked and cut already
 */
export async function askQuestion(
  question: Question,
  candidate: JudgeCandidate,
  { model, ask, store }: { readonly model: string; readonly ask: AskModel; readonly store: JudgeStore },
): Promise<Asked> {
  const prompt = writePrompt(question, model, candidate.texts);
  const known = await store.known(prompt.hash);
  if (known !== null) {
    const record = placeRecord(candidate, known);
    await store.keep(record);
    return { is: "told", record, asked: false, retryInMs: null };
  }
  const reserved = estimateReservation(prompt);
  if (!(await store.reserve(reserved))) return { is: "budget spent" };
  const reply = await ask(prompt);
  const used = reply.tokens.input + reply.tokens.output;
  // A service that reports no usage is taken at the estimate.
  await store.settle(reserved, reply.is === "reply" && used === 0 ? reserved : used);
  const record = makeJudged(question, candidate, { model, prompt, reply });
  await store.keep(record);
  return { is: "told", record, asked: true, retryInMs: reply.is === "none" ? reply.retryInMs : null };
}

/** The same texts may stand in other blocks and turns: in another session, or after the session grew. */
function placeRecord({ turn, texts }: JudgeCandidate, known: JudgeRecord): JudgeRecord {
  const quotes = known.quotes.map((quote) => {
    const { block, turn: of } = texts.find(({ id }) => id === quote.text) ?? quote;
    return { ...quote, block, turn: of };
  });
  return { ...known, turn, quotes };
}

function estimateReservation({ system, user }: Prompt): number {
  return Math.ceil((system.length + user.length) / CHARS_PER_TOKEN) + ANSWER_TOKENS_MAX;
}

function makeJudged(
  question: Question,
  { texts, turn }: JudgeCandidate,
  {
    model,
    prompt,
    reply,
  }: { readonly model: string; readonly prompt: Prompt; readonly reply: Awaited<ReturnType<AskModel>> },
): JudgeRecord {
  const { id, version, verdicts, sentence } = question;
  const base = { hash: prompt.hash, question: id, version, model, turn, tokens: reply.tokens };
  const read = reply.is === "none" ? reply : readAnswer(question, prompt, texts, reply.text);
  if (read.is === "none")
    return {
      ...base,
      verdict: null,
      why: read.why,
      sentence: read.detail,
      severity: null,
      quotes: [],
      more: {},
    };
  const { answer, quotes } = read;
  return {
    ...base,
    verdict: answer.verdict,
    why: null,
    sentence: sentence?.(answer) ?? answer.reason,
    severity: verdicts[answer.verdict]?.fault ?? null,
    quotes,
    more: answer.more,
  };
}
