import type { Database } from "@/lib/db/client";
import { addWarnings } from "@/lib/db/ingestion-notes";
import type { Call } from "@/lib/importers/otel/calls";
import { findDialect } from "@/lib/importers/otel/dialects";
import type { OtelProjection } from "@/lib/importers/otel/project";
import { listUnreadKeys } from "@/lib/importers/otel/unread-keys";
import type { WarningSet } from "../records/warnings";
import { sampleOf } from "../records/warnings";

/** Adds to the project's warnings what calls lack, and what is not read of them. */
export async function noteMissing(
  db: Database,
  project: string,
  { calls }: OtelProjection,
  warnings: WarningSet,
): Promise<void> {
  noteMissingContent(calls, warnings);
  noteUnreadKeys(calls, warnings);
  await addWarnings(db, project, warnings.list());
}

/** Notes calls without content. If the sender gives the reason, the session shows it. */
function noteMissingContent(calls: readonly Call[], warnings: WarningSet): void {
  for (const call of calls) {
    if (call.messages !== undefined || call.notKept !== undefined) continue;
    if (call.completeness === "stored_elsewhere") continue;
    const record = call.parts[0]?.record;
    const dialect = record === undefined ? undefined : findDialect(record);
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

/** The call is kept unchanged. */
function noteUnreadKeys(calls: readonly Call[], warnings: WarningSet): void {
  for (const call of calls) {
    const record = call.parts[0]?.record;
    if (record === undefined) continue;
    for (const key of listUnreadKeys(call))
      warnings.add({
        code: "unknown_key",
        source: `${findDialect(record)?.label ?? "model calls"}: ${key}`,
        message: `the key ${key} of a message is not known: what it holds is kept, and no window shows it`,
        sample: sampleOf(record),
      });
  }
}
