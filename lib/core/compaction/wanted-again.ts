import type { Evidence } from "../evidence/edge";
import { isFailedResult } from "../evidence/failure";
import { findFetches } from "../evidence/fetched-again";
import { findMissedUses } from "../evidence/missed-uses";
import { sourcesOf } from "../evidence/sources";
import { findOverwrites } from "../evidence/overwritten";
import { groupBy } from "../group-by";
import type { InSteps } from "../steps";
import { finishSteps } from "../steps";
import type { Recording } from "../trace/fold/recording";
import type { Tokens, TurnIndex } from "../units";
import type { CallPairs } from "../window/call-pairs";
import type { BroughtBack } from "./brought-back";
import { findBroughtBack } from "./brought-back";
import { CommonAnswers } from "./common-answers";
import type { Cut } from "./cuts";
import type { SurvivalKind } from "./kinds";
import { LostValues } from "./lost-values";
import { nameSource } from "./place-of";
import { StandingReadings } from "./standing-readings";
import type { CutSurvival, Survivals } from "./survival";
import type { CountedValue } from "./value-table";
import { USER_KINDS } from "../vocabulary";

/**
 * How a later turn wanted something that a cut took: `used` although nothing said it, as the evidence rules prove; `fetched` by a
 * call; `asked`: the user had to say it again; `wrong`: another value stood in its place, and a call failed; `overwritten`: a
 * file was written whole after its text had left, without most of what stood in it.
 */
export const WANTED_HOWS = ["used", "fetched", "asked", "wrong", "overwritten"] as const;
export type WantedHow = (typeof WANTED_HOWS)[number];

export interface Wanted {
  readonly how: WantedHow;
  /** The kind of the value; `source` is what a call asked for. */
  readonly kind: SurvivalKind | "source";
  readonly text: string;
  /** The wrong value that stood in its place; `null` where none did. */
  readonly instead: string | null;
  readonly turn: TurnIndex;
  /** Indexes into `Session.blocks`: the block that said it before, and the one that wanted it. */
  readonly from: number | null;
  readonly by: number | null;
  /** The size of what was fetched again. */
  readonly tokens: Tokens | null;
  /** For what was fetched again: the values that were used of it and that the text before had said, and whether these are all. */
  readonly used: readonly string[];
  readonly usedAll: boolean;
}

export interface WantScene {
  readonly recording: Recording;
  readonly evidence: Pick<Evidence, "edges">;
  readonly calls: CallPairs;
  readonly survivals: Survivals;
}

/** See {@link findWantedInSteps}. */
export function findWanted(
  ...args: Parameters<typeof findWantedInSteps>
): ReadonlyMap<TurnIndex, readonly Wanted[]> {
  return finishSteps(findWantedInSteps(...args));
}

/**
 * What later turns wanted of each cut, by the turn of the cut and in the order of these turns. A call, a message or an act per
 * step.
 */
export function* findWantedInSteps(
  scene: WantScene,
  cuts: readonly CutSurvival[],
): InSteps<ReadonlyMap<TurnIndex, Wanted[]>> {
  const lostValues = new LostValues(cuts);
  const found: OfCut[] = [];
  const brought = yield* findBroughtBack(scene, cuts);
  const findFetched = (of: WantScene, values: LostValues) => findFetchedIn(of, values, brought);
  for (const wants of [findUsedUnseen, findFetched, findSaidAgain, findWrongValues, findOverwritten])
    for (const want of wants(scene, lostValues)) {
      if (want !== undefined) found.push(want);
      yield;
    }
  found.sort((a, b) => a.wanted.turn - b.wanted.turn);
  const byCut = groupBy(found, ({ cut }) => cut.turn);
  return new Map([...byCut].map(([turn, list]) => [turn, list.map(({ wanted }) => wanted)]));
}

interface OfCut {
  readonly cut: Cut;
  readonly wanted: Wanted;
}

function* findUsedUnseen({ recording, evidence }: WantScene, lostValues: LostValues): Generator<OfCut> {
  for (const { edge, value, exit } of findMissedUses(
    recording.session,
    evidence,
    (eviction) => lostValues.cutAt(eviction.turn) !== undefined,
  )) {
    const cut = lostValues.cutAt(exit.turn);
    if (cut === undefined) continue;
    yield {
      cut,
      wanted: {
        how: "used",
        kind: "identifier",
        text: value,
        instead: null,
        turn: edge.to.turn,
        from: edge.from,
        by: edge.to.block,
        tokens: null,
        ...NOT_FETCHED,
      },
    };
  }
}

const NOT_FETCHED = { used: [], usedAll: false } as const;
const USED_MAX = 20;
const USED_CHARS_MAX = 200;

/** The values that are known to have been used of a result and stood in what it brought back. */
function indexUses({
  evidence,
  survivals,
}: WantScene): (result: number, before: number) => Pick<Wanted, "used" | "usedAll"> {
  const edges = evidence.edges.filter(({ executed, to }) => executed && to.block !== null);
  const [direct, again] = [
    groupBy(edges, ({ from }) => from),
    groupBy(edges, ({ refetchedBy }) => refetchedBy),
  ];
  return (result, before) => {
    const uses = [...(direct.get(result) ?? []), ...(again.get(result) ?? [])];
    const values = [...new Set(uses.flatMap(({ matched }) => matched))];
    const usedValues = values
      .filter((value) => value.length <= USED_CHARS_MAX && survivals.saysValue(before, value))
      .slice(0, USED_MAX);
    const usedAll =
      usedValues.length === values.length && uses.every(({ matched, matches }) => matches === matched.length);
    return { used: usedValues, usedAll: usedValues.length > 0 && usedAll };
  };
}

