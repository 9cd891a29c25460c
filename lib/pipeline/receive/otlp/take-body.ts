import type { Database } from "@/lib/db/client";
import type { Decoded, OtelSignal, OtlpEncoding } from "@/lib/importers/otel/decoded";
import { COMMIT_LIMITS } from "../commits";
import { takeRecords } from "../telemetry/take-records";
import type { FoundWarning } from "../../records/warnings";
import { noteBodyWarnings, noteToldWarnings, WarningSet } from "../../records/warnings";
import { bodyCommits } from "./commit-bodies";
import { partsOf } from "./body-parts";
import { unpackBodies } from "../../project/unpack-bodies";

/** The body of an export request, and what it says. */
export interface TakenBody {
  readonly bytes: Buffer;
  readonly signal: OtelSignal;
  readonly encoding: OtlpEncoding;
  readonly decoded: Decoded;
}

/**
 * Takes a body in: when this returns its records are on disk. The body is kept as it came, and a worker unpacks it. Where
 * spans in it came before, or where it is large, its records are stored at once: the answer then says whether one of them
 * says something else than before.
 * @returns the warnings that the answer may tell
 */
export async function takeBody(db: Database, project: string, body: TakenBody): Promise<FoundWarning[]> {
  const { bytes, signal, encoding, decoded } = body;
  const { records } = decoded;
  const receivedAt = new Date();
  if (records.length > 0 && bytes.length <= COMMIT_LIMITS.bytesPerCommit) {
    const given = { bytes, signal, encoding, receivedAt, parts: partsOf(project, records) };
    const result = await bodyCommits.add(db, project, given, bytes.length);
    if (result.kept) return warningsTold(body, receivedAt);
    await unpackBodies(db, project, result.before);
  }
  const warnings = new WarningSet();
  noteBodyWarnings(decoded, signal, warnings);
  return takeRecords(db, project, records, warnings);
}

function warningsTold({ decoded, signal }: TakenBody, receivedAt: Date): FoundWarning[] {
  const warnings = new WarningSet();
  noteBodyWarnings(decoded, signal, warnings);
  noteToldWarnings(decoded.records, receivedAt.getTime(), warnings);
  return warnings.list();
}
