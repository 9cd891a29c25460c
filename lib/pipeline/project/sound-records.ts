import type { GrowingProjection, OtelProjection } from "@/lib/importers/otel/project";
import { beginProjection, projectRecords } from "@/lib/importers/otel/project";
import type { OtelRecord } from "@/lib/importers/otel/spans/record";
import { sampleOf, type WarningSet } from "../records/warnings";

export interface SoundProjection {
  readonly projection: OtelProjection;
  readonly growing: GrowingProjection;
}

/** Projects records of which some may be broken: those without which the others can be projected are left out, and named. */
export function projectSound(records: readonly OtelRecord[], warnings: WarningSet): SoundProjection {
  try {
    return beginProjection(records);
  } catch (error) {
    console.error("some records cannot be worked out; the others are", error);
  }
  const { sound, broken } = splitSound(records);
  for (const record of broken)
    warnings.add({
      code: "projection_failed",
      source: record.scope || "unnamed scope",
      message: "a record is kept, and its session could not be worked out from it; the server's log says why",
      sample: sampleOf(record),
    });
  return beginProjection(sound);
}

/**
 * Halves the records until the broken ones stand alone. Records can also break only together, so halves that are sound are
 * tried together once more.
 */
function splitSound(records: readonly OtelRecord[]): { sound: OtelRecord[]; broken: OtelRecord[] } {
  if (isSound(records)) return { sound: [...records], broken: [] };
  if (records.length <= 1) return { sound: [], broken: [...records] };
  const middle = Math.ceil(records.length / 2);
  const [first, second] = [splitSound(records.slice(0, middle)), splitSound(records.slice(middle))];
  const broken = [...first.broken, ...second.broken];
  const together = [...first.sound, ...second.sound];
  if (isSound(together)) return { sound: together, broken };
  const sound = [...first.sound];
  for (const record of second.sound) {
    if (isSound([...sound, record])) sound.push(record);
    else broken.push(record);
  }
  return { sound, broken };
}

function isSound(records: readonly OtelRecord[]): boolean {
  try {
    projectRecords(records);
    return true;
  } catch {
    return false;
  }
}
