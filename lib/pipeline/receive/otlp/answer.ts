import type { AppError, ErrorCode } from "@/lib/errors";
import type { OtelSignal, OtlpEncoding } from "@/lib/importers/otel/decoded";

/** OTLP over HTTP has two encodings. An answer uses the encoding of its request. */

const CONTENT_TYPE: Record<OtlpEncoding, string> = {
  protobuf: "application/x-protobuf",
  json: "application/json",
};

/** The encoding of a content type; `null` for another type. */
export function chooseEncoding(contentType: string | null): OtlpEncoding | null {
  const type = contentType?.split(";")[0]?.trim().toLowerCase();
  if (type === "application/x-protobuf" || type === "application/protobuf") return "protobuf";
  return type === "application/json" ? "json" : null;
}

const REFUSED_FIELD: Record<OtelSignal | "metrics", string> = {
  traces: "rejectedSpans",
  logs: "rejectedLogRecords",
  metrics: "rejectedDataPoints",
};

/** The answer to an accepted request. Without refusals and warnings it is empty, as the specification asks. */
export function answerAccepted(
  encoding: OtlpEncoding,
  signal: OtelSignal | "metrics",
  refused: number,
  message: string,
): Response {
  const isWhole = refused === 0 && message === "";
  if (encoding === "json") {
    const partial = { [REFUSED_FIELD[signal]]: refused, errorMessage: message };
    return answer(encoding, 200, JSON.stringify(isWhole ? {} : { partialSuccess: partial }));
  }
  const partial = Buffer.concat([
    ...(refused > 0 ? [encodeVarintField(1, refused)] : []),
    encodeTextField(2, message),
  ]);
  return answer(encoding, 200, isWhole ? Buffer.alloc(0) : encodeBytesField(1, partial));
}

const GRPC_CODE: Partial<Record<ErrorCode, number>> = {
  unauthorized: 16,
  forbidden: 7,
  not_found: 5,
  too_large: 8,
  rate_limited: 8,
  unavailable: 14,
  internal: 13,
};
const INVALID_ARGUMENT = 3;

/** The answer to a refused request: a `google.rpc.Status` in the encoding of the request. */
export function answerRefused(
  encoding: OtlpEncoding,
  { code, message, status, retryAfterS }: AppError,
): Response {
  const grpc = GRPC_CODE[code] ?? INVALID_ARGUMENT;
  const headers: Record<string, string> = retryAfterS === null ? {} : { "retry-after": String(retryAfterS) };
  if (encoding === "json") return answer(encoding, status, JSON.stringify({ code: grpc, message }), headers);
  return answer(
    encoding,
    status,
    Buffer.concat([encodeVarintField(1, grpc), encodeTextField(2, message)]),
    headers,
  );
}

function answer(
  encoding: OtlpEncoding,
  status: number,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Response {
  const bytes = typeof body === "string" ? body : new Uint8Array(body);
  return new Response(bytes, { status, headers: { "content-type": CONTENT_TYPE[encoding], ...headers } });
}

function encodeVarintField(number: number, value: number): Buffer {
  return Buffer.from([number << 3, ...encodeVarint(value)]);
}

function encodeTextField(number: number, text: string): Buffer {
  return text === "" ? Buffer.alloc(0) : encodeBytesField(number, Buffer.from(text, "utf8"));
}

function encodeBytesField(number: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...encodeVarint(bytes.length)]), bytes]);
}

function encodeVarint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}
