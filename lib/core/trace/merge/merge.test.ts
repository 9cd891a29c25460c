import { describe, expect, it } from "vitest";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import type { BlockStatement } from "../blocks-schema";
import type { TraceEvent } from "../event";
import { foldSession } from "../fold/fold";
import { SessionWriter } from "../session-writer";
import { compareVariants } from "./compare-sessions";
import { spliceEvents } from "./splice-sessions";
import { makeVariant } from "./variant";

const block = (id: string, fields: Partial<BlockStatement> = {}): BlockStatement => ({
  id,
  kind: "user_message",
  content: `the words of ${id}`,
  ...fields,
});

/** A variant of calls `from` to `to`. Each call has read and answered everything before it. */
function variant(from: number, to: number, callId = (i: number) => `c${i}`): TraceEvent[] {
  const writer = new SessionWriter("s");
  writer.write("session.started", { at: null });
  const asked = (i: number) =>
    block(`call:${callId(i)}`, {
      kind: "tool_call",
      toolCallId: callId(i),
      toolName: "read",
      content: `{"file":${i}}`,
    });
  const answered = (i: number) =>
    block(`result:${callId(i)}`, { kind: "tool_result", toolCallId: callId(i), content: `text ${i}` });
  for (let i = from; i < to; i++) {
    const before = Array.from({ length: i }, (_, k) => k).filter((k) => callId === plain || k >= from);
    writer.writeTurn({
      at: null,
      window: [block("goal"), ...before.flatMap((k) => [asked(k), answered(k)])],
      output: [asked(i)],
    });
    if (i % 2 === 1)
      writer.write("context.edited", { at: null, turn: writer.turn, how: "removed", reason: `after ${i}` });
  }
  return writer.take();
}

const plain = (i: number) => `c${i}`;

function spliced(stored: readonly TraceEvent[], fresh: readonly TraceEvent[]): TraceEvent[] {
  const written = spliceEvents(compareVariants(makeVariant(stored), makeVariant(fresh)));
  return [...new Map([...stored, ...written].map((event) => [event.id, event])).values()];
}

describe("two variants of one session", () => {
  const whole = variant(0, 6, plain);

  it.each([
    ["behind", 0, 3, 3, 6],
    ["overlapping", 0, 4, 2, 6],
    ["before", 3, 6, 0, 3],
  ])("say together what one that has all says: %s", (where, a, b, c, d) => {
    const [first, second] = [variant(a, b, plain), variant(c, d, plain)];
    const joined = spliced(first, second);
    const order = where === "before" ? [3, 4, 5, 0, 1, 2] : [0, 1, 2, 3, 4, 5];
    const session = foldSession(joined);
    const written = session.turns.map(({ output }) => session.blocks[output[0] ?? -1]?.toolCallId);
    expect(written).toEqual(order.map(plain));
    if (where !== "before") expect(drawSession(session)).toBe(drawSession(foldSession(whole)));
    expect(spliced(joined, second)).toEqual(joined);
    expect(spliced(joined, first)).toEqual(joined);
  });

  it("keep calls apart that each numbers from the start", () => {
    const numbered = (from: number) => (i: number) => `step-${i - from}`;
    const session = foldSession(spliced(variant(0, 2, numbered(0)), variant(2, 4, numbered(2))));
    const calls = session.blocks.filter(({ kind }) => kind === "tool_call");
    expect(calls.map(({ versions }) => versions.map(({ text }) => text))).toEqual([
      ['{"file":0}'],
      ['{"file":1}'],
      ['{"file":2}'],
      ['{"file":3}'],
    ]);
    expect(new Set(calls.map(({ toolCallId }) => toolCallId)).size).toBe(4);
  });

  it("keep the window where one begins in the middle, whichever came first", () => {
    const early = variant(0, 4)
      .filter(({ type }) => type !== "context.edited")
      .map((event) => (event.type === "turn.recorded" ? { ...event, at: event.turn ?? null } : event));
    const writer = new SessionWriter("s");
    writer.continueEarlier();
    writer.write("session.started", { at: null });
    for (let i = 0; i < 2; i++)
      writer.writeTurn({
        at: 1_000 + i,
        window: Array.from({ length: i + 1 }, (_, k) => block(`late ${k}`)),
        output: [block(`answer ${i}`, { kind: "assistant_text" })],
      });
    const late = writer.take();
    for (const [stored, fresh] of [
      [early, late],
      [late, early],
    ] as const) {
      const { turns, evictions } = foldSession(spliced(stored, fresh));
      expect(turns).toHaveLength(6);
      expect(evictions).toEqual([]);
    }
  });

  it("loses nothing where one has no calls", () => {
    const recorded = (content: string): TraceEvent[] => [
      { id: "block.recorded-0", session: "s", type: "block.recorded", at: null, block: block(content) },
    ];
    const joined = spliced(recorded("one"), recorded("two"));
    expect(foldSession(joined).blocks.map(({ id }) => id)).toEqual(["one", "two"]);
  });
});
