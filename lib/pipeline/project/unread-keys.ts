import type { Call } from "@/lib/importers/otel/calls";
import { dialectOf } from "@/lib/importers/otel/dialects";
import { unreadKeysOf } from "@/lib/importers/otel/unread-keys";
import type { WarningSet } from "../records/warnings";
import { sampleOf } from "../records/warnings";

/** The call is kept unchanged. */
export function noteUnreadKeys(calls: readonly Call[], warnings: WarningSet): void {
  for (const call of calls) {
    const record = call.parts[0]?.record;
    if (record === undefined) continue;
    for (const key of unreadKeysOf(call))
      warnings.add({
        code: "unknown_key",
        source: `${dialectOf(record)?.label ?? "model calls"}: ${key}`,
        message: `the key ${key} of a message is not known: what it holds is kept, and no window shows it`,
        sample: sampleOf(record),
      });
  }
}
