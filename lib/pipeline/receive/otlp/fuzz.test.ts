import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { makeAssembler, extractTexts } from "@/lib/db/raw/tree";
import { projectRecords } from "@/lib/importers/otel/project";
import type { OtelRecord } from "@/lib/importers/otel/spans/record";
import { capturedBodies } from "@/lib/testing/captures";
import { fuzzBodies } from "@/lib/testing/drawn/fuzz-bodies";
import { protobufOf } from "@/lib/testing/otlp-bodies";
import { decodeJson } from "@/lib/importers/otel/decode-json";
import { decodeProtobuf } from "../../records/decode-protobuf";
import { DecodeError } from "@/lib/importers/otel/decoded";

const MUTATIONS = 5_000;
const PROJECT_EVERY = 20;
/** The most additional memory at any moment, whatever sizes the bodies state. */
const GROWTH_BYTES_MAX = 512 * 1024 * 1024;
const LOOK_EVERY = 500;

function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function mutateBytes(bytes: Buffer, next: (below: number) => number): Buffer {
  const copy = Buffer.from(bytes);
  for (let i = 0; i <= next(4); i++) copy[next(copy.length)] = next(256);
  const at = next(copy.length);
  switch (next(4)) {
    case 0:
      return copy.subarray(0, at);
    case 1:
      return Buffer.concat([copy.subarray(0, at), copy.subarray(next(copy.length))]);
    default:
      return copy;
  }
}

const ODD: readonly unknown[] = [
  null,
  -1,
  1e308,
  "",
  "[",
  [[]],
  {},
  { stringValue: 5 },
  "999999999999999999999",
  true,
  { kvlistValue: 3 },
];

function mutateJson(node: unknown, next: (below: number) => number): unknown {
  if (next(60) === 0) return ODD[next(ODD.length)];
  if (Array.isArray(node)) return (node as unknown[]).map((item) => mutateJson(item, next));
  if (typeof node === "string") return next(12) === 0 ? node.slice(0, next(node.length)) : node;
  if (node === null || typeof node !== "object") return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, mutateJson(value, next)]));
}

function survive(decode: () => { records: readonly OtelRecord[] }, alsoProject: boolean): void {
  let records: readonly OtelRecord[];
  try {
    ({ records } = decode());
  } catch (error) {
    if (error instanceof DecodeError) return;
    throw error;
  }
  if (!alsoProject) return;
  const texts = new Map<string, string>();
  const kept = records.map((record) => JSON.parse(JSON.stringify(extractTexts(record, texts))) as unknown);
  const read = kept.map(makeAssembler((hash) => texts.get(hash) ?? "")) as OtelRecord[];
  const { events, sources } = projectRecords(read);
  for (const id of sources.keys()) foldSession(events.filter((event) => event.session === id));
}

function repeatedly(work: (i: number) => void): void {
  const before = process.memoryUsage();
  for (let i = 0; i < MUTATIONS; i++) {
    work(i);
    if (i % LOOK_EVERY > 0) continue;
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    expect(heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers).toBeLessThan(GROWTH_BYTES_MAX);
  }
}

const bodies = [
  ...fuzzBodies(),
  ...["semconv-manual-json", "anthropic-native-json", "langfuse-v5"].flatMap(smallBody),
];

function smallBody(folder: string): { signal: "traces"; body: object }[] {
  const [first] = capturedBodies(folder);
  const body = JSON.parse(first?.bytes.toString("utf8") ?? "{}") as {
    resourceSpans?: { scopeSpans: { spans: unknown[] }[] }[];
  };
  for (const scoped of body.resourceSpans?.flatMap((group) => group.scopeSpans) ?? []) scoped.spans.splice(3);
  return [{ signal: "traces", body }];
}

describe("hostile bodies", () => {
  it(`${MUTATIONS} mutations in protobuf are decoded or refused, and never break anything`, () => {
    const next = generator(7);
    const encoded = bodies.map(({ signal, body }) => ({ signal, bytes: protobufOf(body) }));
    repeatedly((i) => {
      const picked = encoded[i % encoded.length];
      if (picked === undefined) throw new Error("there are bodies");
      const mutated = mutateBytes(picked.bytes, next);
      survive(() => decodeProtobuf(mutated, picked.signal), i % PROJECT_EVERY === 0);
    });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it(`${MUTATIONS} mutations in JSON are decoded or refused, and never break anything`, () => {
    const next = generator(11);
    repeatedly((i) => {
      const picked = bodies[i % bodies.length];
      if (picked === undefined) throw new Error("there are bodies");
      const mutated = mutateJson(picked.body, next);
      survive(() => decodeJson(mutated, picked.signal), i % PROJECT_EVERY === 0);
    });
  });

  it("numbered attributes beyond belief and JSON beyond depth cost nothing", () => {
    const deep = "[".repeat(200_000) + "]".repeat(200_000);
    const attributes = [
      ["openinference.span.kind", "LLM"],
      ["llm.input_messages.999999999.message.role", "user"],
      ["llm.input_messages.__proto__.polluted", "yes"],
      ["llm.input_messages.0.message.role", "user"],
      ["llm.input_messages.0.message.content", "hello"],
      ["input.value", deep],
      ["gen_ai.input.messages", deep],
    ].map(([key, value]) => ({ key, value: { stringValue: value } }));
    const span = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331", attributes };
    const body = { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] };
    const { records } = decodeJson(body, "traces");
    const texts = new Map<string, string>();
    extractTexts(records[0], texts);
    const [call] = projectRecords(records).calls;
    expect(call?.messages).toEqual([{ role: "user", items: [{ kind: "user_message", content: "hello" }] }]);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });
});
