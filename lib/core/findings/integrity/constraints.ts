import { languageOfOrder } from "@/lib/language/matcher";
import type { InSteps } from "../../steps";
import type { TurnIndex } from "../../units";
import type { SourceKind } from "../../vocabulary";
import { readFullText, readTextOfBlock } from "../../trace/fold/recording";
import { isForeign, detectLanguage } from "../../evidence/values/language";
import { normaliseSpelling } from "../../evidence/values/spelling";
import { binds } from "../../window/binding-sentence";
import { computePerSession, computePerSessionInSteps } from "../rule/per-session";
import type { FindingInput } from "../rule/rule";
import { normalisePlainText, READ_CHARS_MAX } from "./plain-text";
import type { Stating } from "./stated-texts";
import { StatedTexts } from "./stated-texts";

const SOURCES: ReadonlySet<SourceKind> = new Set([
  "system_rules",
  "repository_instructions",
  "user_goal",
  "user_message",
]);

const CHARS_MIN = 12;
const CHARS_MAX = 400;
const CONSTRAINTS_MAX = 500;

export interface Constraint {
  readonly text: string;
  readonly plain: string;
  readonly block: number;
}

/** In the order of the blocks, a block per step. The same sentence counts once. */
export const constraintsOf = computePerSessionInSteps(readConstraints);

function* readConstraints({ session, recording }: FindingInput): InSteps<readonly Constraint[]> {
  const found = new Map<string, Constraint>();
  for (const [no, block] of session.blocks.entries()) {
    if (!SOURCES.has(block.kind) || found.size >= CONSTRAINTS_MAX) continue;
    for (const text of splitSentences(readOwnWords(readFullText(recording, block) ?? "", block.kind))) {
      const plain = normalisePlainText(text);
      if (binds(text, block.kind) && !found.has(plain)) found.set(plain, { text, plain, block: no });
    }
    yield;
  }
  return [...found.values()].slice(0, CONSTRAINTS_MAX);
}

const FENCE = /^\s{0,3}(?:`{3,}|~{3,})/;

function readOwnWords(text: string, kind: SourceKind): string {
  if (kind !== "user_message" && kind !== "user_goal") return text;
  let isCode = false;
  const ownLines = text
    .slice(0, READ_CHARS_MAX)
    .split("\n")
    .filter((line) => {
      const isFence = FENCE.test(line);
      if (isFence) isCode = !isCode;
      return !isFence && !isCode && !/^\s*>/.test(line);
    });
  return ownLines.join("\n");
}

function splitSentences(text: string, least = CHARS_MIN): string[] {
  return text
    .slice(0, READ_CHARS_MAX)
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.replace(/^[\s\-*•#>\d.)]+/, "").trim())
    .filter(({ length }) => length >= least && length <= CHARS_MAX);
}

export interface ConstraintLoss {
  readonly turn: TurnIndex;
  readonly lost: readonly Constraint[];
  /** What everything in the window states, except results and calls. */
  readonly restated: Stating;
  readonly summaryBlock: number | null;
}

function readBlockText({ recording }: FindingInput, number: number | null): string {
  return readTextOfBlock(recording, number).slice(0, READ_CHARS_MAX);
}

/** A shorter summary has no room for a constraint in another language. */
const WORDS_FEW = 12;

/** Whether a constraint of a language and a summary are in one language, or the summary says too little. */
function compareWith(summary: string): (textLanguage: string | null) => boolean {
  const language = detectLanguage(summary);
  if (isForeign(summary)) return (textLanguage) => textLanguage !== null && textLanguage === language;
  const saysLittle = language !== "en" && summary.split(" ").length < WORDS_FEW;
  return (textLanguage) => textLanguage === "en" || saysLittle;
}

const statedTexts = computePerSession((input: FindingInput) => new StatedTexts(input));

/**
 * Leaves out a constraint in another language than the summary, because the two cannot be compared. Yields `undefined` after each
 * bounded piece of work.
 */
export function* findConstraintLosses(input: FindingInput): Iterable<ConstraintLoss | undefined> {
  const { session, index } = input;
  if (session.compactions.length === 0) return;
  const constraints = yield* constraintsOf.inSteps(input);
  if (constraints.length === 0) return;
  const languages = new Map<Constraint, string | null>();
  const detectConstraintLanguage = (constraint: Constraint) => {
    let language = languages.get(constraint);
    if (language === undefined) {
      const blockText = normaliseSpelling(readBlockText(input, constraint.block));
      language =
        languageOfOrder(constraint.text) ?? (isForeign(blockText) ? detectLanguage(blockText) : "en");
      languages.set(constraint, language);
    }
    return language;
  };
  const compactions = session.compactions.filter(({ turn }) => index.turn(turn)?.window.known === true);
  const statedTextsByTurn = statedTexts(input);
  yield* statedTextsByTurn.read(compactions.map(({ turn }) => turn));
  for (const { turn, summaryBlock } of compactions) {
    const stands = (block: number) => index.standing.findAt(block, turn)?.mode === "full";
    const stoodBefore = (block: number) => (index.listResidencies(block)[0]?.from ?? turn) < turn;
    const goneConstraints = constraints.filter(({ block }) => stoodBefore(block) && !stands(block));
    if (goneConstraints.length === 0) continue;
    const restated = statedTextsByTurn.at(turn);
    const isComparable = compareWith(normaliseSpelling(readBlockText(input, summaryBlock)));
    const lostConstraints = goneConstraints.filter(
      (constraint) =>
        !restated.says(constraint.plain) &&
        (summaryBlock === null || isComparable(detectConstraintLanguage(constraint))),
    );
    yield { turn, lost: lostConstraints, restated, summaryBlock };
  }
}

/** Constraints whose text a policy took out for good, and that the newest window states in no words. */
export function listConstraintsLeft(input: FindingInput): Constraint[] {
  const { session } = input;
  const last = session.turns.findLast(({ window }) => window.known)?.index;
  const leftBlocks = new Set(
    session.evictions
      .filter(({ reenteredTurn, cause }) => reenteredTurn === null && cause.policy !== null)
      .map(({ block }) => block),
  );
  const goneConstraints =
    leftBlocks.size === 0 ? [] : constraintsOf(input).filter(({ block }) => leftBlocks.has(block));
  if (last === undefined || goneConstraints.length === 0) return [];
  const statedTextsByTurn = new StatedTexts(input);
  const steps = statedTextsByTurn.read([last]);
  while (steps.next().done !== true);
  const now = statedTextsByTurn.at(last);
  return goneConstraints.filter(({ plain }) => !now.says(plain) && !now.restate(plain));
}
