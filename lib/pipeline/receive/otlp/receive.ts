import type { Database } from "@/lib/db/client";
import { addWarnings } from "@/lib/db/ingestion-notes";
import { AppError } from "@/lib/errors";
import { OTLP_BODY_BYTES_MAX, OTLP_INFLATE_RATIO, OTLP_WIRE_BYTES_MAX } from "@/lib/api/limits/http";
import { readBodyBytes, streamBody } from "@/lib/http/read-body";
import { countRecords } from "@/lib/metrics";
import type { FoundWarning } from "../../records/warnings";
import { nextRound } from "@/lib/rounds";
import { answerAccepted } from "./answer";
import { decodeBody } from "../../records/decode-body";
import type { Decoded, OtelSignal, OtlpEncoding } from "@/lib/importers/otel/decoded";
import { DecodeError } from "@/lib/importers/otel/decoded";
import { COMMIT_LIMITS } from "../commits";
import { takeRecords } from "../telemetry/take-records";
import { noteBodyWarnings, noteToldWarnings, WarningSet } from "../../records/warnings";
import { bodyCommits } from "./commit-bodies";
import { splitBodyParts } from "./body-parts";
import { unpackBodies } from "../../project/unpack-bodies";

const LIMITS = {
  wireBytesMax: OTLP_WIRE_BYTES_MAX,
  bodyBytesMax: OTLP_BODY_BYTES_MAX,
  inflateRatio: OTLP_INFLATE_RATIO,
};

/** Warnings for the client's developer, also sent in the answer. */
const TOLD: ReadonlySet<string> = new Set([
  "attributes_dropped",
  "content_truncated",
  "no_content",
  "clock_ahead",
  "value_cut",
  "field_lost",
  "event_refused",
  "record_differs",
]);

/**
 * @returns the answer, with refusals and warnings
 * @throws AppError when nothing can be accepted
 */
export async function receiveOtlp(
  db: Database,
  project: string,
  request: Request,
  signal: OtelSignal,
  encoding: OtlpEncoding,
): Promise<Response> {
  const bytes = await readBodyBytes(request, LIMITS);
  await nextRound();
  const decoded = await decodeOrWarn(db, project, bytes, signal, encoding);
  const found = await takeBody(db, project, { bytes, signal, encoding, decoded });
  countRecords(`/v1/${signal}`, { accepted: decoded.records.length, rejected: decoded.refusedCount });
  return answerAccepted(encoding, signal, decoded.refusedCount, writeMessage(decoded, found));
}

/** Within the limits; the data is dropped. */
export async function discardBody(request: Request): Promise<void> {
  for await (const _chunk of streamBody(request, LIMITS)) continue;
}

async function decodeOrWarn(
  db: Database,
  project: string,
  bytes: Buffer,
  signal: OtelSignal,
  encoding: OtlpEncoding,
): Promise<Decoded> {
  try {
    return decodeBody(bytes, signal, encoding);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const isElsewhere = error.message.includes("send it to");
    const code = isElsewhere ? "wrong_path" : "undecodable";
    const message = isElsewhere ? error.message : "a body could not be decoded";
    await addWarnings(db, project, [
      { code, source: `/v1/${signal}`, message, count: 1, sample: { bytes: bytes.length } },
    ]);
    throw new AppError("invalid_body", error.message);
  }
}

function writeMessage(decoded: Decoded, found: readonly FoundWarning[]): string {
  const reasons = [...decoded.refused].map(([reason, count]) => `${count} refused: ${reason}`);
  const answered = found.filter((warning) => TOLD.has(warning.code));
  return [
    ...reasons,
    ...answered.map((warning) => `${warning.source}: ${warning.message} (${warning.count})`),
  ].join("; ");
}

/** The body of an export request, and what it says. */
interface TakenBody {
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
    const givenBody = { bytes, signal, encoding, receivedAt, parts: splitBodyParts(project, records) };
    const result = await bodyCommits.add(db, project, givenBody, bytes.length);
    if (result.kept) return listWarnings(body, receivedAt);
    await unpackBodies(db, project, result.before);
  }
  const warnings = new WarningSet();
  noteBodyWarnings(decoded, signal, warnings);
  return takeRecords(db, project, records, warnings);
}

function listWarnings({ decoded, signal }: TakenBody, receivedAt: Date): FoundWarning[] {
  const warnings = new WarningSet();
  noteBodyWarnings(decoded, signal, warnings);
  noteToldWarnings(decoded.records, receivedAt.getTime(), warnings);
  return warnings.list();
}
