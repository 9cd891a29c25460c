import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import { makeNeedles, quoteAround } from "./needle";
import { searchBlocks } from "./search-blocks";
import { collectTellingValues } from "./values";

const levelOf = (query: string, text: string) =>
  makeNeedles(query).find((needle) => needle.find(text) !== null)?.level ?? null;

describe("a needle", () => {
  it.each([
    ["order 7741", "refund order 7741 now", "exact"],
    ["Order  7741", "refund order\n7741 now", "loose"],
    ["7741 order", "the order number is 7741", "words"],
    ["7741 77", "order 7741", null],
    ["order 7742", "refund order 7741", null],
    ["a.b(c)*", "x A.B(C)* y", "loose"],
    ["a-b [x]", "A-B [X]", "loose"],
    ["…", "…", null],
    ["", "anything", null],
  ])("'%s' in '%s' is found: %s", (query, text, level) => {
    expect(levelOf(query, text)).toBe(level);
  });

  it("finds any text in itself, whatever surrounds it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), fc.string(), (text, before, after) => {
        const [exact, loose] = makeNeedles(text);
        if (exact === undefined) return;
        expect(exact.find(before + text.trim() + after)).not.toBeNull();
        expect(loose?.find(before + text.trim() + after)).not.toBeNull();
      }),
    );
  });

  it("is quoted on one line with what stands around it", () => {
    const text = `${"x".repeat(200)}\nthe needle\n${"y".repeat(200)}`;
    const quote = quoteAround(text, { start: 205, end: 211 });
    expect(quote).toMatch(/^…x+ the needle y+…$/);
  });
});

describe("a search over the blocks of a session", () => {
  const recording = foldRecording(
    trace()
      .turn((t) => t.user("the order is 7741", "goal").calls("read", { path: "b" }, "c1"))
      .turn((t) => t.result("c1", "nothing here", { origin: { path: "/src/serializer.ts" } }))
      .events(),
  );

  it("finds blocks by their text and by what they are called", () => {
    expect(searchBlocks(recording, "7741")).toMatchObject({
      level: "exact",
      hits: [{ block: 0, foundIn: "content" }],
    });
    expect(searchBlocks(recording, "serializer.ts")?.hits).toMatchObject([{ foundIn: "path" }]);
    expect(searchBlocks(recording, "no such thing")).toBeNull();
  });
});

it("valuesOf finds only values that nobody writes by chance", () => {
  expect(collectTellingValues("The order ord_7741 of 2026 cost 129900 cents")).toEqual(
    new Set(["ord_7741", "129900"]),
  );
});
