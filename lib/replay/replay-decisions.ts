import { groupBy } from "@/lib/core/group-by";
import type { Decision, Policy, StepResult } from "@/lib/policies/contract/policy";
import type { Reference } from "@/lib/core/trace/block-facts";
import { STATED_NOTE_CHARS_MAX } from "@/lib/core/trace/limits";
import type { Turn } from "@/lib/core/trace/session";
import type { ReplayWriter } from "./replay-writer";
import type { ReplayDecision, LedgerTurn } from "./setup";
import type { ReplaySource } from "./windows/source";
import type { ProjectedWindow } from "./windows/projected-window";
import type { Departure, WindowEdit } from "./windows/window-edit";

export interface ReportScene {
  readonly turn: Turn;
  readonly edit: WindowEdit;
  readonly result: StepResult;
  readonly window: ProjectedWindow;
  readonly policy: Policy;
}

const BLOCKS_NAMED_MAX = 200;

export function makeLedgerDecisions(
  decisions: readonly Decision[],
  { messages }: ReplaySource,
): ReplayDecision[] {
  return decisions.map(({ action, rule, reason, numbers, reference, from, to }) => ({
    action,
    rule,
    reason,
    numbers,
    reference,
    blocks: messages
      .slice(from, Math.min(to, from + BLOCKS_NAMED_MAX))
      .flatMap(({ pieces }) => pieces.map(({ id }) => id)),
  }));
}

export function writeReports(
  writer: ReplayWriter,
  { turn, edit, result, window, policy }: ReportScene,
): void {
  const decisionOf = makeDecisionFinder(result.decisions ?? []);
  const oldest = new Map<number, boolean>();
  const isOldest = (message: number) => {
    const isKnownOldest = oldest.get(message) ?? window.isOldest(message);
    oldest.set(message, isKnownOldest);
    return isKnownOldest;
  };
  const namedDepartures = edit.departures.map((departure) => {
    const decision = decisionOf(departure.message);
    const how =
      departure.how === "removed" && decision?.action === "remove" && isOldest(departure.message)
        ? "truncated"
        : departure.how;
    return { departure, decision, how } as const;
  });
  for (const [decision, byDecision] of groupBy(namedDepartures, (entry) => entry.decision))
    for (const [how, group] of groupBy(byDecision, (entry) => entry.how))
      writer.put("context.edited", {
        at: turn.at,
        turn: turn.index,
        how,
        blocks: group.map(({ departure }) => departure.piece.id),
        tokensFreed: Math.max(
          0,
          group.reduce((sum, { departure }) => sum + departure.tokensFreed, 0),
        ),
        ...(decision === undefined
          ? BY_THE_HARNESS
          : reportOf(
              decision,
              policy,
              group.map((entry) => entry.departure),
            )),
      });
}

/** What no window shows: what the policy protected and for whom, and what it could not do. */
export function writeRemarks(
  writer: ReplayWriter,
  { at, index }: Turn,
  row: LedgerTurn,
  policy: Policy,
): void {
  const isProtected = row.decisions.filter(({ action }) => action === "protect");
  const remarks = [
    ...row.notes,
    ...isProtected.map(({ reason, blocks }) => `Kept ${blocks.join(", ")}: ${reason}`),
  ];
  if (remarks.length === 0) return;
  const text = remarks.join("\n").slice(0, STATED_NOTE_CHARS_MAX);
  writer.put("annotation.added", { at, turn: index, author: policy.kind, text });
}

const BY_THE_HARNESS = {
  rule: "as recorded",
  reason: "The harness withdrew it here in the recording too, whatever the policy.",
};

function reportOf(decision: Decision, policy: Policy, departures: readonly Departure[]) {
  const { rule, reason, numbers, reference } = decision;
  return {
    policy: policy.kind,
    rule,
    reason,
    numbers: { ...numbers },
    ...(reference !== null && { reference: makeReference(reference, departures) }),
  };
}

/** A placeholder is a reference if it names where the content came from. */
function makeReference(text: string, departures: readonly Departure[]): Reference {
  const names = departures.flatMap(({ piece }) => piece.origin ?? []);
  const isNamed = names.length === departures.length && names.every((origin) => text.includes(origin));
  return { kind: isNamed ? "artifact" : "placeholder", text };
}

function makeDecisionFinder(decisions: readonly Decision[]): (message: number) => Decision | undefined {
  const single = new Map<number, Decision>();
  const ranges: Decision[] = [];
  for (const decision of decisions) {
    if (decision.to === decision.from + 1) single.set(decision.from, decision);
    else ranges.push(decision);
  }
  return (message) =>
    single.get(message) ?? ranges.findLast(({ from, to }) => from <= message && message < to);
}
