import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { makeCallRecord } from "./call-record";
import { projectRecords } from "./project";
import type { OtelRecord } from "./spans/record";
import { AttributeSet, NO_ATTRIBUTES } from "./spans/record";

const START = 1_770_000_000_000;

function call(n: number): OtelRecord {
  return makeCallRecord({
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

const STEPS = JSON.stringify([{ id: "s1", text: "Look" }]);
const EVENTS: readonly [
  name: string,
  fields: Readonly<Record<string, unknown>>,
  type: string,
  isNext: boolean,
][] = [
  ["ctx.decision", { sourceId: "m", action: "exclude" }, "context.decided", false],
  ["ctx.eviction", { toolCallId: "c1" }, "context.edited", true],
  ["ctx.compaction", { tokensBefore: 10, tokensAfter: 4 }, "context.edited", true],
  ["ctx.plan", { planId: "p", steps: STEPS }, "plan.declared", false],
  ["ctx.plan.revised", { planId: "p", steps: STEPS, reason: "r" }, "plan.revised", false],
  ["ctx.plan.step", STEP, "plan.step", false],
  ["ctx.step.validated", { planId: "p", stepId: "s1", action: "replan" }, "step.validated", false],
  ["ctx.checkpoint", { state: '{"a":1}' }, "checkpoint.taken", false],
  ["ctx.restart", { reason: "r" }, "session.restarted", true],
  ["ctx.gate", { gate: "g", passed: true }, "gate.checked", false],
  ["ctx.window", { budget: '{"memory":50}' }, "gate.checked", false],
];

function onSpan(log: OtelRecord): OtelRecord {
  const span = {
    signal: "span" as const,
    traceId: "a".repeat(32),
    spanId: "b".repeat(16),
    name: "invoke_agent x",
  };
  const started = { start: START, end: START + 60_000, attributes: event("", 0, {}).attributes };
  const { "session.id": _session, ...attributes } = log.attributes;
  return { ...log, ...span, ...started, events: [{ name: log.name, at: log.start, attributes }] };
}

describe.each([
  ["a log record", (log: OtelRecord) => log],
  ["an event of a span", onSpan],
])("every event of the vocabulary, as %s", (_, sent) => {
  const told = (name: string, second: number, fields: Readonly<Record<string, unknown>>) =>
    projectRecords([call(0), call(1), call(2), sent(event(name, second, fields))]).events.filter(
      ({ type }) => !["turn.recorded", "session.started", "block.recorded"].includes(type),
    );

  it.each(EVENTS)("%s has its turn by its time, and by its word", (name, fields, type, isNext) => {
    const placed = (second: number, more = {}) =>
      told(name, second, { ...fields, ...more }).map((one) => [one.type, "turn" in one ? one.turn : null]);
    expect(placed(16)).toEqual([[type, 2]]);
    expect(placed(12)).toEqual([[type, isNext ? 2 : 1]]);
    expect(placed(-5)).toEqual([[type, 0]]);
    for (const second of [-5, 12, 16, 99]) expect(placed(second, { turn: 1 })).toEqual([[type, 1]]);
    expect(placed(16, { "ctx.turn": 0 })).toEqual([[type, 0]]);
  });

  it("an outcome ends the session", () => {
    expect(told("ctx.outcome", 40, { outcome: "failed", reason: "out of money" })).toMatchObject([
      { type: "session.ended", outcome: "failed", reason: "out of money" },
    ]);
  });
});

it("what is told between two calls reaches the session, its turns and its ledger", () => {
  const { events } = projectRecords([
    ...[call(0), call(1), call(2)],
    event("ctx.window", 6, { limit: 64_000, budget: { tool_result: 8_000, memory: 2_000 } }),
    event("ctx.decision", 7, { sourceId: "kb:7", sourceKind: "memory", action: "include", tokens: 40 }),
    event("ctx.gate", 8, { gate: "room", passed: false, message: "too full" }),
    event("ctx.window", 17, { budget: { total: 50_000, tool_result: 9_000 } }),
    event("ctx.outcome", 50, { outcome: "wrong", reason: "no refund" }),
  ]);
  const { meta, turns, records } = foldSession(events);
  expect(meta).toMatchObject({
    ...{ contextWindow: 64_000, budget: 50_000, budgets: { bySource: { tool_result: 9_000 } } },
    ...{ outcome: "wrong", outcomeReason: "no refund" },
  });
  expect(turns.map(({ budgets }) => budgets?.bySource ?? null)).toEqual([
    null,
    { tool_result: 8_000, memory: 2_000 },
    { tool_result: 9_000 },
  ]);
  expect(records.map(({ turn, event: { type } }) => [turn, type])).toEqual([
    [1, "gate.checked"],
    [1, "context.decided"],
    [1, "gate.checked"],
    [2, "gate.checked"],
  ]);
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
