import type { TurnIndex } from "../../units";
import type { SourceKind } from "../../vocabulary";
import { fullText } from "../../trace/recording";
import type { FindingInput } from "../rule";

/** Who may lay down what binds: the system, the repository, the user. */
const SOURCES: ReadonlySet<SourceKind> = new Set([
  "system_rules",
  "repository_instructions",
  "user_goal",
  "user_message",
]);

/** Words that make a sentence bind. */
const BINDING =
  /\b(must|must not|mustn't|never|always|only|do not|don't|may not|shall|shall not|required|forbidden|under no circumstances|at most|at least|no more than|without exception)\b/i;

/** A sentence that is too short says nothing to follow, one that is too long is prose. */
const CHARS_MIN = 12;
const CHARS_MAX = 400;
/** Texts beyond this are read to here: rules stand at the start of what states them. */
const READ_CHARS_MAX = 200_000;
/** Constraints that are followed in one session. */
const CONSTRAINTS_MAX = 500;

/** A sentence that lays something down, where it stands, and in which form it is compared. */
export interface Constraint {
  readonly text: string;
  readonly plain: string;
  readonly block: number;
}

/** The constraints that a session states, in the order of its blocks; the same sentence counts once. */
export function constraintsOf({ session, recording }: FindingInput): Constraint[] {
  const found = new Map<string, Constraint>();
  for (const [no, block] of session.blocks.entries()) {
    if (!SOURCES.has(block.kind) || found.size >= CONSTRAINTS_MAX) continue;
    for (const text of sentencesOf(fullText(recording, block) ?? "")) {
      const plain = plainText(text);
      if (BINDING.test(text) && !found.has(plain)) found.set(plain, { text, plain, block: no });
    }
  }
  return [...found.values()].slice(0, CONSTRAINTS_MAX);
}

function sentencesOf(text: string): string[] {
  return text
    .slice(0, READ_CHARS_MAX)
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.replace(/^[\s\-*•#>\d.)]+/, "").trim())
    .filter(({ length }) => length >= CHARS_MIN && length <= CHARS_MAX);
}

/** A text as it is compared: without marks, case and the way its lines are broken. */
export function plainText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[`*_"'“”‘’]/g, "")
    .replace(/\s+/g, " ")
    .replace(/[.!?:;,]+$/, "")
    .trim();
}

/** The words that carry a constraint. */
export function tellingWords(plain: string): Set<string> {
  return new Set((plain.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 3));
}

/** Which constraints a compaction took out of the window, and the texts of what came in with it. */
export interface ConstraintLoss {
  readonly turn: TurnIndex;
  readonly lost: readonly Constraint[];
  /** The summary and whatever else came in at that turn, as compared. */
  readonly restated: string;
  readonly summaryBlock: number | null;
}

/** What each compaction of a session did to its constraints. */
export function* constraintLosses(input: FindingInput): Iterable<ConstraintLoss> {
  const { session, recording, index } = input;
  const constraints = constraintsOf(input);
  if (constraints.length === 0) return;
  for (const { turn, summaryBlock } of session.compactions) {
    if (index.turn(turn)?.window.known !== true) continue;
    const stands = (block: number) =>
      index
        .life(block)
        .some(({ from, to, mode }) => mode === "full" && from <= turn && (to ?? Infinity) >= turn);
    const stoodBefore = (block: number) => index.life(block).some(({ from }) => from < turn);
    const gone = constraints.filter(({ block }) => stoodBefore(block) && !stands(block));
    if (gone.length === 0) continue;
    const restated = index
      .begun(turn)
      .filter(({ block }) => session.blocks[block]?.kind !== "tool_result")
      .map(({ block, version }) => recording.textOf(session.blocks[block]?.versions[version]) ?? "")
      .map(plainText)
      .join("\n");
    yield { turn, lost: gone.filter(({ plain }) => !restated.includes(plain)), restated, summaryBlock };
  }
}

/** Whether a text says a constraint in other words: most of its telling words are there. */
export function isParaphrased(plain: string, restated: string): boolean {
  const words = [...tellingWords(plain)];
  if (words.length < 2) return false;
  const kept = words.filter((word) => restated.includes(word)).length;
  return kept / words.length >= PARAPHRASE_SHARE;
}

const PARAPHRASE_SHARE = 0.6;
