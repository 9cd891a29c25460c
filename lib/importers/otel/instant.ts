import { YEAR_MAX } from "@/lib/core/trace/limits";
import type { EpochMs } from "@/lib/core/units";

/** Later times are not believed. */
const TIME_END_MS = Date.UTC(YEAR_MAX + 1, 0);

/** A time in whole milliseconds, or unknown. */
export function convertToInstant(at: number): EpochMs | null {
  return at > 0 && at < TIME_END_MS ? Math.round(at) : null;
}
