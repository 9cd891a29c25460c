import { describe, expect, it } from "vitest";
import { listUnknownKeys } from "./known-keys";
import { defineRecord, field } from "./record-type";

const ROW = defineRecord({
  uuid: field.id("its id"),
  cwd: field.name("the folder"),
  steps: field.list(defineRecord({ tokens: field.tokens("that were read") }), "what was done"),
  hookCount: field.left("prices and sums", "of hooks"),
});

describe("a declared record", () => {
  it("reads what is there; what is damaged is as if it were not there", () => {
    const row = ROW.of({ uuid: "a", cwd: 7, steps: [{ tokens: 3 }, "lost", { tokens: -1 }], hookCount: 1 });
    expect([row.uuid, row.cwd, row.steps.map(({ tokens }) => tokens)]).toEqual([
      "a",
      undefined,
      [3, undefined],
    ]);
  });

  it("reads anything but an object as a record without fields", () => {
    for (const value of [null, undefined, 3, "text", [1], [{ uuid: "a" }]])
      expect([ROW.of(value).uuid, ROW.of(value).steps]).toEqual([undefined, []]);
  });

  it("knows its keys, left ones too, and those of the records inside", () => {
    const row = { uuid: "a", hookCount: 1, mood: "?", steps: [{ tokens: 1, cost: 2 }] };
    expect([...listUnknownKeys(row, ROW)]).toEqual(["mood", "steps.cost"]);
  });

  it("names no others where they are another's", () => {
    const open = defineRecord({ id: field.id("its id") }, { others: "the tool's" });
    expect([...listUnknownKeys({ id: "a", mood: "?" }, open)]).toEqual([]);
  });
});
