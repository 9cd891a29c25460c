import type { Source } from "../../source/source";
import { isPlace, makeSourceOfPlace } from "../../source/source";
import type { EpochMs, TurnIndex } from "../../units";
import { isBranching } from "../branching";
import type { TraceEventOf } from "../event";
import { makeTeller } from "../fact";
import { TURN_FACTS } from "../turn-facts";
import type { Usage } from "../usage-facts";
import { applyWindow } from "./apply-window";
import { hashCall } from "../call-hash";
import { findCompaction } from "./compactions";
import type { EditReport } from "./evictions";
import { describeCauseOf, findEvictions, showsLess } from "./evictions";
import { turnWindow } from "./limits";
import type { FoldState, FoldedTurn } from "./state";
import { readUsage } from "./usage";
import type { WindowChange } from "./window-state";
import { isConclusion } from "./witness";

type TurnEvent = TraceEventOf<"turn.recorded">;

export function applyTurn(state: FoldState, event: TurnEvent, editReports: readonly EditReport[]): void {
  const previous = state.turns.at(-1);
  const before = previous?.event.turn ?? null;
  const usageRead = readUsage(event.usage);
  if (usageRead?.exclusive === true) {
    state.warnings.add(
      "usage_exclusive",
      "the input total left its cached part out; the cached part was added",
    );
  }
  state.window.begin(event.turn);
  const usage = usageRead?.usage ?? null;
  const isRefuted = applyWindow(state, { event, usage, reports: editReports }, before);
  const reports = isRefuted ? editReports.filter((report) => !isConclusion(report)) : editReports;
  const change = state.window.takeChange();
  for (const index of change.entered) noteCall(state, state.window.getResidency(index).block, before);
  if (before !== null) noteCuts(state, change, reports);
  noteDepartures(
    state,
    { turn: event.turn, change, window: state.window, registry: state.registry, reports },
    previous,
  );
  for (const report of reports) {
    noteUnmade(state, report);
    noteUnsent(state, report, previous?.output ?? []);
  }
  if (event.at !== null && event.endedAt !== undefined && event.endedAt < event.at)
    state.warnings.add(
      "ended_before_begun",
      "the end of a call is stated before its beginning; the end counts as unknown",
    );
  const facts = turnFacts(state, event, usage, change);
  if (previous !== undefined) calibrate(state, previous, facts, change);
  state.turns.push(facts);
  noteSpan(state, facts);
  for (const block of facts.output) noteCall(state, block, event.turn);
}

function noteSpan({ span }: FoldState, { event: { session, at }, stated }: FoldedTurn): void {
  const { endedAt, model, contextWindow } = stated;
  span.session ??= session;
  span.model ??= model;
  span.contextWindow = contextWindow ?? span.contextWindow;
  if (at === null) return;
  span.firstAt ??= at;
  span.last = { at, endedAt };
}

export function noteCall(state: FoldState, block: number, createdTurn: TurnIndex | null): void {
  const facts = state.registry.getFacts(block);
  if (facts.kind === "tool_result") {
    state.calls.noteResult(block);
    noteFetch(state, findOriginSource(state, block), block, facts.createdTurn);
    if (facts.isError || facts.saysFailure) state.refetches.noteFailure(state.calls.getCall(block) ?? block);
    else for (const source of listSources(state, block)) state.refetches.noteArrival(source, block);
  }
  if (facts.kind === "tool_call") {
    const key = facts.callKey ?? facts.id;
    if (state.calls.noteCall(block, key, createdTurn)) noteFetch(state, facts.source, block, createdTurn);
  }
}

function noteFetch(state: FoldState, source: Source | null, by: number, turn: TurnIndex | null): void {
  if (turn === null || source === null || standsAgain(state, source, turn)) return;
  const changes = state.calls.countChangesAt(state.calls.getCall(by) ?? by);
  for (const eviction of state.refetches.noteFetch(source, by, turn, changes))
    state.window.touched.add(eviction.before);
}

function standsAgain({ refetches, window }: FoldState, source: Source, turn: TurnIndex): boolean {
  return refetches.listNewest(source).some((result) => {
    const mode = window.findStandingAt(result, turn)?.mode;
    return mode !== undefined && mode !== "reference";
  });
}

function listSources(state: FoldState, block: number): Source[] {
  const { kind, saysUnfinished } = state.registry.getFacts(block);
  if (kind !== "tool_result" || saysUnfinished) return [];
  return [findCallSource(state, block) ?? [], findOriginSource(state, block) ?? []].flat();
}

function findCallSource({ calls, registry }: FoldState, result: number): Source | null {
  const call = calls.getCall(result);
  return call === undefined ? null : registry.getFacts(call).source;
}

function findOriginSource(state: FoldState, result: number): Source | null {
  const source = findCallSource(state, result);
  return source !== null && isPlace(source)
    ? null
    : makeSourceOfPlace(state.registry.getFacts(result).origin ?? {});
}

const statedFacts = makeTeller(TURN_FACTS);

