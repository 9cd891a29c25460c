import { isFailedResult } from "../../evidence/failure";
import type { Claim } from "../../proof/claim";
import { indexValuePresence } from "../../proof/value-presence";
import { listTextsIn, parseJsonOrText } from "../../source/arguments";
import { readFullText, readTextOfBlock } from "../../trace/fold/recording";
import type { SourceKind } from "../../vocabulary";
import type { Case, FindingInput } from "../rule/rule";
import { pairCalls } from "../../window/call-pairs";

const TEXT_CHARS_READ = 200_000;
const ARGUMENT_CHARS_READ = 20_000;
const ANSWER_CHARS_READ = 20_000;
/** The most values that a call may give so that its failure is about them. */
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
  const knownPaths = [...names.paths.values()].map((name): KnownPath => ({
    ...name,
    parts: splitPath(name.value),
  }));
  const first = input.session.turns[0]?.index ?? 0;
  const spliced: { readonly tried: Tried; readonly found: Case }[] = [];
  for (const triedName of tried) {
    yield undefined;
    const sources = triedName.value.includes("/")
      ? findPathSources(triedName, knownPaths, names.alone)
      : findIdSources(triedName, names);
    const claims = sources === null ? [] : buildClaims(input, triedName, sources, first);
    if (sources !== null && claims.length > 0 && !isWritten(input, triedName))
      spliced.push({ tried: triedName, found: buildCase(input, triedName, sources, claims) });
  }
  const saidIndex = indexValuePresence(input.recording);
  yield* saidIndex.prepareInSteps(spliced.map(({ tried: triedName }) => triedName.value));
  const seenValues = new Set<string>();
  for (const { tried: triedName, found: splicedCase } of spliced) {
    yield undefined;
    if (seenValues.has(triedName.value) || saidIndex.isSaid(triedName.value, first, triedName.turn)) continue;
    seenValues.add(triedName.value);
    yield splicedCase;
  }
}

/**
 * Leaves out paths whose last part the session never took in: nothing was put together there. That is seen sooner than all names.
 */
function* keepNamed(
  { session, recording }: FindingInput,
  tried: readonly Tried[],
): Generator<undefined, readonly Tried[]> {
  const open = new Set(tried.flatMap(({ value }) => splitPath(value).at(-1) ?? []));
  const namedParts = new Set<string>();
  for (const facts of session.blocks) {
    if (open.size === 0) break;
    yield;
    if (OWN.has(facts.kind)) continue;
    const text = (readFullText(recording, facts) ?? "").slice(0, TEXT_CHARS_READ);
    for (const name of [...open].filter((part) => text.includes(`/${part}`))) {
      namedParts.add(name);
      open.delete(name);
    }
  }
  return tried.filter(({ value }) => !value.includes("/") || namedParts.has(splitPath(value).at(-1) ?? ""));
}

/** Whether a value stood letter for letter, which is found sooner than in other spellings. */
function isWritten({ session, recording, index }: FindingInput, { value, turn }: Tried): boolean {
  return session.blocks.some((block, no) => {
    const from = index.listResidencies(no)[0]?.from;
    return from !== undefined && from <= turn && (readFullText(recording, block) ?? "").includes(value);
  });
}

/** Lists paths and ids of calls that failed because of them: the answer names it, or the call gave little else. */
function* listTried({ session, recording }: FindingInput): Generator<undefined, Tried[]> {
  const tried: Tried[] = [];
  for (const [call, result] of pairCalls(session).resultOf) {
    const block = session.blocks[call];
    if (block?.createdTurn == null) continue;
    yield;
    if (!isFailedResult(recording, result)) continue;
    const args = (readFullText(recording, block) ?? "").slice(0, ARGUMENT_CHARS_READ);
    const values = new Set(
      listTextsIn(parseJsonOrText(args)).flatMap((text) => [...findPaths(text), ...findIds(text)]),
    );
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

/** Collects what the session took in and what the values may be put together of, each with the block that said it first. */
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

function learnNames(knownNames: Map<string, Known>, values: readonly string[], block: number): void {
  for (const value of values)
    if (knownNames.size < NAMES_MAX && !knownNames.has(value)) knownNames.set(value, { value, block });
}

/** The known path with the same folders, and the one with the same file name. */
function findPathSources(
  { value }: Tried,
  knownPaths: readonly KnownPath[],
  alone: ReadonlySet<string>,
): readonly Known[] | null {
  const [parts, name] = [splitPath(value), splitPath(value).at(-1) ?? ""];
  const folders = parts.slice(0, -1);
  if (name.length < PART_CHARS_MIN || folders.length === 0 || alone.has(name)) return null;
  const isWhole = (knownPath: KnownPath) => parts.every((part) => knownPath.parts.includes(part));
  if (knownPaths.some(isWhole)) return null;
  const fileSource = knownPaths.find((path) => path.parts.at(-1) === name);
  const folderSource = knownPaths.find(
    (path) => path !== fileSource && folders.every((part, i) => path.parts[i] === part),
  );
  if (fileSource === undefined) return null;
  if (folderSource !== undefined) return [folderSource, fileSource];
  const partSources = folders.map((part) =>
    knownPaths.find((path) => path !== fileSource && path.parts.includes(part)),
  );
  return partSources.length < 2 || partSources.includes(undefined)
    ? null
    : [...new Set(partSources.flatMap((source) => source ?? [])), fileSource];
}

/** Two known ids of the same length and form, of which one begins like this id and the other ends like it. */
function findIdSources({ value }: Tried, { ids }: Names): readonly Known[] | null {
  const form = describeForm(value);
  const likeIds = [...ids.values()].filter((id) => id.value !== value && describeForm(id.value) === form);
  for (let cut = HALF_CHARS_MIN; cut <= value.length - HALF_CHARS_MIN; cut++) {
    const begins = likeIds.find((id) => id.value.startsWith(value.slice(0, cut)));
    const ends = likeIds.find((id) => id !== begins && id.value.endsWith(value.slice(cut)));
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
  const standClaims = sources.flatMap((source): Claim[] => {
    const from = index.listResidencies(source.block)[0]?.from;
    const block = session.blocks[source.block]?.id;
    return from === undefined || block === undefined || from > turn
      ? []
      : [{ is: "present", value: source.value, turn: from, block }];
  });
  if (standClaims.length < sources.length) return [];
  return [
    { is: "used", value, turn, block: session.blocks[call]?.id ?? "" },
    { is: "absent", value, turn: first, until: turn },
    ...standClaims,
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
    sentence: `"${value}" stands in nothing that the session took in; the call of turn ${turn} that gave it failed. Its parts stand in ${sources.map((source) => `"${source.value}"`).join(" and ")}.`,
    proof: { view: "block", block: getBlockId(call), value },
    claims,
  };
}

function findPaths(text: string): string[] {
  return (text.replace(/https?:\/\/\S{1,500}/g, " ").match(PATH) ?? [])
    .map((path) => path.replace(/(?<![.,:;])[.,:;]+$/, ""))
    .filter((path) => splitPath(path).length >= 2);
}

function findIds(text: string): string[] {
  return (text.match(ID) ?? []).filter(
    (id) => id.length >= ID_CHARS_MIN && id.replace(/\D/g, "").length >= DIGITS_MIN,
  );
}

function splitPath(path: string): string[] {
  return path.split("/").filter((part) => part !== "" && part !== "." && part !== "~");
}

/** The form of an id: the kinds of its characters as letters, digits and signs. */
function describeForm(id: string): string {
  return id.replace(/\d/g, "0").replace(/[a-z]/g, "a").replace(/[A-Z]/g, "A");
}
