import { describe, expect, it } from "vitest";
import { parseEvent } from "./parse-event";
import { JSON_FIELDS_MAX } from "./well-formed";

describe("an event with very many fields", () => {
  it.each([
    ["side by side", () => Object.fromEntries(Array.from({ length: 1_000_000 }, (_, i) => [`a${i}`, i]))],
    ["in a list", () => ({ list: Array.from({ length: JSON_FIELDS_MAX + 1 }, () => 0) })],
    ["below one another", () => ({ a: Array.from({ length: 500 }, () => ({ b: Array(500).fill(0) })) })],
  ])("is refused: %s", (_, make) => {
    const event = { id: "e", session: "s", type: "session.started", attributes: make() };
    expect(parseEvent(event)).toMatchObject({ ok: false, issue: { code: "too_many_fields" } });
  });
});