function turnFacts(
  state: FoldState,
  event: TurnEvent,
  usage: Usage | null,
  change: WindowChange,
): FoldedTurn {
  const { window } = event;
  const output = (event.output ?? []).map((block) => state.registry.define(block, event.turn));
  return {
    event: { session: event.session, turn: event.turn, at: event.at },
    stated: { ...statedFacts(event), endedAt: endOf(event) },
    limit: turnWindow(state, event, usage?.input ?? null),
    found: {
      budgets: state.budgets.at(event.turn, event.phase),
      callHash: hashCall({
        model: event.model,
        usage,
        output: output.map((no) => state.registry.getFacts(no)),
      }),
    },
    usage,
    known: window !== undefined,
    entries: state.window.size,
    entered: change.entered.length,
    left: change.left.length,
    changed: change.changed.length,
    output,
  };
}

/** Every call takes time: an end that is not after the beginning stands for one that its source does not know. */
function endOf({ at, endedAt }: TurnEvent): EpochMs | null {
  return endedAt === undefined || (at !== null && endedAt <= at) ? null : endedAt;
}

function noteDepartures(
  state: FoldState,
  scene: Parameters<typeof findEvictions>[0],
  previous: FoldedTurn | undefined,
): void {
  const { change, window, turn } = scene;
  for (const index of change.entered) noteReturn(state, window.getResidency(index).block, turn);
  for (const { before: was, after } of change.changed) {
    if (showsLess(window.getResidency(was).mode, window.getResidency(after).mode))
      noteReturn(state, window.getResidency(was).block, turn);
  }
  const evictions = findEvictions(scene);
  const compaction = findCompaction(scene, evictions, previous);
  for (const eviction of evictions) {
    if (compaction !== null && eviction.how === "compacted") eviction.compaction = state.compactions.length;
    state.lastEviction.set(eviction.block, eviction);
    state.window.touched.add(eviction.before);
    state.window.getResidency(eviction.before).eviction = eviction;
    state.evictions.push(eviction);
    if (isBranching(eviction.cause)) continue;
    const call = state.calls.getCall(eviction.block) ?? eviction.block;
    state.refetches.noteDeparture(
      eviction,
      listSources(state, eviction.block),
      state.calls.countChangesAt(call),
    );
  }
  if (compaction !== null) state.compactions.push(compaction);
}

/**
 * Notes blocks that came since the call before and entered their first window as less than they were: they were never seen whole.
 * Blocks of the first turn's window may have been seen before. An excerpt or a summary counts only if it is reported: it can be
 * all that was ever asked for, or another writing of the same.
 */
function noteCuts(
  { registry, window }: FoldState,
  { entered }: WindowChange,
  reports: readonly EditReport[],
): void {
  const namedIds = new Set(reports.flatMap(({ blocks }) => blocks ?? []));
  for (const index of [...entered]) {
    const { block, mode, version } = window.getResidency(index);
    const { id, toolCallId, full } = registry.getFacts(block);
    if (mode === "full" || full === version || window.historyOf(block).length > 1) continue;
    const isNamed = namedIds.has(id) || namedIds.has(toolCallId ?? "");
    if (isNamed || (full >= 0 && mode === "reference")) window.putCut(index, full);
  }
}

/**
 * After these edits a block no longer stands in full. A compaction is not among them, because it may name what it
 * keeps.
 */
const TAKES_OUT: ReadonlySet<string> = new Set(["cleared", "removed", "truncated"]);

function noteUnmade({ registry, window, unmadeEdits }: FoldState, report: EditReport): void {
  const { turn, how, blocks, provenance } = report;
  if (provenance === "inferred" || !TAKES_OUT.has(how)) return;
  const standingBlocks = (blocks ?? []).flatMap((id) => {
    const block = registry.find(id);
    return block !== undefined && window.findStandingAt(block, turn)?.mode === "full" ? [block] : [];
  });
  if (standingBlocks.length > 0) unmadeEdits.push({ turn, how, blocks: standingBlocks });
}

/** Notes output of the call before that an edit took back before any window held it. */
function noteUnsent(
  { registry, window, unsentOutputs }: FoldState,
  report: EditReport,
  output: readonly number[],
): void {
  if (!TAKES_OUT.has(report.how)) return;
  const namedBlocks = new Set((report.blocks ?? []).flatMap((id) => registry.find(id) ?? []));
  const blocks = output.filter((block) => namedBlocks.has(block) && window.historyOf(block).length === 0);
  if (blocks.length > 0) unsentOutputs.push({ turn: report.turn, blocks, cause: describeCauseOf(report) });
}

function noteReturn(state: FoldState, block: number, turn: TurnIndex): void {
  const eviction = state.lastEviction.get(block);
  if (eviction === undefined || eviction.reenteredTurn !== null) return;
  eviction.reenteredTurn = turn;
  state.window.touched.add(eviction.before);
}

function calibrate(state: FoldState, previous: FoldedTurn, facts: FoldedTurn, change: WindowChange): void {
  if (state.tokenizer.exact || !previous.known || !facts.known || facts.left > 0 || facts.changed > 0) return;
  const ownModel = state.started?.model;
  if ((previous.stated.model ?? ownModel) !== (facts.stated.model ?? ownModel)) return;
  const [was, is] = [previous.usage?.input ?? null, facts.usage?.input ?? null];
  if (was === null || is === null) return;
  let countedTokens = 0;
  let statedTokens = 0;
  for (const index of change.entered) {
    const { block, version } = state.window.getResidency(index);
    const text = state.registry.getFacts(block).versions[version];
    if (text === undefined) return;
    if (text.stated !== null) statedTokens += text.stated.value;
    else countedTokens += text.counted ?? 0;
  }
  state.calibrator.add(countedTokens, is - was - statedTokens);
}
