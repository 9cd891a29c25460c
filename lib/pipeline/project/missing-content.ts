import type { Call } from "@/lib/importers/otel/calls";
import { dialectOf } from "@/lib/importers/otel/dialects";
import type { WarningSet } from "../receive/telemetry/warnings";
import { sampleOf } from "../receive/telemetry/warnings";

/** If the sender gives the reason, the session shows it. */
export function noteMissingContent(calls: readonly Call[], warnings: WarningSet): void {
  for (const call of calls) {
    if (call.messages !== undefined || call.notKept !== undefined) continue;
    if (call.completeness === "stored_elsewhere") continue;
    const record = call.parts[0]?.record;
    const dialect = record === undefined ? undefined : dialectOf(record);
    if (record === undefined || dialect === undefined) continue;
    const advice = dialect.contentSwitch === undefined ? "" : `: ${dialect.contentSwitch}`;
    warnings.add({
      code: "no_content",
      source: dialect.label,
      message: `no message content captured, so windows are known by their totals only${advice}`,
      sample: sampleOf(record),
    });
  }
}
