import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../../trace/fold/recording";
import type { FactLane, FactLine } from "./fact-line";
import { computeFactRuns } from "./runs";
import { trackFact } from "./track-fact";
import { demoStory } from "@/lib/demo";

const LONG = "a line of a long page about nothing in particular\n".repeat(30);

const told = ({ runs }: FactLine) => runs.map(({ from, to, state }) => `${from}-${to} ${state}`);
const happened = ({ events }: FactLine) =>
  events.map(({ turn, kind, blockId }) => `${turn} ${kind} ${blockId}`);

describe("the life of a fact", () => {
  const story = trace()
    .turn((t) => t.user("go", "goal").calls("fetch", {}, "c1"))
    .turn((t) => t.result("c1", `${LONG}the price is 129900`).says("I see", "a1"))
    .turn((t) => t.clear("result:c1").says("129900 it was", "a2"))
    .turn((t) => t.stand("result:c1", "full", `${LONG}the price is 129900`).says("back", "a3"))
    .turn((t) => t.compact("sum", "price: 129900", ["result:c1", "a1", "a2", "a3"]).says("on", "a4"))
    .turn((t) => t.drop("sum").says("?", "a5"));

  it("is told run by run, by the best way in which it could be read", () => {
    expect(told(trackFact(foldRecording(story.events()), "129900"))).toEqual([
      "0-0 gone",
      "1-1 full",
      "2-2 gone",
      "3-3 full",
      "4-4 summary",
      "5-5 gone",
    ]);
  });

  it("is told event by event", () => {
    expect(happened(trackFact(foldRecording(story.events()), "129900"))).toEqual([
      "1 entered result:c1",
      "2 left result:c1",
      "2 repeated a2",
      "3 returned result:c1",
      "4 summarised result:c1",
      "4 entered sum",
      "4 summarised a2",
      "5 left sum",
    ]);
  });

  it("is nothing for a text that is nowhere", () => {
    const line = trackFact(foldRecording(story.events()), "no such thing");
    expect(line).toMatchObject({ level: null, runs: [], lanes: [], events: [] });
  });

  it("is nothing for a session without turns", () => {
    expect(trackFact(foldRecording(trace().events()), "x")).toMatchObject({ firstTurn: null, runs: [] });
  });
});

it("the refund's order is needed by a step after it has left", () => {
  const recording = foldRecording(demoStory("refund"));
  const order = recording.session.blocks.find(({ id }) => id === "result:order");
  const line = trackFact(recording, (recording.textOf(order?.versions[order.full]) ?? "").slice(0, 40));
  const left = line.events.find(({ kind }) => kind === "left")?.turn ?? Number.NaN;
  expect(left).toBe(4);
  expect(line.events.some(({ kind, turn }) => kind === "needed" && turn >= left)).toBe(true);
});

it("the test fixer's serializer.ts is left out round after round, each reason told once", () => {
  const line = trackFact(foldRecording(demoStory("test-fixing")), "src/serializer.ts");
  expect(line.events.filter(({ kind }) => kind === "excluded").map(({ turn, text }) => [turn, text])).toEqual(
    [
      [9, "budget: evidence is full"],
      [11, "budget: cut by the token budget after src/parser.ts"],
      [12, "budget: cut by the token budget; src/parser.ts ranked first"],
    ],
  );
});

it("runs cover every turn once, and say what any lane shows", () => {
  const span = fc.record({ from: fc.nat(20), length: fc.nat(8), open: fc.boolean(), shows: fc.boolean() });
  const lane = fc.record({
    role: fc.constantFrom("source" as const, "summary" as const, "own_words" as const),
    spans: fc.array(span, { maxLength: 4 }),
  });
  fc.assert(
    fc.property(fc.array(lane, { maxLength: 6 }), (drawn) => {
      const lanes = drawn.map(({ role, spans }): FactLane => ({
        blockId: "b",
        kind: "other",
        name: null,
        role,
        createdTurn: 0,
        quote: "",
        spans: spans.map(({ from, length, open, shows }) => ({
          from,
          to: open ? null : Math.min(20, from + length),
          mode: "full",
          shows,
        })),
      }));
      const runs = computeFactRuns(lanes, 0, 20);
      const turns = runs.flatMap(({ from, to, state }) =>
        Array.from({ length: to - from + 1 }, (_, i) => ({ turn: from + i, state })),
      );
      expect(turns.map(({ turn }) => turn)).toEqual(Array.from({ length: 21 }, (_, i) => i));
      for (const { turn, state } of turns) {
        const readable = lanes.some(({ spans }) =>
          spans.some((s) => s.shows && s.from <= turn && (s.to === null || s.to >= turn)),
        );
        expect(state !== "gone").toBe(readable);
      }
    }),
  );
});
