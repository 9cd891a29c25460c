import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitrarySession } from "@/lib/testing/drawn/arbitrary-session";
import { trace } from "@/lib/testing/trace-builder";
import { Fold } from "../trace/fold/fold";
import type { Recording } from "../trace/fold/recording";
import { foldRecording, makeTextFinder } from "../trace/fold/recording";
import { finishSteps } from "../steps";
import { ValuePresence, indexValuePresence } from "./value-presence";
import { TextAnswers } from "./text-answers";
import { says } from "./finder/says";

const refund = foldRecording(
  trace("refund")
    .turn((t) => t.block("goal", "user_goal", "Refund order 7."))
    .turn((t) => t.block("r1", "tool_result", "order 7 costs 1,284.50"))
    .turn((t) => t)
    .turn((t) => t.drop("r1"))
    .turn((t) => t.block("r4", "tool_result", "The total is 1284.5 EUR"))
    .events(),
);

describe("the turns in which a value is said", () => {
  it("are those of the example in the index's description", () => {
    const said = indexValuePresence(refund);
    said.prepare(["1284.5", "order 7", "refund.ts"]);
    const [first, second] = said.findTurns("1284.5").spans;
    expect([first, second]).toEqual([
      { from: 1, to: 2 },
      { from: 4, to: Infinity },
    ]);
    expect(said.findTurns("refund.ts").spans).toEqual([]);
    expect([said.isSaid("1284.5", 3), said.isSaid("1284.5", 2, 3)]).toEqual([false, true]);
    expect([said.findTurns("1284.5").findBefore(3), said.findTurns("1284.5").findAfter(3)]).toEqual([
      first,
      second,
    ]);
    const ids = said.findSayers("1284.5").map(({ block }) => refund.session.blocks[block]?.id);
    expect(ids).toEqual(["r1", "r4"]);
  });

  it("are told by one index, whoever asks", () => {
    expect(indexValuePresence(refund)).toBe(indexValuePresence(refund));
  });

  it("are those of the windows, one by one, for every word of a session", () => {
    fc.assert(
      fc.property(arbitrarySession, (events) => {
        const recording = foldRecording(events);
        expectRight(recording, finishSteps(ValuePresence.inSteps(recording, new TextAnswers())));
      }),
      { numRuns: 30 },
    );
  });

  it("are the same whether a session is read at once or as it grows", () => {
    fc.assert(
      fc.property(arbitrarySession, fc.nat(20), (events, cut) => {
        const texts = new Map<string, string>();
        const fold = new Fold({ onText: (hash, text) => texts.set(hash, text) });
        const answers = new TextAnswers();
        for (const part of [events.slice(0, cut), events.slice(cut)]) {
          if (!fold.add(part)) return;
          const recording = { session: fold.buildSession(), textOf: makeTextFinder(texts) };
          expectRight(recording, finishSteps(ValuePresence.inSteps(recording, answers)));
        }
      }),
      { numRuns: 30 },
    );
  });
});

function expectRight(recording: Recording, said: ValuePresence): void {
  const { blocks, residencies, turns } = recording.session;
  const texts = blocks.flatMap(({ versions }) => versions.map((version) => recording.textOf(version) ?? ""));
  const values = [...new Set(texts.flatMap((text) => text.match(/[\p{L}\p{N}]+/gu) ?? []))].slice(0, 12);
  said.prepare(values);
  for (const value of values)
    for (const { index: turn } of turns) {
      const isSaid = residencies.some(
        ({ block, version, from, to }) =>
          from <= turn &&
          (to ?? Infinity) >= turn &&
          says(recording.textOf(blocks[block]?.versions[version]) ?? "", value),
      );
      expect(said.isSaid(value, turn), `${value} at turn ${turn}`).toBe(isSaid);
    }
}
