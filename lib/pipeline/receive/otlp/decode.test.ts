import { describe, expect, it } from "vitest";
import { logsJson, protobufOf, tracesJson } from "@/lib/testing/otlp-bodies";
import { decodeJson } from "@/lib/importers/otel/decode-json";
import { decodeProtobuf } from "../../records/decode-protobuf";

const AT = Date.UTC(2026, 0, 1);
const traces = tracesJson("scope", [
  {
    id: "one",
    name: "chat",
    at: AT,
    attributes: {
      text: "a",
      flag: true,
      count: 7,
      big: -3,
      part: 0.5,
      list: ["x", 1],
      nested: { a: { b: null } },
    },
    events: [{ name: "e", attributes: { k: "v" } }],
    dropped: 4,
    error: "it broke",
  },
  { id: "two", parent: "one", name: "tool", at: AT + 1 },
]);
const logs = logsJson("scope", [
  { span: "one", name: "details", at: AT, body: { a: [1] }, attributes: { k: "v" } },
]);

describe("the decoders", () => {
  it("refuse a body whose list is none, by its name", () => {
    expect(() => decodeJson({ resourceSpans: 3 }, "traces")).toThrow("resourceSpans: expected a list");
    expect(decodeJson({}, "traces").records).toEqual([]);
  });

  it("read the same out of both encodings", () => {
    const json = decodeJson(traces, "traces");
    expect(decodeProtobuf(protobufOf(traces), "traces").records).toEqual(json.records);
    expect(json.records[0]).toMatchObject({
      signal: "span",
      traceId: "0af7651916cd43dd8448eb211c80319c",
      name: "chat",
      scope: "scope",
      start: AT,
      end: AT + 5,
      dropped: 4,
      error: "it broke",
      attributes: {
        text: "a",
        flag: true,
        count: 7,
        big: -3,
        part: 0.5,
        list: ["x", 1],
        nested: { a: { b: null } },
      },
    });
    expect(json.records[1]?.parentSpanId).toBe(json.records[0]?.spanId);
    expect(decodeProtobuf(protobufOf(logs), "logs").records).toEqual(decodeJson(logs, "logs").records);
  });

  it("keep 64-bit integers exact and accept what clients write instead", () => {
    const attribute = (value: unknown) => [{ key: "n", value }];
    const span = (attributes: unknown, more: object = {}) => ({
      resourceSpans: [
        {
          scopeSpans: [
            {
              spans: [
                {
                  traceId: "CvdlGRbNQ92ESOshHIAxnA==",
                  spanId: "b7ad6b7169203331".toUpperCase(),
                  startTimeUnixNano: 1_700_000_000_000_000_000,
                  attributes,
                  ...more,
                },
              ],
            },
          ],
        },
      ],
    });
    const read = (body: object) => decodeJson(body, "traces").records[0];
    expect(read(span(attribute({ intValue: "9223372036854775807" })))?.attributes.n).toBe(
      "9223372036854775807",
    );
    expect(read(span(attribute({ intValue: 18787 })))?.attributes.n).toBe(18_787);
    expect(read(span([], { status: { code: "STATUS_CODE_ERROR" }, parentSpanId: "" }))).toMatchObject({
      traceId: "0af7651916cd43dd8448eb211c80319c",
      spanId: "b7ad6b7169203331",
      parentSpanId: "",
      start: 1_700_000_000_000,
      error: "error",
    });
  });

  it("name the path that a body belongs to", () => {
    expect(() => decodeJson(logs, "traces")).toThrow("/v1/logs");
    expect(() => decodeJson(traces, "logs")).toThrow("/v1/traces");
    expect(() => decodeProtobuf(protobufOf(logs), "traces")).toThrow("/v1/logs");
    expect(() => decodeProtobuf(protobufOf(traces), "logs")).toThrow("/v1/traces");
  });

  it("take an empty request for an empty one, and refuse spans without ids one by one", () => {
    expect(decodeProtobuf(Buffer.alloc(0), "traces").records).toEqual([]);
    expect(decodeJson({}, "traces").records).toEqual([]);
    const bodies = {
      resourceSpans: [{ scopeSpans: [{ spans: [{ name: "no ids" }, { traceId: "00", spanId: "11" }] }] }],
    };
    const decoded = decodeJson(bodies, "traces");
    expect([decoded.records.length, decoded.refusedCount]).toEqual([0, 2]);
  });

  it("read fields also under their names in the protocol's files, and under the name of an older version", () => {
    expect(decodeJson(withFileNames(traces), "traces").records).toEqual(decodeJson(traces, "traces").records);
    expect(decodeJson(withFileNames(logs), "logs").records).toEqual(decodeJson(logs, "logs").records);
    expect(() => decodeJson(withFileNames(logs), "traces")).toThrow("/v1/logs");
    const older = JSON.parse(
      JSON.stringify(traces)
        .replaceAll('"scopeSpans"', '"instrumentationLibrarySpans"')
        .replaceAll('"scope":{', '"instrumentationLibrary":{'),
    ) as unknown;
    expect(decodeJson(older, "traces").records).toEqual(decodeJson(traces, "traces").records);
  });

  it("take nothing without a word: whatever list of a request is lost or misnamed is refused", () => {
    expect(() => decodeJson({ spans: [] }, "traces")).toThrow(
      "resourceSpans: expected a list; the body has spans",
    );
    for (const list of ["scopeSpans", "spans"]) {
      for (const broken of [{ name: "x" }, 3, "spans", [1, null]]) {
        const misnamed = decodeJson(replaced(traces, list, list.toUpperCase()), "traces");
        const strange = decodeJson(replaced(traces, list, list, broken), "traces");
        expect([misnamed.records.length, misnamed.refusedCount > 0]).toEqual([0, true]);
        expect([strange.records.length, strange.refusedCount > 0]).toEqual([0, true]);
      }
    }
    // An encoder leaves out a list that is empty.
    const empty = decodeJson({ resourceSpans: [{ resource: { attributes: [] } }] }, "traces");
    expect([empty.records.length, empty.refusedCount]).toEqual([0, 0]);
  });

  it("reject every truncation of a protobuf body that cuts a field", () => {
    const whole = protobufOf(traces);
    for (let length = 1; length < whole.length; length++)
      expect(() => decodeProtobuf(whole.subarray(0, length), "traces")).toThrow();
  });

  it("leave out what is nested beyond belief, and keys that reach an object's machinery", () => {
    const deep = Array.from({ length: 100 }).reduce<object>(
      (value) => ({ arrayValue: { values: [value] } }),
      { stringValue: "x" },
    );
    const body = {
      resourceSpans: [
        {
          scopeSpans: [
            {
              spans: [
                {
                  traceId: "0af7651916cd43dd8448eb211c80319c",
                  spanId: "b7ad6b7169203331",
                  attributes: [
                    { key: "deep", value: deep },
                    {
                      key: "__proto__",
                      value: { kvlistValue: { values: [{ key: "polluted", value: { boolValue: true } }] } },
                    },
                    { key: "constructor", value: { stringValue: "x" } },
                  ],
                },
              ],
            },
          ],
        },
      ],
    };
    const decoded = decodeJson(body, "traces");
    expect(decoded.cut).toBe(1);
    expect(Object.keys(decoded.records[0]?.attributes ?? {})).toEqual(["deep"]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

function withFileNames(value: unknown): unknown {
  const text = JSON.stringify(value);
  return JSON.parse(
    text.replace(
      /"([a-z]+(?:[A-Z][a-z]+)+)":/g,
      (_, key: string) => `"${key.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)}":`,
    ),
  );
}

/** The same body with another name of a list, or with something else in its place. */
function replaced(body: unknown, name: string, to: string, content?: unknown): unknown {
  if (Array.isArray(body)) return body.map((item) => replaced(item, name, to, content));
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) =>
      key === name ? [to, content ?? value] : [key, replaced(value, name, to, content)],
    ),
  );
}
