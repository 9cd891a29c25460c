import { addClients, addWarnings } from "@/lib/db/ingestion-notes";
import type { Database } from "@/lib/db/client";
import { storeRecords } from "@/lib/db/raw/store";
import type { Call } from "@/lib/importers/otel/calls";
import { dialectOf, factsOf } from "@/lib/importers/otel/dialects";
import type { OtelRecord } from "@/lib/importers/otel/record";
import { PROJECTION_FAILED } from "../../project/bring-up";
import { projectSoon } from "../../project/projector";
import { rawRecord } from "./record-id";
import { clientsOf } from "./seen-clients";
import type { FoundWarning } from "./warnings";
import { noteRecordWarnings, sampleOf, WarningSet } from "./warnings";

/** How long an answer waits for the sessions to be worked out; what was received is on disk before. */
const WAIT_MS_MAX = 3_000;

/**
 * Takes records in: keeps them, works out the sessions that they belong to, and notes what is wanting. When this returns
 * the records are on disk.
 * @returns the warnings that these records gave rise to
 */
export async function takeRecords(
  db: Database,
  project: string,
  records: readonly OtelRecord[],
  warnings: WarningSet = new WarningSet(),
): Promise<FoundWarning[]> {
  noteRecordWarnings(records, Date.now(), warnings);
  const calls = await keepAndProject(db, project, records.filter(isWorthKeeping), warnings);
  if (calls !== null) noteMissingContent(records, calls, warnings);
  const list = warnings.list();
  await addWarnings(db, project, list);
  await addClients(db, project, clientsOf(records));
  return list;
}

async function keepAndProject(
  db: Database,
  project: string,
  records: readonly OtelRecord[],
  warnings: WarningSet,
): Promise<readonly Call[] | null> {
  const inputs = records.map((record) => rawRecord(record));
  const { changed, streams } = await storeRecords(db, project, inputs);
  return changed === 0 ? null : projected(db, project, streams, warnings);
}

/** Codex writes thousands of spans about itself; those that say nothing about a window and name no session are passed over. */
function isWorthKeeping(record: OtelRecord): boolean {
  return dialectOf(record)?.id !== "codex" || record.signal !== "span" || factsOf(record).length > 0;
}

async function projected(
  db: Database,
  project: string,
  streams: readonly string[],
  warnings: WarningSet,
): Promise<readonly Call[] | null> {
  const run = projectSoon(db, project, streams).catch((error: unknown) => {
    console.error("records were kept, and their sessions could not be worked out", error);
    warnings.add(PROJECTION_FAILED);
    return null;
  });
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), WAIT_MS_MAX)));
  return Promise.race([run, patience]).finally(() => clearTimeout(timer));
}

/** Calls that these records tell of and whose messages nobody sent. */
function noteMissingContent(
  records: readonly OtelRecord[],
  calls: readonly Call[],
  warnings: WarningSet,
): void {
  const mine = new Set(records.map(nameOf));
  for (const call of calls) {
    if (call.messages !== undefined || call.completeness === "stored_elsewhere") continue;
    const record = call.parts.map((part) => part.record).find((part) => mine.has(nameOf(part)));
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

function nameOf({ signal, traceId, spanId, start, name }: OtelRecord): string {
  return `${signal} ${traceId} ${spanId} ${signal === "log" ? `${start} ${name}` : ""}`;
}
