import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseEvent } from "./parse-event";

const turn = { id: "e1", session: "s", at: "2026-01-05T09:00:00Z", type: "turn.recorded", turn: 0 };
const issueOf = (event: unknown) => {
  const parsed = parseEvent(event);
  return parsed.ok ? null : parsed.issue;
};

describe("parseEvent", () => {
  it("reads a good event", () => {
    expect(parseEvent({ ...turn, usage: { input: 10 } })).toMatchObject({
      ok: true,
      event: { turn: 0, at: Date.UTC(2026, 0, 5, 9) },
      warnings: [],
    });
  });

  it("takes a count of one kind of media without the others", () => {
    const block = { id: "b", kind: "tool_result", content: "", media: { image: 2 } };
    const event = { ...turn, type: "block.recorded", block };
    expect(parseEvent(event)).toMatchObject({ ok: true, event: { block } });
    expect(issueOf({ ...event, block: { ...block, media: { smell: 1 } } })?.path).toMatch(/^block\.media/);
  });

  it.each([
    ["an unknown type", { ...turn, type: "turn.imagined" }, "type"],
    ["a missing field", { ...turn, turn: undefined }, "turn"],
    ["a mistyped field", { ...turn, turn: "3" }, "turn"],
    ["negative tokens", { ...turn, usage: { input: -1 } }, "usage.input"],
    ["tokens of 1e308", { ...turn, usage: { input: 1e308 } }, "usage.input"],
    ["a field that does not exist", { ...turn, tokns: 1 }, "tokns"],
    ["a time that is none", { ...turn, at: "yesterday" }, "at"],
    [
      "a wrong kind deep inside",
      { ...turn, window: { entries: ["a", { id: "b", kind: "poem" }] } },
      "window.entries[1].kind",
    ],
    ["a window both whole and as an edit", { ...turn, window: { entries: [], append: ["a"] } }, "window"],
    ["a newer version", { ...turn, v: 99 }, "v"],
    ["no object at all", [turn], ""],
  ])("refuses %s and names the field", (_, event, path) => {
    expect(issueOf(event)?.path).toBe(path);
  });

  it("refuses ten thousand levels of nesting without falling over", () => {
    let deep: unknown = 1;
    for (let i = 0; i < 10_000; i++) deep = [deep];
    expect(issueOf({ ...turn, attributes: deep })?.code).toBe("too_deep");
  });

  it("keeps NUL and lone surrogates as visible symbols, and says so", () => {
    const parsed = parseEvent({ ...turn, error: "a\u0000b\ud800c" });
    expect(parsed).toMatchObject({
      ok: true,
      event: { error: "a\u2400b\ufffdc" },
      warnings: [{ code: "text_replaced" }],
    });
  });

  it.each(["0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])(
    "keeps an event of %s but does not believe its clock",
    (at) => {
      expect(parseEvent({ ...turn, at })).toMatchObject({
        ok: true,
        event: { at: null },
        warnings: [{ code: "time_not_believed" }],
      });
    },
  );

  it("is total over any JSON value", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => typeof parseEvent(value).ok === "boolean"));
  });
});
