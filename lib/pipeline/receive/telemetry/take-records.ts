import type { Database } from "@/lib/db/client";
import type { OtelRecord } from "@/lib/importers/otel/spans/record";
import { recordCommits, sizeOfRecords, warningCommits } from "../commits";
import { isWorthKeeping, makeRawRecord } from "../../records/record-id";
import { noteClientsSoon } from "../note-clients";
import { listClients } from "../../records/seen-clients";
import type { FoundWarning } from "../../records/warnings";
import { noteDiffering, noteRecordWarnings, WarningSet } from "../../records/warnings";

/**
 * Stores records of telemetry. When this returns they are on disk, and their sessions follow soon.
 * @returns the warnings about these records
 */
export async function takeRecords(
  db: Database,
  project: string,
  records: readonly OtelRecord[],
  warnings: WarningSet = new WarningSet(),
): Promise<FoundWarning[]> {
  noteRecordWarnings(records, Date.now(), warnings);
  const recordByInput = new Map(
    records.filter(isWorthKeeping).map((record) => [makeRawRecord(record), record]),
  );
  const inputs = [...recordByInput.keys()];
  const differing =
    inputs.length > 0 ? await recordCommits.add(db, project, inputs, sizeOfRecords(inputs)) : [];
  noteDiffering(
    differing.flatMap((input) => recordByInput.get(input) ?? []),
    warnings,
  );
  const list = warnings.list();
  if (list.length > 0) await warningCommits.add(db, project, list, 0);
  noteClientsSoon(db, project, listClients(records));
  return list;
}
