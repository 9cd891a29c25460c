import { isFailedResult } from "../../evidence/failure";
import type { Claim } from "../../proof/claim";
import { indexValuePresence } from "../../proof/value-presence";
import { parseJsonOrText } from "../../source/arguments";
import { readFullText, readTextOfBlock } from "../../trace/fold/recording";
import type { SourceKind } from "../../vocabulary";
import type { Case, FindingInput } from "../rule/rule";
import { pairCalls } from "../../window/call-pairs";

const TEXT_CHARS_READ = 200_000;
const ARGUMENT_CHARS_READ = 20_000;
const ANSWER_CHARS_READ = 20_000;
/** What failed is what a call gave that gave no more. */
const ALONE_MAX = 2;
const NAMES_MAX = 20_000;
const PART_CHARS_MIN = 3;
const HALF_CHARS_MIN = 4;
const ID_CHARS_MIN = 8;
const DIGITS_MIN = 4;
const OWN: ReadonlySet<SourceKind> = new Set(["assistant_text", "thinking", "tool_call", "plan"]);
const PATH = /(?:[\w.@~-]{1,80})?(?:\/[\w.@~+-]{1,120}){1,20}/g;
const ID = /(?<![\w./-])#?[A-Za-z0-9](?:[A-Za-z0-9]|[_-](?=[A-Za-z0-9])){7,60}(?![\w/-])/g;
const NAME = /(?<![\w./-])[\w-]{1,80}\.[A-Za-z]\w{0,7}(?![\w/])/g;

interface Tried {
  readonly value: string;
  readonly call: number;
  readonly turn: number;
}

interface Known {
  readonly value: string;
  readonly block: number;
}

/**
 * Paths and ids that a call gave and that failed, that nothing had said, and whose parts stand in other known ones.
 *
 *     known   src/billing/invoice-totals.ts and lib/shipping/parcel-labels.ts
 *     tried   src/billing/parcel-labels.ts, which is not there
 *
 * A file whose name stood alone, as in a listing, was put together rightly, and so was one of two known parts of one path.
 */
export function* findSplicedNames(input: FindingInput): Generator<Case | undefined> {
  const tried = yield* keepNamed(input, yield* listTried(input));
  if (tried.length === 0) return;
  const names = yield* collectNames(input, tried);
  const known = [...names.paths.values()].map((one): KnownPath => ({ ...one, parts: splitPath(one.value) }));
  const first = input.session.turns[0]?.index ?? 0;
  const spliced: { readonly one: Tried; readonly found: Case }[] = [];
  for (const one of tried) {
    yield undefined;
    const sources = one.value.includes("/")
      ? findPathSources(one, known, names.alone)
      : findIdSources(one, names);
    const claims = sources === null ? [] : buildClaims(input, one, sources, first);
    if (sources !== null && claims.length > 0 && !isWritten(input, one))
      spliced.push({ one, found: buildCase(input, one, sources, claims) });
  }
  const said = indexValuePresence(input.recording);
  yield* said.prepareInSteps(spliced.map(({ one }) => one.value));
  const seen = new Set<string>();
  for (const { one, found } of spliced) {
    yield undefined;
    if (seen.has(one.value) || said.isSaid(one.value, first, one.turn)) continue;
    seen.add(one.value);
    yield found;
  }
}

/** Without paths whose last part the session never took in: nothing was put together there. That is seen sooner than all names. */
function* keepNamed(
  { session, recording }: FindingInput,
  tried: readonly Tried[],
): Generator<undefined, readonly Tried[]> {
  const open = new Set(tried.flatMap(({ value }) => splitPath(value).at(-1) ?? []));
  const named = new Set<string>();
  for (const facts of session.blocks) {
    if (open.size === 0) break;
    yield;
    if (OWN.has(facts.kind)) continue;
    const text = (readFullText(recording, facts) ?? "").slice(0, TEXT_CHARS_READ);
    for (const name of [...open].filter((one) => text.includes(`/${one}`))) {
      named.add(name);
      open.delete(name);
    }
  }
  return tried.filter(({ value }) => !value.includes("/") || named.has(splitPath(value).at(-1) ?? ""));
}

/** Whether it stood letter for letter, which is found sooner than in other spellings. */
function isWritten({ session, recording, index }: FindingInput, { value, turn }: Tried): boolean {
  return session.blocks.some((block, no) => {
    const from = index.listResidencies(no)[0]?.from;
    return from !== undefined && from <= turn && (readFullText(recording, block) ?? "").includes(value);
  });
}

/** Paths and ids of calls that failed for them: the answer names it, or the call gave little else. */
function* listTried({ session, recording }: FindingInput): Generator<undefined, Tried[]> {
  const tried: Tried[] = [];
  for (const [call, result] of pairCalls(session).resultOf) {
    const block = session.blocks[call];
    if (block?.createdTurn == null) continue;
    yield;
    if (!isFailedResult(recording, result)) continue;
    const args = (readFullText(recording, block) ?? "").slice(0, ARGUMENT_CHARS_READ);
    const values = new Set(listTexts(args).flatMap((text) => [...findPaths(text), ...findIds(text)]));
    const answer = readTextOfBlock(recording, result).slice(0, ANSWER_CHARS_READ);
    for (const value of values)
      if (values.size <= ALONE_MAX || answer.includes(value.slice(value.lastIndexOf("/") + 1)))
        tried.push({ value, call, turn: block.createdTurn });
  }
  return tried;
}

interface KnownPath extends Known {
  readonly parts: readonly string[];
}

