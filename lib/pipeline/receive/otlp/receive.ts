import type { Database } from "@/lib/db/client";
import { addWarnings } from "@/lib/db/ingestion-notes";
import { AppError } from "@/lib/errors";
import { OTLP_BODY_BYTES_MAX, OTLP_INFLATE_RATIO, OTLP_WIRE_BYTES_MAX } from "@/lib/api/limits/http";
import { bodyBytes, bodyChunks } from "@/lib/http/read-body";
import { countRecords } from "@/lib/metrics";
import { takeBody } from "./take-body";
import type { FoundWarning } from "../../records/warnings";
import { myTurn } from "@/lib/http/turns";
import { accepted } from "./answer";
import { decodeBody } from "../../records/decode-body";
import type { Decoded, OtelSignal, OtlpEncoding } from "@/lib/importers/otel/decoded";
import { DecodeError } from "@/lib/importers/otel/decoded";

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
  const bytes = await bodyBytes(request, LIMITS);
  await myTurn();
  const decoded = await decodedBody(db, project, bytes, signal, encoding);
  const found = await takeBody(db, project, { bytes, signal, encoding, decoded });
  countRecords(`/v1/${signal}`, { accepted: decoded.records.length, rejected: decoded.refusedCount });
  return accepted(encoding, signal, decoded.refusedCount, messageOf(decoded, found));
}

/** Within the limits; the data is dropped. */
export async function discardBody(request: Request): Promise<void> {
  for await (const _chunk of bodyChunks(request, LIMITS)) continue;
}

async function decodedBody(
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

function messageOf(decoded: Decoded, found: readonly FoundWarning[]): string {
  const reasons = [...decoded.refused].map(([reason, count]) => `${count} refused: ${reason}`);
  const answered = found.filter((warning) => TOLD.has(warning.code));
  return [
    ...reasons,
    ...answered.map((warning) => `${warning.source}: ${warning.message} (${warning.count})`),
  ].join("; ");
}
