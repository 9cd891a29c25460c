import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TraceEvent } from "@/lib/core/trace/event";
import { capturedRecords } from "@/lib/testing/captured-records";
import { captureFigures } from "@/lib/testing/captures";
import { makeCallRecord } from "./call-record";
import { beginProjection, GrowingProjection, projectRecords } from "./project";
import type { OtelRecord } from "./spans/record";
import { NO_ATTRIBUTES } from "./spans/record";

const START = Date.UTC(2026, 0, 1);
const RUNS = Number(process.env.SIGHTGLASS_TEST_RUNS ?? 10);

class Follower {
  anew = 0;
  private readonly seen: OtelRecord[] = [];
  private projection = new GrowingProjection();
  private events = new Map<string, TraceEvent>();

  take(records: readonly OtelRecord[]): void {
    this.seen.push(...records);
    let grown = this.projection.take(records);
    if (grown === null) {
      this.anew++;
      this.events = new Map();
      const { growing, projection } = beginProjection(this.seen);
      this.projection = growing;
      grown = projection;
    }
    for (const { session, id } of grown?.removed ?? []) this.events.delete(`${session} ${id}`);
    for (const event of grown?.events ?? []) this.events.set(`${event.session} ${event.id}`, event);
  }

  stored(): Map<string, TraceEvent> {
    return byName(this.events.values());
  }
}

function byName(events: Iterable<TraceEvent>): Map<string, TraceEvent> {
  const named = [...events].map((event): [string, TraceEvent] => [`${event.session} ${event.id}`, event]);
  return new Map(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function batches<T>(list: readonly T[], sizes: readonly number[]): T[][] {
  const parts: T[][] = [];
  for (let i = 0, step = 0; i < list.length; step++) {
    const size = sizes[step % sizes.length] ?? 1;
    parts.push(list.slice(i, i + size));
    i += size;
  }
  return parts;
}

const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 });

interface Step {
  readonly thread: number;
  readonly do: "ask" | "tool" | "failing" | "forget" | "title" | "unseen" | "edit" | "root" | "own";
}

const step: fc.Arbitrary<Step> = fc.record({
  thread: fc.constantFrom(0, 0, 0, 1),
  do: fc.constantFrom(
    ...([
      "ask",
      "ask",
      "ask",
      "tool",
      "tool",
      "tool",
      "failing",
      "forget",
      "title",
      "unseen",
      "edit",
      "root",
      "own",
    ] as const),
  ),
});

const conversation = fc.array(step, { minLength: 1, maxLength: 25 }).map((steps) => {
  const records: OtelRecord[] = [];
  const heard = new Map<number, Record<string, unknown>[]>();
  steps.forEach(({ thread, do: what }, i) => {
    const at = START + i * 10_000;
    const messages = heard.get(thread) ?? [{ role: "user", content: `question of ${thread}` }];
    heard.set(thread, messages);
    const span = (name: string, attributes: object, more: Partial<OtelRecord> = {}) =>
      records.push(spanOf(name, i, thread, at, attributes, more));
    if (what === "root") span("agent", {}, { parentSpanId: "" });
    else if (what === "own")
      records.push({
        ...spanOf("ctx.eviction", i, thread, at, { policy: "budget", reason: "full" }),
        signal: "log",
      });
    else if (what === "title") {
      const request = { model: "m", messages: [{ role: "user", content: "Name this." }] };
      records.push(call(i, thread, at, request, { role: "assistant", content: `title ${i}` }, "title"));
    } else if (what === "unseen")
      span("chat", { "gen_ai.operation.name": "chat", "gen_ai.usage.input_tokens": 100 + i });
    else if (what === "edit") span("ctx.compaction", { reason: "over budget" });
    else {
      if (what === "forget") messages.splice(1, 2);
      const wantsTool = what === "tool" || what === "failing";
      const answer = wantsTool
        ? { role: "assistant", content: null, tool_calls: [toolCall(i)] }
        : { role: "assistant", content: `answer ${i}` };
      records.push(call(i, thread, at, { model: "m", messages: [...messages] }, answer));
      messages.push(answer);
      if (!wantsTool) messages.push({ role: "user", content: `question ${i}` });
      else {
        span("execute_tool look", toolAttributes(i, what === "failing"), {
          start: at + 3_000,
          end: at + 4_000,
        });
        messages.push({ role: "tool", tool_call_id: `c${i}`, content: `result ${i}` });
      }
    }
  });
  return records;
});

function toolCall(i: number): object {
  return { id: `c${i}`, type: "function", function: { name: "look", arguments: `{"n":${i}}` } };
}

function toolAttributes(i: number, fails: boolean): object {
  return {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "look",
    "gen_ai.tool.call.id": `c${i}`,
    "gen_ai.tool.call.result": `result ${i}`,
    ...(fails && { "error.type": "failed" }),
  };
}

function call(
  i: number,
  thread: number,
  at: number,
  request: object,
  message: object,
  side?: string,
): OtelRecord {
  return makeCallRecord({
    id: `call-${i}`,
    session: "talk",
    ...(thread > 0 && { thread: `helper-${thread}` }),
    ...(side !== undefined && { side }),
    startedAt: at,
    endedAt: at + 2_000,
    api: "openai.chat",
    request,
    response: { choices: [{ message }] },
  } as Parameters<typeof makeCallRecord>[0]);
}

function spanOf(
  name: string,
  i: number,
  thread: number,
  at: number,
  attributes: object,
  more: Partial<OtelRecord> = {},
): OtelRecord {
  return {
    signal: "span",
    traceId: `trace-${Math.floor(i / 6)}`,
    spanId: `span-${i}-${name}`,
    parentSpanId: `root-${Math.floor(i / 6)}`,
    name,
    scope: "",
    start: at,
    end: at + 1_000,
    resource: NO_ATTRIBUTES,
    attributes: { "session.id": "talk", ...(thread > 0 && { agent_id: `helper-${thread}` }), ...attributes },
    body: null,
    events: [],
    dropped: 0,
    error: null,
    ...more,
  };
}

describe("records that come bit by bit", () => {
  it("give what they give all at once, in the order that they were made, without starting anew", () => {
    let [taken, anew] = [0, 0];
    fc.assert(
      fc.property(conversation, sizes, (records, by) => {
        const follower = new Follower();
        let known: OtelRecord[] = [];
        for (const batch of batches(records, by)) {
          follower.take(batch);
          taken++;
          known = [...known, ...batch];
          expect(follower.stored()).toEqual(byName(projectRecords(known).events));
        }
        anew += follower.anew;
      }),
      { numRuns: RUNS },
    );
    expect(anew / taken).toBeLessThan(0.15);
  });

  it("give the same in any order", () => {
    fc.assert(
      fc.property(
        conversation.chain((records) => fc.shuffledSubarray(records, { minLength: records.length })),
        sizes,
        (records, by) => {
          const follower = new Follower();
          for (const batch of batches(records, by)) follower.take(batch);
          expect(follower.stored()).toEqual(byName(projectRecords(records).events));
        },
      ),
      { numRuns: RUNS },
    );
  });

  it.each(Object.keys(captureFigures()))("give the same for what a real client sent: %s", (name) => {
    const records = capturedRecords(name);
    fc.assert(
      fc.property(
        fc.oneof(fc.constant(records), fc.shuffledSubarray(records, { minLength: records.length })),
        sizes,
        (given, by) => {
          const follower = new Follower();
          for (const batch of batches(given, by)) follower.take(batch);
          expect(follower.stored()).toEqual(byName(projectRecords(records).events));
        },
      ),
      { numRuns: 4 },
    );
  });
});
