import { describe, expect, it } from "vitest";
import { hashContent } from "@/lib/core/hash";
import type { TraceEvent } from "@/lib/core/trace/event";
import { decodeEvent, encodeEvent, listTextHashes } from "./encode";

const long = "a text that is too long to travel with its block, ".repeat(4);
const event: TraceEvent = {
  id: "t0",
  session: "s",
  type: "turn.recorded",
  turn: 0,
  at: 5,
  window: {
    entries: [
      "known",
      { id: "short", kind: "user_message", content: "go" },
      { id: "long", kind: "tool_result", content: long },
    ],
  },
  output: [{ id: "out", kind: "assistant_text", content: long }],
};

describe("encodeEvent", () => {
  it("takes long texts out, each by the core's hash, and leaves short ones in", () => {
    const { body, texts } = encodeEvent(event);
    expect(texts).toEqual([
      { hash: hashContent(long), text: long },
      { hash: hashContent(long), text: long },
    ]);
    expect(listTextHashes(body)).toEqual([hashContent(long), hashContent(long)]);
    expect(JSON.stringify(body)).not.toContain("too long");
    expect(JSON.stringify(body)).toContain('"go"');
  });

  it("comes back as it was", () => {
    const { json, texts } = encodeEvent(event);
    const byHash = new Map(texts.map(({ hash, text }) => [hash, text]));
    expect(decodeEvent("s", JSON.parse(json) as Record<string, unknown>, (hash) => byHash.get(hash))).toEqual(
      event,
    );
  });

  it("gives equal fingerprints to equal events, whatever the order of free-form keys, and others to others", () => {
    const started = (attributes: object): TraceEvent =>
      ({ id: "e", session: "s", type: "session.started", at: 1, attributes }) as TraceEvent;
    const fingerprint = (e: TraceEvent) => encodeEvent(e).fingerprint;
    expect(fingerprint(started({ a: 1, b: [2] }))).toBe(fingerprint(started({ b: [2], a: 1 })));
    expect(fingerprint(started({ a: 1 }))).not.toBe(fingerprint(started({ a: 2 })));
    expect(fingerprint({ ...event, turn: 1 })).not.toBe(fingerprint(event));
  });

  it("says when the log has lost a text", () => {
    expect(() => decodeEvent("s", encodeEvent(event).body, () => undefined)).toThrow(/missing from the log/);
  });
});
