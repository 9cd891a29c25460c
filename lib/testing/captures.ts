import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";

const CAPTURES = path.resolve(import.meta.dirname, "fixtures/captures");

export interface CapturedBody {
  readonly path: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

export interface CaptureFigures {
  readonly kind: "otlp" | "raw";
  readonly spans: number;
  readonly logs: number;
  readonly model_spans: number;
  readonly tool_spans: number;
  readonly session_ids: Readonly<Record<string, readonly string[]>>;
  readonly input_messages_per_model_span: readonly number[];
  readonly dropped_attributes: number;
  readonly model_calls: number;
}

export function captureFigures(): Readonly<Record<string, CaptureFigures>> {
  return JSON.parse(readFileSync(path.join(CAPTURES, "expected.json"), "utf8")) as Record<
    string,
    CaptureFigures
  >;
}

export function capturedBodies(folder: string): CapturedBody[] {
  const files = readdirSync(path.join(CAPTURES, folder)).filter((name) =>
    /^\d{3}-\w*v1_(traces|logs|metrics)\.(pb|json)\.gz$/.test(name),
  );
  return files.sort().map((name) => {
    return {
      path: `/${name.replace(/^\d+-/, "").replace(/\..*$/, "").replace("api_public_otel_", "api/public/otel/").replace("v1_", "v1/")}`,
      contentType: name.endsWith(".pb.gz") ? "application/x-protobuf" : "application/json",
      bytes: gunzipSync(readFileSync(path.join(CAPTURES, folder, name))),
    };
  });
}

export function capturedCalls(folder: string): unknown[] {
  const text = gunzipSync(readFileSync(path.join(CAPTURES, folder, "calls.jsonl.gz"))).toString("utf8");
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as unknown]));
}
