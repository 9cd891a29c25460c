import type { TurnIndex } from "../../units";
import type { EvictionHow, Mode, SourceKind } from "../../vocabulary";
import { USER_KINDS } from "../../vocabulary";
import type { TraceEventOf } from "../event";
import type { Cause } from "../cause";
import { DERIVED_CAUSE } from "../cause";
import { CAUSE_FACTS } from "../cause-facts";
import { makeTeller } from "../fact";
import type { FoldedEviction } from "./folded-eviction";
import type { Registry } from "./registry";
import type { OpenResidency, WindowChange, WindowState } from "./window-state";

const RANK_OF_MODE: Record<Mode, number> = { full: 3, excerpt: 2, summary: 1, reference: 0 };
const HOW_OF_MODE: Record<Mode, EvictionHow> = {
  full: "removed",
  excerpt: "trimmed",
  summary: "compacted",
  reference: "cleared",
};

const KEPT_IN_FRONT: ReadonlySet<SourceKind> = new Set([
  "system_rules",
  "tool_schemas",
  "repository_instructions",
  "user_goal",
  "plan",
]);

const FRAME: ReadonlySet<SourceKind> = new Set(["system_rules", "tool_schemas"]);

/**
 * A reported edit with its place: a turn, or half a turn less if it belongs to the next turn, whichever that will be.
 */
export type EditReport = TraceEventOf<"context.edited"> & { readonly turn: number };

export interface TurnChange {
  readonly turn: TurnIndex;
  readonly change: WindowChange;
  readonly window: WindowState;
  readonly registry: Registry;
  readonly reports: readonly EditReport[];
}

export function showsLess(mode: Mode, than: Mode): boolean {
  return RANK_OF_MODE[mode] < RANK_OF_MODE[than];
}

/**
 * What a turn's window lost against the one before, with the cause of each loss: a reported edit, else the comparison of
 * the two windows, labelled `derived`.
 */
export function findEvictions(scene: TurnChange): FoldedEviction[] {
  const { change, window, registry } = scene;
  const reportOf = makeReportFinder(scene.reports);
  const compacts = isCompaction(scene);
  const truncates = isFrontTruncation(scene);
  const facts: FoldedEviction[] = [];
  for (const { before, after } of [...change.changed, ...change.cut]) {
    const was = window.getResidency(before);
    const is = window.getResidency(after);
    if (showsLess(is.mode, was.mode))
      facts.push(evict(was, before, { index: after, is }, HOW_OF_MODE[is.mode]));
  }
  for (const before of change.left) {
    const how = compacts ? "compacted" : truncates ? "truncated" : "removed";
    facts.push(evict(window.getResidency(before), before, null, how));
  }
  return facts;

  function evict(
    was: OpenResidency,
    before: number,
    now: { index: number; is: OpenResidency } | null,
    how: EvictionHow,
  ): FoldedEviction {
    const report = reportOf(registry.getFacts(was.block), how);
    return {
      block: was.block,
      turn: scene.turn,
      enteredTurn: was.since,
      how: report?.how ?? how,
      before,
      after: now?.index ?? null,
      cause: describeCauseOf(report),
      reference: report?.reference ?? now?.is.reference ?? null,
      compaction: null,
      reenteredTurn: null,
      refetchedTurn: null,
    };
  }
}

/** A turn compacts if the harness says so, or if blocks leave while a new summary enters. */
export function isCompaction({ change, window, registry, reports }: TurnChange): boolean {
  if (reports.some((report) => report.how === "compacted")) return true;
  if (change.left.length === 0) return false;
  return change.entered.some((i) => {
    const { kind } = registry.getFacts(window.getResidency(i).block);
    return kind === "compaction_summary" || kind === "state_summary";
  });
}

/**
 * Blocks left from the old end, and nothing older stayed except what is often kept in front: instructions and the goal.
 * If the beginning itself left, the user message that the rest now begins with may stay too, because model APIs demand
 * one. No overflow takes instructions or tool schemas: where they left too, another agent goes on, or the harness made the
 * window anew.
 */
function isFrontTruncation({ turn, change, window, registry }: TurnChange): boolean {
  if (change.left.length === 0) return false;
  if (change.left.some((i) => FRAME.has(registry.getFacts(window.getResidency(i).block).kind))) return false;
  let [firstLeft, lastLeft] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const i of change.left) {
    const { rank } = window.getResidency(i);
    firstLeft = Math.min(firstLeft, rank);
    lastLeft = Math.max(lastLeft, rank);
  }
  let begins = false;
  for (const { block, rank } of window.listInOrder()) {
    if (rank > lastLeft) return true;
    const { kind } = registry.getFacts(block);
    const isOld = (window.findStandingAt(block, turn)?.since ?? turn) < turn;
    const leads = kind === "user_message" && !begins && rank > firstLeft;
    if (isOld && !KEPT_IN_FRONT.has(kind) && !leads) return false;
    begins ||= USER_KINDS.has(kind);
  }
  return false;
}

/** The report that names the block; else the unnamed report that says the same, or the only one. */
function makeReportFinder(reports: readonly EditReport[]) {
  const reportById = new Map<string, EditReport>();
  for (const report of reports) for (const id of report.blocks ?? []) reportById.set(id, report);
  const general = reports.filter((report) => report.blocks === undefined);
  const only = general.length === 1 ? general[0] : undefined;
  return (
    { id, toolCallId }: { id: string; toolCallId: string | null },
    how: EvictionHow,
  ): EditReport | undefined =>
    reportById.get(id) ??
    (toolCallId === null ? undefined : reportById.get(toolCallId)) ??
    general.find((report) => report.how === how) ??
    only;
}

const tellCause = makeTeller(CAUSE_FACTS);

export function describeCauseOf(report: EditReport | undefined): Cause {
  if (report === undefined) return DERIVED_CAUSE;
  return Object.assign(tellCause(report), {
    provenance: report.provenance ?? ("reported" as const),
    doubt: null,
  });
}
