import type { StepResult } from "@/lib/policies/contract/policy";

/** Joins two steps of one turn. Edits are those of the last step that reports any. `note` says why there were two. */
export function joinSteps(first: StepResult, second: StepResult, note: string): StepResult {
  const both = <T>(a: readonly T[] | undefined, b: readonly T[] | undefined) => [...(a ?? []), ...(b ?? [])];
  return {
    changes: both(first.changes, second.changes),
    decisions: both(first.decisions, second.decisions),
    triggers: both(first.triggers, second.triggers),
    edits: second.edits ?? first.edits ?? [],
    summarizerCalls: both(first.summarizerCalls, second.summarizerCalls),
    notes: [...both(first.notes, second.notes), note],
  };
}
