import { describe, expect, it } from "vitest";
import type { Message } from "../contract/message";
import { readOptions } from "../contract/options";
import { PolicyRun, type RequestInput } from "../run";
import { llmAttention } from "./llm-attention";

const events = (from: number, to: number): Message[] =>
  Array.from({ length: to - from }, (_, i) => {
    const id = String(from + i);
    return { id, role: (from + i) % 2 === 0 ? "assistant" : "tool", text: `event ${id}` };
  });

const ranking = (...ids: number[]): RequestInput => ({ signals: { attention: ids.map(String) } });

function runOf(length: number, options: object = { max_size: 10, keep_first: 1 }): PolicyRun {
  return new PolicyRun(llmAttention, { options, history: events(0, length) });
}

const shownIds = (run: PolicyRun) => run.shown.messages().map(({ id }) => Number(id));

describe("OpenHands' ranking condenser", () => {
  it("leaves a view of max_size alone", () => {
    const run = runOf(10);
    expect(run.step().triggers).toMatchObject([{ fired: false, measured: 10, threshold: 10 }]);
    expect(shownIds(run)).toHaveLength(10);
  });

  it("keeps the head and what the model ranks highest, in the order of the history", () => {
    const run = runOf(11);
    run.step(ranking(9, 2, 7, 3, 5, 4));
    expect(shownIds(run)).toEqual([0, 2, 3, 7, 9]);
  });

  it("strikes the head from the answer before it is cut to the room that is left", () => {
    const run = runOf(11, { max_size: 10, keep_first: 2 });
    run.step(ranking(1, 0, 9, 2, 7, 3));
    expect(shownIds(run)).toEqual([0, 1, 2, 7, 9]);
  });

  it("fills the room that a short answer leaves with the newest events", () => {
    const run = runOf(11);
    run.step(ranking(2));
    expect(shownIds(run)).toEqual([0, 2, 8, 9, 10]);
  });

  it("gives room to an id that no event has and to one that is named twice", () => {
    const run = runOf(11);
    run.step(ranking(2, 2, 99));
    expect(shownIds(run)).toEqual([0, 2, 10]);
  });

  it("says that a ranking which nobody knows is not one", () => {
    const run = runOf(11);
    const { notes, summarizerCalls } = run.step();
    expect(shownIds(run)).toEqual([0, 7, 8, 9, 10]);
    expect(notes?.join()).toContain("cannot be known");
    expect(summarizerCalls).toMatchObject([{ simulated: true }]);
    expect(runOf(11).step(ranking(2)).summarizerCalls).toMatchObject([{ simulated: false }]);
  });

  it("halves a shorter view where that is asked for, and forgets nothing where the view is half already", () => {
    const run = runOf(8);
    run.step({ requested: true });
    expect(shownIds(run)).toEqual([0, 4, 5, 6, 7]);
    const small = runOf(5);
    expect(small.step({ requested: true }).changes).toEqual([]);
  });

  it("ranks what stayed together with what came since", () => {
    const run = runOf(11);
    run.step(ranking(2, 3, 4, 5));
    run.append(events(11, 17));
    run.step(ranking(4, 6, 12, 16, 2));
    // 6 was forgotten the first time and cannot come back.
    expect(shownIds(run)).toEqual([0, 4, 12, 16]);
  });

  it("counts only what stayed towards max_size", () => {
    const run = runOf(11);
    run.step();
    run.append(events(11, 16));
    expect(run.step().triggers).toMatchObject([{ fired: false, measured: 10 }]);
    run.append(events(16, 17));
    expect(run.step().triggers).toMatchObject([{ fired: true, measured: 11 }]);
  });

  it("refuses a head that leaves no room, as the vendor does", () => {
    const reading = readOptions(llmAttention, { max_size: 10, keep_first: 5 });
    expect(reading).toMatchObject({ ok: false, problems: [{ path: "keep_first" }] });
  });
});