function* findFetchedIn(
  scene: WantScene,
  lostValues: LostValues,
  brought: readonly BroughtBack[],
): Generator<OfCut | undefined> {
  const { recording, calls } = scene;
  const { blocks } = recording.session;
  const usedOf = indexUses(scene);
  const sources = yield* sourcesOf.inSteps(recording);
  const answers = new CommonAnswers(recording, calls);
  const standsOn = new StandingReadings(recording, sources, scene.survivals.standing);
  // One call can bring back what several results had shown.
  const seenResults = new Set<number>();
  for (const { block, leftTurn, turn, call, result, outcome } of findFetches(recording, calls)) {
    yield;
    const cut = lostValues.cutAt(leftTurn);
    if (cut === undefined || outcome === "failed" || result === null || seenResults.has(result)) continue;
    if (answers.isOfCourse(result) || standsOn.saysMost(block, result, turn)) continue;
    seenResults.add(result);
    yield { cut, wanted: makeFetch(block, result, call, turn) };
  }
  for (const { cut, from, result, turn } of brought) {
    if (seenResults.has(result) || answers.isOfCourse(result)) continue;
    seenResults.add(result);
    yield { cut: cut.cut, wanted: makeFetch(from, result, calls.callOf.get(result) ?? null, turn) };
  }

  function makeFetch(from: number, result: number, call: number | null, turn: TurnIndex): Wanted {
    const now = blocks[result];
    return {
      how: "fetched",
      kind: "source",
      text: nameSource(recording, calls, from),
      instead: null,
      turn,
      from,
      by: call ?? result,
      tokens: now?.versions[now.full]?.tokens ?? null,
      ...usedOf(result, from),
    };
  }
}

/** Kinds of values that nobody says twice by chance. */
const TOLD: ReadonlySet<SurvivalKind> = new Set([
  "path",
  "identifier",
  "address",
  "error",
  "message",
  "constraint",
]);

function* findSaidAgain(
  { recording, survivals }: WantScene,
  lostValues: LostValues,
): Generator<OfCut | undefined> {
  const { session } = recording;
  const seenKeys = new Set<string>();
  for (const { block, since, from } of session.residencies) {
    if (from !== since || !USER_KINDS.has(session.blocks[block]?.kind ?? "other")) continue;
    yield;
    const survival = lostValues.findCutBefore(since);
    if (survival === undefined) continue;
    const lostBlocks = lostValues.of(survival);
    for (const no of survivals.table.of(block)) {
      const value = survivals.table.values[no];
      if (value === undefined || !TOLD.has(value.kind)) continue;
      const lostValue = survivals.table.listSameAs(value).find((sameValue) => lostBlocks.has(sameValue.no));
      if (lostValue === undefined) continue;
      const key = `${survival.cut.turn} ${lostValue.no}`;
      if (seenKeys.has(key) || survivals.findTurnSaidFrom(value, survival.cut.turn) !== since) continue;
      seenKeys.add(key);
      yield {
        cut: survival.cut,
        wanted: makeWantedValue("asked", lostValue, lostBlocks.get(lostValue.no) ?? null, since, block),
      };
    }
  }
}

/** Finds failed calls with a value that nobody had said and that is like a lost one. */
function* findWrongValues(
  { recording, calls, survivals }: WantScene,
  lostValues: LostValues,
): Generator<OfCut | undefined> {
  const { table } = survivals;
  for (const [no, block] of recording.session.blocks.entries()) {
    const { kind, createdTurn: turn } = block;
    const result = calls.resultOf.get(no);
    if (kind !== "tool_call" || turn === null || result === undefined) continue;
    yield;
    const survival = lostValues.findCutBefore(turn);
    if (survival === undefined || !isFailedResult(recording, result)) continue;
    for (const valueNo of table.of(no)) {
      const value = table.values[valueNo];
      if (value === undefined || table.listSameAs(value).some(({ origins }) => (origins[0] ?? no) < no))
        continue;
      const likeValue = lostValues.collectLikeValues(survival, table).find(value);
      if (likeValue === null) continue;
      const from = lostValues.of(survival).get(likeValue.no) ?? null;
      yield {
        cut: survival.cut,
        wanted: { ...makeWantedValue("wrong", likeValue, from, turn, no), instead: value.text },
      };
    }
  }
}

function* findOverwritten(
  { recording, survivals }: WantScene,
  lostValues: LostValues,
): Generator<OfCut | undefined> {
  for (const overwrite of findOverwrites(recording, survivals.standing)) {
    yield;
    const cut = overwrite === undefined ? undefined : lostValues.cutAt(overwrite.leftTurn);
    if (overwrite === undefined || cut === undefined) continue;
    const { path: text, turn, from, by } = overwrite;
    yield {
      cut,
      wanted: {
        how: "overwritten",
        kind: "path",
        text,
        instead: null,
        turn,
        from,
        by,
        tokens: null,
        ...NOT_FETCHED,
      },
    };
  }
}

function makeWantedValue(
  how: WantedHow,
  { kind, text }: CountedValue,
  from: number | null,
  turn: TurnIndex,
  by: number,
): Wanted {
  return { how, kind, text, instead: null, turn, from, by, tokens: null, ...NOT_FETCHED };
}
