import { COMPACTION_FACTS } from "../cause-facts";
import { makeTeller } from "../fact";
import type { FoldedCompaction } from "./folded-compaction";
import type { EditReport, TurnChange } from "./evictions";
import type { FoldedEviction } from "./folded-eviction";
import { describeCauseOf, isCompaction } from "./evictions";
import type { FoldState, FoldedTurn } from "./state";

/** The compaction that this turn's window shows, if any. It is one event, however many blocks left in it. */
export function findCompaction(
  scene: TurnChange,
  evictions: readonly FoldedEviction[],
  previous: CallBefore | undefined,
): FoldedCompaction | null {
  if (!isCompaction(scene)) return null;
  const report = scene.reports.find((r) => r.how === "compacted");
  return {
    turn: scene.turn,
    ...heldBefore(previous),
    ...describeReport(report),
    removed: evictions.filter((eviction) => eviction.how === "compacted").length,
    summaryBlock: findSummary(scene, report),
  };
}

/**
 * Compactions that the harness reports for a turn that never came: the last known act of the session. No window shows
 * what left, so the blocks are those that the report names in the newest window.
 */
export function listAwaitedCompactions(
  { turns, registry, window }: FoldState,
  reports: readonly EditReport[],
): FoldedCompaction[] {
  const before = heldBefore(turns.at(-1));
  const findStanding = (id: string) => window.has(registry.find(id) ?? -1);
  return reports
    .filter((report) => report.how === "compacted")
    .map((report) => ({
      turn: Math.max(0, Math.ceil(report.turn)),
      ...before,
      ...describeReport(report),
      removed: (report.blocks ?? []).filter(findStanding).length,
      summaryBlock: registry.find(report.summaryBlock ?? "") ?? null,
    }));
}

type CallBefore = Pick<FoldedTurn, "event" | "usage">;

function heldBefore(previous: CallBefore | undefined): Pick<FoldedCompaction, "before" | "measuredBefore"> {
  return { before: previous?.event.turn ?? null, measuredBefore: previous?.usage?.input ?? null };
}

const tellFacts = makeTeller(COMPACTION_FACTS);

function describeReport(report: EditReport | undefined) {
  return {
    ...tellFacts(report ?? {}),
    reportedBefore: report?.tokensBefore ?? null,
    reportedAfter: report?.tokensAfter ?? null,
    cause: describeCauseOf(report),
  };
}

function findSummary(
  { change, window, registry }: TurnChange,
  report: EditReport | undefined,
): number | null {
  const namedBlock = report?.summaryBlock === undefined ? undefined : registry.find(report.summaryBlock);
  if (namedBlock !== undefined) return namedBlock;
  const entered = change.entered.map((i) => window.getResidency(i).block);
  return (
    entered.find((block) => registry.getFacts(block).kind === "compaction_summary") ??
    entered.find((block) => registry.getFacts(block).kind === "state_summary") ??
    null
  );
}
