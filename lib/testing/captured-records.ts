import { decodeJson } from "@/lib/importers/otel/decode-json";
import { decodeProtobuf } from "@/lib/pipeline/records/decode-protobuf";
import type { OtelRecord } from "@/lib/importers/otel/spans/record";
import { makeCallRecord } from "@/lib/importers/otel/call-record";
import { capturedBodies, capturedCalls } from "./captures";

export function capturedRecords(folder: string): OtelRecord[] {
  if (folder.startsWith("raw-")) return rawRecords(folder);
  return capturedBodies(folder).flatMap(({ path, contentType, bytes }) => {
    if (path.endsWith("/metrics")) return [];
    const signal = path.endsWith("/logs") ? "logs" : "traces";
    const decoded = contentType.includes("json")
      ? decodeJson(JSON.parse(bytes.toString("utf8")), signal)
      : decodeProtobuf(bytes, signal);
    return decoded.records;
  });
}

export const RAW_SESSION = "raw-session";

function rawRecords(folder: string): OtelRecord[] {
  return capturedCalls(folder).map((call, i) => {
    const { at, request, response } = call as { at: string; request: unknown; response: unknown };
    return makeCallRecord({
      id: `call-${i}`,
      session: RAW_SESSION,
      startedAt: Date.parse(at),
      request,
      response,
    });
  });
}
