import type { ToolRun } from "./facts";
import type { Places } from "./places";

/** Runs of the same call told of twice are one; the fuller report counts, and an error that one of them tells of. */
export function mergedRuns(runs: readonly ToolRun[], places: Places): ToolRun[] {
  const merged = new Map<string, ToolRun>();
  for (const run of runs) {
    const { session, thread } = places.of(run.record);
    const key =
      run.callId === undefined
        ? `${run.record.traceId} ${run.record.spanId}`
        : `${session} ${thread} ${run.callId}`;
    const other = merged.get(key);
    if (other === undefined) merged.set(key, run);
    else
      merged.set(key, {
        ...(other.record.start <= run.record.start ? other : run),
        args: other.args ?? run.args,
        result: other.result ?? run.result,
        isError: other.isError || run.isError,
      });
  }
  return [...merged.values()];
}
