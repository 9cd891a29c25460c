import type { TurnIndex } from "../../units";
import type { WindowEntryStatement, WindowStatement } from "../blocks-schema";
import { isSameModel } from "../../models/find-model";
import type { TraceEventOf } from "../event";
import type { Usage } from "../usage-facts";
import type { StandingEntry } from "./entries";
import { resolveEntry } from "./entries";
import type { EditReport } from "./evictions";
import { showsLess } from "./evictions";
import type { FoldState } from "./state";
import type { WindowState } from "./window-state";
import type { JudgedChange, Measured, StatedChange } from "./witness";
import { isConclusion } from "./witness";

/** A turn as it came, before its window is applied. */
export interface StatedTurn {
  readonly event: TraceEventOf<"turn.recorded">;
  readonly usage: Usage | null;
  readonly reports: readonly EditReport[];
}

/**
 * Applies the stated window of a turn, except for what the provider's counts refute.
 * @param before the turn before
 * @returns whether something was refuted
 */
export function applyWindow(state: FoldState, statedTurn: StatedTurn, before: TurnIndex | null): boolean {
  const { window } = statedTurn.event;
  if (window === undefined) return false;
  const { stays, isRefuted } =
    window.entries === undefined
      ? applyEdit(state, statedTurn, window, before)
      : applyWhole(state, statedTurn, window.entries, before);
  state.warnings.add(
    "edit_refuted",
    "the provider read them from its cache although the source lists them no more; they are shown as still there",
    isRefuted ? stays.length : 0,
  );
  return isRefuted;
}

function applyWhole(
  state: FoldState,
  statedTurn: StatedTurn,
  entries: readonly WindowEntryStatement[],
  before: TurnIndex | null,
): JudgedChange {
  const { registry, window, warnings } = state;
  const statedEntries = entries.map((entry) => resolveEntry(entry, registry, before));
  const entryByBlock = new Map(statedEntries.map((entry) => [entry.block, entry]));
  const leaving = [...window.listInOrder()]
    .flatMap(({ block }) => window.getStanding(block) ?? [])
    .filter((was) => isLessThan(entryByBlock.get(was.block), was));
  const judged = judge(state, statedTurn, {
    leaving,
    coming: statedEntries.filter(({ block }) => !window.has(block)),
    named: statedEntries.flatMap((is) => (isLessThan(is, window.getStanding(is.block)) ? [] : is.block)),
  });
  const doubled = window.setAll(
    judged.stays.length === 0 ? statedEntries : insertKept(window, statedEntries, judged),
  );
  warnings.add(
    "entry_doubled",
    "a window names the same block more than once; the first place counts",
    doubled,
  );
  return judged;
}

function judge(state: FoldState, { event, usage, reports }: StatedTurn, change: StatedChange): JudgedChange {
  const isReported = reports.some((report) => !isConclusion(report)) || (event.appliedEdits ?? []).length > 0;
  return state.witness.judge(change, compareMeasured(state, event, usage), isReported);
}

/** The measured counts of two calls; `null` where one of them was not measured, or another model counted it. */
function compareMeasured(
  { turns, started }: FoldState,
  { model }: StatedTurn["event"],
  usage: Usage | null,
): Measured | null {
  const previous = turns.at(-1);
  const [was, is] = [previous?.usage?.input ?? null, usage?.input ?? null];
  if (previous?.known !== true || was === null || is === null) return null;
  const ownModel = started?.model ?? null;
  const [before, now] = [previous.stated.model ?? ownModel, model ?? ownModel];
  if (before !== null && now !== null && !isSameModel(before, now)) return null;
  return { was, is, read: usage?.cacheRead ?? null };
}

function isLessThan(is: StandingEntry | undefined, was: StandingEntry | undefined): boolean {
  return was !== undefined && (is === undefined || showsLess(is.mode, was.mode));
}

/** The stated list with the entries that stay inserted, each behind the one that it stood behind. */
function insertKept(
  window: WindowState,
  entries: readonly StandingEntry[],
  { stays }: JudgedChange,
): StandingEntry[] {
  const staying = new Map(stays.map((entry) => [entry.block, entry]));
  const listedBlocks = new Set(entries.map(({ block }) => block));
  const behind = new Map<number | null, StandingEntry[]>();
  let place: number | null = null;
  for (const { block } of window.listInOrder()) {
    const stay = staying.get(block);
    if (listedBlocks.has(block)) place = block;
    else if (stay !== undefined) behind.set(place, [...(behind.get(place) ?? []), stay]);
  }
  return [
    ...(behind.get(null) ?? []),
    ...entries.flatMap((entry) => [staying.get(entry.block) ?? entry, ...(behind.get(entry.block) ?? [])]),
  ];
}

function applyEdit(
  state: FoldState,
  statedTurn: StatedTurn,
  edit: WindowStatement,
  before: TurnIndex | null,
): JudgedChange {
  const { registry, window, warnings } = state;
  const { turn } = statedTurn.event;
  if (before !== turn - 1 && turn > 0) {
    warnings.add(
      "edit_of_missing_turn",
      "a window is stated as an edit of a turn that was not received; it was applied to the last one known",
    );
  }
  const resolve = (entry: WindowEntryStatement) => resolveEntry(entry, registry, before);
  const removedBlocks = (edit.remove ?? []).map((id) => registry.registerMention(id, before));
  const changed = (edit.change ?? []).map(resolve);
  const inserted = (edit.insert ?? []).map(({ after, entries }) => ({
    anchor: after === null ? null : registry.registerMention(after, before),
    run: entries.map(resolve),
  }));
  const appended = (edit.append ?? []).map(resolve);
  const putEntries = [...inserted.flatMap(({ run }) => run), ...appended];
  const lessened = changed.filter((is) => isLessThan(is, window.getStanding(is.block)));
  const judged = judge(state, statedTurn, {
    leaving: [...removedBlocks, ...lessened.map(({ block }) => block)].flatMap(
      (at) => window.getStanding(at) ?? [],
    ),
    coming: putEntries.filter(({ block }) => !window.has(block)),
    named: [...putEntries, ...changed.filter((is) => !lessened.includes(is))].map(({ block }) => block),
  });
  const stays = new Set(judged.stays.map(({ block }) => block));
  let absent = 0;
  for (const block of removedBlocks) if (!stays.has(block) && !window.remove(block)) absent++;
  for (const { block } of judged.goes) window.remove(block);
  for (const entry of changed) if (!stays.has(entry.block) && !window.restandBlock(entry)) absent++;
  for (const { anchor, run } of inserted) {
    if (anchor !== null && !window.has(anchor)) absent++;
    window.insert(anchor, run);
  }
  if (edit.append !== undefined) window.insert(undefined, appended);
  warnings.add("edit_of_absent", "a window edit names a block that does not stand in the window", absent);
  return judged;
}
