import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { callRecord } from "./call-record";
import { projectRecords } from "./project";
import type { OtelRecord } from "./spans/record";
import { AttributeSet, NO_ATTRIBUTES } from "./spans/record";

const START = 1_770_000_000_000;

/** The n-th call, which runs from second 10·n for four seconds. */
function call(n: number): OtelRecord {
  return callRecord({
    id: `call-${n}`,
    session: "s",
    startedAt: START + n * 10_000,
    endedAt: START + n * 10_000 + 4_000,
    api: "openai.chat",
    request: { model: "m", messages: [{ role: "user", content: "Hi" }] },
    response: { id: `r${n}`, model: "m", choices: [{ message: { role: "assistant", content: `${n}` } }] },
  });
}

function event(name: string, second: number, fields: Readonly<Record<string, unknown>>): OtelRecord {
  const attributes = new AttributeSet();
  attributes.set("session.id", "s");
  for (const [key, value] of Object.entries(fields)) attributes.set(key, value);
  const at = START + second * 1_000;
  return {
    ...{ signal: "log", traceId: "", spanId: "", parentSpanId: "", name, scope: "", body: null, events: [] },
    ...{
      start: at,
      end: at,
      resource: NO_ATTRIBUTES,
      attributes: attributes.values,
      dropped: 0,
      error: null,
    },
  };
}

function turnsOf(...events: OtelRecord[]): (number | undefined)[] {
  const projected = projectRecords([call(0), call(1), call(2), ...events]).events;
  return projected.flatMap((one) => {
    if (!one.id.includes("-") || one.type === "turn.recorded" || one.type === "session.started") return [];
    return one.type === "block.recorded" || one.type === "session.ended" ? [] : [one.turn];
  });
}

const STEP = { planId: "p", stepId: "s1", status: "started" };

describe("an event that does not say its turn", () => {
  it.each([
    ["during a call, to that call", 12, 1],
    ["between two calls, to the next one", 16, 2],
    ["before all calls, to the first", -5, 0],
    ["behind all calls, to the last", 60, 2],
  ])("belongs, %s", (_, second, turn) => {
    expect(turnsOf(event("ctx.plan.step", second, STEP))).toEqual([turn]);
  });

  it.each([
    ["between two calls", 16],
    ["while the call before runs", 12],
  ])("belongs to the next window when it is an eviction %s", (_, second) => {
    expect(turnsOf(event("ctx.eviction", second, { blockId: "b", how: "removed" }))).toEqual([2]);
  });

  it("does not outweigh one that says it", () => {
    expect(turnsOf(event("ctx.plan.step", 16, { ...STEP, turn: 0 }))).toEqual([0]);
    expect(turnsOf(event("ctx.eviction", 16, { blockId: "b", turn: 1 }))).toEqual([1]);
  });
});

it("a window's budget reaches the session, and the turn as a gate", () => {
  const budget = JSON.stringify({ total: 90_000, tools: 20_000 });
  const { events } = projectRecords([call(0), event("ctx.window", 2, { limit: 100_000, budget })]);
  const session = foldSession(events);
  expect([session.meta.contextWindow, session.meta.budget]).toEqual([100_000, 90_000]);
  expect(session.records.map(({ turn, event: { type } }) => [turn, type])).toEqual([[0, "gate.checked"]]);
  expect(events.find(({ type }) => type === "session.started")).toMatchObject({
    attributes: { "budget.tools": 20_000 },
  });
});
