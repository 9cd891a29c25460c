import { parseJson } from "@/lib/http/read-body";
import { decodeJson } from "@/lib/importers/otel/decode-json";
import type { Decoded, OtelSignal, OtlpEncoding } from "@/lib/importers/otel/decoded";
import { decodeProtobuf } from "./decode-protobuf";

/**
 * What the body of an export request says.
 * @throws DecodeError when it is no such request, AppError `invalid_json` when it is no JSON
 */
export function decodeBody(bytes: Buffer, signal: OtelSignal, encoding: OtlpEncoding): Decoded {
  if (encoding === "protobuf") return decodeProtobuf(bytes, signal);
  return decodeJson(bytes.length === 0 ? {} : parseJson(bytes.toString("utf8")), signal);
}
