import { expect } from "vitest";
import { postTraces } from "@/lib/api/endpoints/otlp";
import type { Database } from "@/lib/db/client";
import { serveOtlp } from "@/lib/pipeline/receive/otlp/serve-otlp";
import type { TestSpan } from "./otlp-bodies";
import { protobufOf, tracesJson } from "./otlp-bodies";

/** Sends spans to the route of traces, which has to take them. @returns the text of its answer */
export async function postSpans(db: Database, spans: readonly TestSpan[], asBytes = false): Promise<string> {
  const json = tracesJson("app", spans);
  const body = asBytes ? new Uint8Array(protobufOf(json)) : JSON.stringify(json);
  const type = asBytes ? "application/x-protobuf" : "application/json";
  const init = { method: "POST", headers: { "content-type": type }, body };
  const receive = serveOtlp(postTraces, "traces", () => db);
  const answer = await receive(new Request("http://127.0.0.1/v1/traces", init));
  expect(answer.status).toBe(200);
  return answer.text();
}
