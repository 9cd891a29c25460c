import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeJson } from "./decode-json";

const value = fc.oneof(
  fc.string().map((stringValue) => ({ stringValue })),
  fc.boolean().map((boolValue) => ({ boolValue })),
  fc.oneof(fc.integer(), fc.integer().map(String)).map((intValue) => ({ intValue })),
  fc.double({ noNaN: true }).map((doubleValue) => ({ doubleValue })),
  fc.string().map((text) => ({ arrayValue: { values: [{ stringValue: text }, { intValue: 7 }] } })),
  fc
    .string()
    .map((text) => ({ kvlistValue: { values: [{ key: "inner_key", value: { stringValue: text } }] } })),
  fc.constant({ bytesValue: "AQID" }),
);
const name = fc.constantFrom(
  ...[
    "gen_ai.request.model",
    "llm.input_messages.0.message.content",
    "ai.prompt",
    "input.value",
    "traceloop.span.kind",
  ],
);
const span = fc.record({
  name: fc.constantFrom("chat", "tool", ""),
  attributes: fc.uniqueArray(fc.record({ key: name, value }), { selector: ({ key }) => key }),
  hasTime: fc.boolean(),
});

/** What is no value of the protocol, and is easily written in its place. */
const STRANGE: readonly unknown[] = [
  "text",
  7,
  ["text"],
  { text: "x" },
  { stringValue: 5 },
  { intValue: "many" },
  { arrayValue: 3 },
];

interface Drawn {
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
  readonly hasTime: boolean;
}

/** With hexadecimal ids, or in base64 as generic tools write them. */
function bodyOf(spans: readonly Drawn[], ids: BufferEncoding = "hex") {
  const idOf = (no: number, bytes: number) => Buffer.alloc(bytes, no + 1).toString(ids);
  return {
    resourceSpans: [
      {
        resource: { attributes: [{ key: "service.name", value: { stringValue: "shop" } }] },
        scopeSpans: [
          {
            scope: { name: "scope" },
            spans: spans.map(({ hasTime, ...one }, no) => ({
              traceId: idOf(no, 16),
              spanId: idOf(no, 8),
              ...one,
              ...(hasTime
                ? { startTimeUnixNano: "1700000000000000000", endTimeUnixNano: 1_700_000_001_000_000_000 }
                : {}),
            })),
          },
        ],
      },
    ],
  };
}

/** Under the names of the protocol's files, in the objects that `isRenamed` draws. */
function renamed(given: unknown, isRenamed: () => boolean): unknown {
  if (Array.isArray(given)) return given.map((one) => renamed(one, isRenamed));
  if (given === null || typeof given !== "object") return given;
  const hasFileNames = isRenamed();
  return Object.fromEntries(
    Object.entries(given).map(([key, inside]) => [
      hasFileNames ? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : key,
      renamed(inside, isRenamed),
    ]),
  );
}

describe("a drawn body", () => {
  it("says the same under the names of the protocol's files, in whichever of its objects, and with ids in base64", () => {
    fc.assert(
      fc.property(fc.array(span, { maxLength: 4 }), fc.infiniteStream(fc.boolean()), (spans, draws) => {
        const { records, refusedCount, lost } = decodeJson(bodyOf(spans), "traces");
        expect([records.length, refusedCount, lost.size]).toEqual([spans.length, 0, 0]);
        for (const { attributes } of spans)
          for (const { key } of attributes)
            expect(records.some((record) => record.attributes[key] !== undefined)).toBe(true);
        const isRenamed = () => draws.next().value ?? false;
        expect(decodeJson(renamed(bodyOf(spans), isRenamed), "traces").records).toEqual(records);
        expect(
          decodeJson(
            renamed(bodyOf(spans, "base64"), () => true),
            "traces",
          ).records,
        ).toEqual(records);
      }),
    );
  });

  it("loses no part of a span without a word", () => {
    const strange = fc.constantFrom(...STRANGE);
    fc.assert(
      fc.property(
        span,
        strange,
        fc.constantFrom("value", "attributes", "events", "status", "time", "own"),
        (one, odd, place) => {
          const { attributes } = one;
          const broken = {
            ...one,
            ...(place === "value" ? { attributes: [...attributes, { key: "odd", value: odd }] } : {}),
            ...(place === "attributes" ? { attributes: { "gen_ai.system": odd } } : {}),
            ...(place === "events" ? { events: { name: odd } } : {}),
            ...(place === "status" ? { status: "STATUS_CODE_ERROR" } : {}),
            ...(place === "time" ? { startTimeUnixNano: "2026-01-01T00:00:00Z", hasTime: false } : {}),
            ...(place === "own" ? { tags: odd } : {}),
          } as unknown as Drawn;
          const { records, refusedCount, lost } = decodeJson(bodyOf([broken]), "traces");
          expect([records.length + refusedCount, lost.size > 0]).toEqual([1, true]);
        },
      ),
    );
  });
});
