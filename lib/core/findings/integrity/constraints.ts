import { languageOfOrder } from "@/lib/language/matcher";
import type { TurnIndex } from "../../units";
import type { SourceKind } from "../../vocabulary";
import { fullText } from "../../trace/fold/recording";
import { isForeign, languageOf } from "../../evidence/values/language";
import { normalSpelling } from "../../evidence/values/spelling";
import { binds } from "../../window/binding-sentence";
import { perSession } from "../rule/per-session";
import type { FindingInput } from "../rule/rule";
import { Restatements } from "./paraphrased";

const SOURCES: ReadonlySet<SourceKind> = new Set([
  "system_rules",
  "repository_instructions",
  "user_goal",
  "user_message",
]);

/** Kinds that never state a constraint, whatever they say. */
export const NO_RULES: ReadonlySet<SourceKind> = new Set([
  "tool_result",
  "tool_call",
  "tool_schemas",
  "thinking",
  "retrieval",
]);

const CHARS_MIN = 12;
const CHARS_MAX = 400;
/** Texts are read up to here. Rules stand at the start. */
const READ_CHARS_MAX = 200_000;
const CONSTRAINTS_MAX = 500;

export interface Constraint {
  readonly text: string;
  readonly plain: string;
  readonly block: number;
}

/** In the order of the blocks. The same sentence counts once. */
export const constraintsOf = perSession(({ session, recording }: FindingInput): readonly Constraint[] => {
  const found = new Map<string, Constraint>();
  for (const [no, block] of session.blocks.entries()) {
    if (!SOURCES.has(block.kind) || found.size >= CONSTRAINTS_MAX) continue;
    for (const text of sentencesOf(ownWordsOf(fullText(recording, block) ?? "", block.kind))) {
      const plain = plainText(text);
      if (binds(text, block.kind) && !found.has(plain)) found.set(plain, { text, plain, block: no });
    }
  }
  return [...found.values()].slice(0, CONSTRAINTS_MAX);
});

const FENCE = /^\s{0,3}(?:`{3,}|~{3,})/;

function ownWordsOf(text: string, kind: SourceKind): string {
  if (kind !== "user_message" && kind !== "user_goal") return text;
  let isCode = false;
  const own = text
    .slice(0, READ_CHARS_MAX)
    .split("\n")
    .filter((line) => {
      const isFence = FENCE.test(line);
      if (isFence) isCode = !isCode;
      return !isFence && !isCode && !/^\s*>/.test(line);
    });
  return own.join("\n");
}

function sentencesOf(text: string, least = CHARS_MIN): string[] {
  return text
    .slice(0, READ_CHARS_MAX)
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.replace(/^[\s\-*•#>\d.)]+/, "").trim())
    .filter(({ length }) => length >= least && length <= CHARS_MAX);
}

export function plainText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[`*_"'“”‘’]/g, "")
    .replace(/\s+/g, " ")
    .replace(/(?<![.!?:;,])[.!?:;,]+$/, "")
    .trim();
}

export interface ConstraintLoss {
  readonly turn: TurnIndex;
  readonly lost: readonly Constraint[];
  /** What everything in the window states, except results and calls. */
  readonly restated: Restatements;
  readonly summaryBlock: number | null;
}

function textOf({ session, recording }: FindingInput, number: number | null): string {
  const block = session.blocks[number ?? -1];
  return block === undefined ? "" : (fullText(recording, block) ?? "").slice(0, READ_CHARS_MAX);
}

/** A shorter summary has no room for a constraint in another language. */
const WORDS_FEW = 12;

/** Both are in one language, or the summary says too little. */
function areComparable(said: string | null, summary: string): boolean {
  if (isForeign(summary)) return said !== null && said === languageOf(summary);
  return said === "en" || (languageOf(summary) !== "en" && summary.split(" ").length < WORDS_FEW);
}

/** Leaves out a constraint in another language than the summary, because the two cannot be compared. */
export function* constraintLosses(input: FindingInput): Iterable<ConstraintLoss> {
  const { session, recording, index } = input;
  if (session.compactions.length === 0) return;
  const constraints = constraintsOf(input);
  if (constraints.length === 0) return;
  const languages = new Map<Constraint, string | null>();
  const languageIn = (one: Constraint) => {
    let language = languages.get(one);
    if (language === undefined) {
      const own = normalSpelling(textOf(input, one.block));
      language = languageOfOrder(one.text) ?? (isForeign(own) ? languageOf(own) : "en");
      languages.set(one, language);
    }
    return language;
  };
  for (const { turn, summaryBlock } of session.compactions) {
    if (index.turn(turn)?.window.known !== true) continue;
    const stands = (block: number) => index.standing.at(block, turn)?.mode === "full";
    const stoodBefore = (block: number) => (index.life(block)[0]?.from ?? turn) < turn;
    const gone = constraints.filter(({ block }) => stoodBefore(block) && !stands(block));
    if (gone.length === 0) continue;
    const texts = index.standing
      .window(turn)
      .filter(
        ({ block, mode }) => mode !== "reference" && !NO_RULES.has(session.blocks[block]?.kind ?? "other"),
      )
      .map(({ block, version }) => recording.textOf(session.blocks[block]?.versions[version]) ?? "")
      .map((text) => text.slice(0, READ_CHARS_MAX));
    const whole = texts.map(plainText).join("\n");
    const sentences = texts.flatMap((text) => text.split(/(?<=[.!?])\s+|\n+/).map(plainText));
    const restated = new Restatements(sentences);
    const summary = normalSpelling(textOf(input, summaryBlock));
    const lost = gone.filter(
      (one) =>
        !whole.includes(one.plain) && (summaryBlock === null || areComparable(languageIn(one), summary)),
    );
    yield { turn, lost, restated, summaryBlock };
  }
}
