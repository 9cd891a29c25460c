import { addToGroup } from "../../group-by";
import { extractProse } from "../../governance/named-values";
import type { SourceKind } from "../../vocabulary";
import type { InSteps } from "../../steps";
import type { TurnIndex } from "../../units";
import { computePerSessionInSteps } from "./per-session";
import type { FindingInput } from "./rule";

export const INSTRUCTION_LAYER: ReadonlySet<SourceKind> = new Set([
  "system_rules",
  "repository_instructions",
  "tool_schemas",
  "user_goal",
]);
const SAID_BY_USERS: ReadonlySet<SourceKind> = new Set(["user_message", "user_goal"]);
/** Being recalled or retrieved is no reason to be followed. */
const COPIED: ReadonlySet<SourceKind> = new Set(["memory", "retrieval"]);
const TEXT_CHARS_READ = 200_000;
const WORDS_MIN = 4;
const SENTENCE_CHARS_MIN = 20;
const SENTENCES_MAX = 2_000;
const BEFORE_CHARS = 2_000;

export interface CopiedSentence {
  /** Indexes into `Session.blocks`: the block it was copied from, and the block that says it now. */
  readonly from: number;
  readonly into: number;
  readonly turn: TurnIndex;
  readonly sentence: string;
}

interface Sentence {
  readonly text: string;
  readonly words: readonly string[];
  readonly from: number;
  readonly entered: TurnIndex;
}

interface Word {
  readonly word: string;
  readonly at: number;
}

/**
 * The first sentence of each memory and retrieved text that the rules repeat word for word from a later turn
 * on. No rule and no user said it before, and the rules do not label it as a memory or a source. What entered
 * together with the rules is left out, because nobody can tell which was first.
 */
export const copiedIntoRules = computePerSessionInSteps(findCopied);

function* findCopied(input: FindingInput): InSteps<readonly CopiedSentence[]> {
  const open = yield* indexSentences(input);
  if (open.size === 0) return [];
  const found = new Map<number, CopiedSentence>();
  for (const { number, turn, version, isUser } of groupTextsByTurn(input)) {
    yield;
    const text = (input.recording.textOf(version) ?? "").slice(0, TEXT_CHARS_READ);
    const words = splitIntoPlacedWords(text);
    for (const [i] of words.entries())
      for (const sentence of findSentencesAt(open, words, i)) {
        if (found.has(sentence.from)) continue;
        if (isUser) forget(open, sentence);
        else if (saysWhereFrom(text, words[i]?.at ?? 0)) continue;
        else if (turn <= sentence.entered) forget(open, sentence);
        else found.set(sentence.from, { from: sentence.from, into: number, turn, sentence: sentence.text });
      }
  }
  return [...found.values()];
}

function* indexSentences({ session, recording, index }: FindingInput): InSteps<Map<string, Sentence[]>> {
  const open = new Map<string, Sentence[]>();
  let sentencesLeft = SENTENCES_MAX;
  for (const [from, { kind, versions }] of session.blocks.entries()) {
    const residency = COPIED.has(kind) ? index.listResidencies(from)[0] : undefined;
    if (residency === undefined) continue;
    yield;
    const text = recording.textOf(versions[residency.version]) ?? "";
    for (const part of extractProse(text.slice(0, TEXT_CHARS_READ)).split(/(?<=[.!?;])\s|\n/)) {
      const words = splitIntoPlacedWords(part).map(({ word }) => word);
      if (words.length < WORDS_MIN || part.trim().length < SENTENCE_CHARS_MIN || --sentencesLeft < 0)
        continue;
      const sentence = { text: part.trim(), words, from, entered: residency.from };
      addToGroup(open, startOf(words), sentence);
    }
  }
  return open;
}

/** By the turn from which they stood, each once. Within a turn, those of users come first. */
function groupTextsByTurn({ session }: FindingInput) {
  const seenNames = new Set<string>();
  return session.residencies
    .flatMap(({ block: number, version, mode, from: turn }) => {
      const block = session.blocks[number];
      const name = `${number} ${version}`;
      if (block === undefined || mode === "reference" || seenNames.has(name)) return [];
      const isUser = SAID_BY_USERS.has(block.kind);
      if (!isUser && !INSTRUCTION_LAYER.has(block.kind)) return [];
      seenNames.add(name);
      return [{ number, turn, version: block.versions[version], isUser }];
    })
    .sort((a, b) => a.turn - b.turn || Number(b.isUser) - Number(a.isUser));
}

function splitIntoPlacedWords(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index: at }) => ({
    word: word.toLowerCase(),
    at,
  }));
}

function startOf(words: readonly string[]): string {
  return words.slice(0, WORDS_MIN).join(" ");
}

function findSentencesAt(
  open: ReadonlyMap<string, readonly Sentence[]>,
  words: readonly Word[],
  i: number,
): readonly Sentence[] {
  if (i + WORDS_MIN > words.length) return [];
  const starting = open.get(startOf(words.slice(i, i + WORDS_MIN).map(({ word }) => word)));
  return (starting ?? []).filter((sentence) =>
    sentence.words.every((word, k) => words[i + k]?.word === word),
  );
}

function forget(open: Map<string, Sentence[]>, sentence: Sentence): void {
  const start = startOf(sentence.words);
  open.set(
    start,
    (open.get(start) ?? []).filter((openSentence) => openSentence !== sentence),
  );
}

const LABEL = /memor|remember|recall|learned|hint|retriev|knowledge|search result|source|document|context/i;
const HEADING =
  /^\s{0,9}(?:#{1,6}\s|<\/?[A-Za-z]|\[[^\]\n]{1,60}\]\s{0,3}$|\*\*[^*\n]{1,80}\*\*:?\s{0,3}$)|:\s{0,3}$/;

function saysWhereFrom(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - BEFORE_CHARS), at).split("\n");
  const ownLine = before.pop() ?? "";
  const heading = before.reverse().find((line) => HEADING.test(line));
  return LABEL.test(ownLine) || (heading !== undefined && LABEL.test(heading));
}