interface Names {
  readonly paths: ReadonlyMap<string, Known>;
  readonly ids: ReadonlyMap<string, Known>;
  /** Names of files that stood without a folder. */
  readonly alone: ReadonlySet<string>;
}

/** What the session took in of what they may be put together of, each with the block that said it first. */
function* collectNames(
  { session, recording }: FindingInput,
  tried: readonly Tried[],
): Generator<undefined, Names> {
  const [asksPaths, asksIds] = [true, false].map((isPath) =>
    tried.some(({ value }) => value.includes("/") === isPath),
  );
  const [paths, ids] = [new Map<string, Known>(), new Map<string, Known>()];
  const alone = new Set<string>();
  for (const [block, facts] of session.blocks.entries()) {
    yield;
    if (OWN.has(facts.kind)) continue;
    const text = (readFullText(recording, facts) ?? "").slice(0, TEXT_CHARS_READ);
    if (asksIds === true) learnNames(ids, findIds(text), block);
    if (asksPaths !== true) continue;
    learnNames(paths, findPaths(text), block);
    if (alone.size < NAMES_MAX) for (const [name] of text.matchAll(NAME)) alone.add(name);
  }
  return { paths, ids, alone };
}

function learnNames(known: Map<string, Known>, values: readonly string[], block: number): void {
  for (const value of values)
    if (known.size < NAMES_MAX && !known.has(value)) known.set(value, { value, block });
}

/** The known path with the folders, and the one with the name of the file. */
function findPathSources(
  { value }: Tried,
  known: readonly KnownPath[],
  alone: ReadonlySet<string>,
): readonly Known[] | null {
  const [parts, name] = [splitPath(value), splitPath(value).at(-1) ?? ""];
  const folders = parts.slice(0, -1);
  if (name.length < PART_CHARS_MIN || folders.length === 0 || alone.has(name)) return null;
  const isWhole = (one: KnownPath) => parts.every((part) => one.parts.includes(part));
  if (known.some(isWhole)) return null;
  const named = known.find((one) => one.parts.at(-1) === name);
  const holding = known.find((one) => one !== named && folders.every((part, i) => one.parts[i] === part));
  if (named === undefined) return null;
  if (holding !== undefined) return [holding, named];
  const others = folders.map((part) => known.find((one) => one !== named && one.parts.includes(part)));
  return others.length < 2 || others.includes(undefined)
    ? null
    : [...new Set(others.flatMap((one) => one ?? [])), named];
}

/** Two known ids of the same length and form: one begins as this one, the other ends as it. */
function findIdSources({ value }: Tried, { ids }: Names): readonly Known[] | null {
  const form = describeForm(value);
  const like = [...ids.values()].filter((one) => one.value !== value && describeForm(one.value) === form);
  for (let cut = HALF_CHARS_MIN; cut <= value.length - HALF_CHARS_MIN; cut++) {
    const begins = like.find((one) => one.value.startsWith(value.slice(0, cut)));
    const ends = like.find((one) => one !== begins && one.value.endsWith(value.slice(cut)));
    if (begins !== undefined && ends !== undefined) return [begins, ends];
  }
  return null;
}

function buildClaims(
  { session, index }: FindingInput,
  { value, call, turn }: Tried,
  sources: readonly Known[],
  first: number,
): Claim[] {
  const stood = sources.flatMap((source): Claim[] => {
    const from = index.listResidencies(source.block)[0]?.from;
    const block = session.blocks[source.block]?.id;
    return from === undefined || block === undefined || from > turn
      ? []
      : [{ is: "present", value: source.value, turn: from, block }];
  });
  if (stood.length < sources.length) return [];
  return [
    { is: "used", value, turn, block: session.blocks[call]?.id ?? "" },
    { is: "absent", value, turn: first, until: turn },
    ...stood,
  ];
}

function buildCase(
  { session }: FindingInput,
  { value, call, turn }: Tried,
  sources: readonly Known[],
  claims: readonly Claim[],
): Case {
  const getBlockId = (no: number) => session.blocks[no]?.id ?? "";
  return {
    from: turn,
    to: turn,
    blocks: [...new Set([getBlockId(call), ...sources.map(({ block }) => getBlockId(block))])],
    numbers: { parts: sources.length },
    sentence: `"${value}" stands in nothing that the session took in; the call of turn ${turn} that gave it failed. Its parts stand in ${sources.map((one) => `"${one.value}"`).join(" and ")}.`,
    proof: { view: "block", block: getBlockId(call), value },
    claims,
  };
}

function listTexts(args: string): string[] {
  const open: unknown[] = [parseJsonOrText(args)];
  const texts: string[] = [];
  for (let at = 0; at < open.length; at++) {
    const one = open[at];
    if (typeof one === "string") texts.push(one);
    else if (typeof one === "object" && one !== null) open.push(...Object.values(one));
  }
  return texts;
}

function findPaths(text: string): string[] {
  return (text.replace(/https?:\/\/\S{1,500}/g, " ").match(PATH) ?? [])
    .map((one) => one.replace(/(?<![.,:;])[.,:;]+$/, ""))
    .filter((one) => splitPath(one).length >= 2);
}

function findIds(text: string): string[] {
  return (text.match(ID) ?? []).filter(
    (one) => one.length >= ID_CHARS_MIN && one.replace(/\D/g, "").length >= DIGITS_MIN,
  );
}

function splitPath(path: string): string[] {
  return path.split("/").filter((part) => part !== "" && part !== "." && part !== "~");
}

/** The kinds of its characters: letters, digits, signs. */
function describeForm(id: string): string {
  return id.replace(/\d/g, "0").replace(/[a-z]/g, "a").replace(/[A-Z]/g, "A");
}
