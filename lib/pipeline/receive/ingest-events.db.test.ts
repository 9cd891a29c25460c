import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TraceEvent } from "@/lib/core/trace/event";
import { toWire } from "@/lib/core/trace/event";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { deriveSession } from "../derive/derive-session";
import { makeSessionKey } from "@/lib/db/session-id";
import { getBlock } from "@/lib/queries/turn/get-block";
import { getSession } from "@/lib/queries/session/get-session";
import { getWindow } from "@/lib/queries/turn/get-window";
import { listIngestionWarnings } from "@/lib/queries/ingestion/list-ingestion-warnings";
import { listEvictions } from "@/lib/queries/session/list-evictions";
import { listTurns } from "@/lib/queries/session/list-turns";
import { arbitrarySession } from "@/lib/testing/drawn/arbitrary-session";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { testWorker, worked } from "@/lib/testing/worker";
import { windowIds } from "@/lib/testing/drawn/draw-session";
import { derivedRows } from "@/lib/testing/derived-rows";
import { trace } from "@/lib/testing/trace-builder";
import { ingestEvents } from "./ingest-events";

testWorker();
const db = testDatabase();
const WHOLE = { content: "0", order: "window", offset: 0, limit: 10_000 } as const;
const items = (events: readonly TraceEvent[]) => events.map((event) => ({ value: toWire(event) }));

const refund = () =>
  trace("refund", { name: "Refund order 7", contextWindow: 10_000 })
    .turn((t) =>
      t
        .system("Never refund shipped orders.")
        .user("Refund order 7.", "goal")
        .calls("get_order", { id: 7 }, "c1")
        .usage(120, 10),
    )
    .turn((t) => t.result("c1", '{"status":"pending","lines":[1,2,3]}').says("It is pending.").usage(180, 10))
    .turn((t) => t.clear("result:c1").user("And now?").usage(150, 5));

describe("a window over HTTP", () => {
  const LINES = "a line of the file\n".repeat(40);
  const events = trace("paged")
    .turn((t) => t.user("Look.", "goal").calls("read", {}, "c1"))
    .turn((t) => t.result("c1", LINES))
    .turn((t) => t.clear("result:c1"))
    .turn((t) => t.stand("result:c1", "full", LINES).user("And again?"))
    .events();

  it("comes in parts, with counts of the whole, in the model's order or the largest first", async () => {
    const project = freshProject();
    await ingestEvents(db, project, items(events));
    await worked(db, project);
    const part = await getWindow(db, project, "paged", 3, { ...WHOLE, offset: 1, limit: 2 });
    expect(part).toMatchObject({
      offset: 1,
      total: 4,
      blocksBySource: { user_message: 2, tool_call: 1, tool_result: 1 },
    });
    expect(part.entries.map((entry) => entry.blockId)).toEqual(["call:c1", "result:c1"]);
    const largest = await getWindow(db, project, "paged", 3, { ...WHOLE, order: "tokens", limit: 1 });
    expect(largest.entries.map((entry) => entry.blockId)).toEqual(["result:c1"]);
  });

  it("says how a block stood before it changed, when it shrank and when it was restored", async () => {
    const project = freshProject();
    await ingestEvents(db, project, items(events));
    await worked(db, project);
    const [cleared, restored] = await Promise.all(
      [2, 3].map((turn) => getWindow(db, project, "paged", turn, WHOLE)),
    );
    expect(cleared?.changed).toEqual([{ blockId: "result:c1", fromMode: "full", toMode: "reference" }]);
    expect(restored?.changed).toEqual([{ blockId: "result:c1", fromMode: "reference", toMode: "full" }]);
  });
});

describe("ingestEvents", () => {
  it("answers for every item, and keeps the good ones", async () => {
    const project = freshProject();
    const good = items(refund().events());
    const report = await ingestEvents(db, project, [
      ...good,
      { value: { ...(good[1]?.value as object), id: "bad", turn: -1 } },
      { broken: "the line is not JSON" },
    ]);
    expect(report).toMatchObject({
      accepted: good.length,
      duplicates: 0,
      rejected: [
        { index: good.length, id: "bad", path: "turn" },
        { index: good.length + 1, code: "invalid_json" },
      ],
    });
  });

  it("knows an event that comes again, and keeps what comes under its id with other content", async () => {
    const project = freshProject();
    const block = { id: "r", kind: "tool_result", content: "It is blue." };
    const turn = (no: number, content: string, usage = {}) => ({
      id: "turn-1",
      session: "told",
      at: "2026-11-23T10:00:00Z",
      type: "turn.recorded",
      turn: no,
      window: { entries: [{ ...block, content }] },
      ...usage,
    });
    const send = async (...events: object[]) => {
      const { accepted, duplicates, rejected, warnings } = await ingestEvents(
        db,
        project,
        events.map((value) => ({ value })),
      );
      expect(rejected).toEqual([]);
      return [accepted, duplicates, warnings.map(({ index, id, code }) => [index, id, code])];
    };
    const differs = (index: number) => [index, "turn-1", "event_differs"];
    const tokens = { usage: { input: 7, output: 1 } };
    expect(await send(turn(1, "It is blue."))).toEqual([1, 0, []]);
    expect(await send(turn(1, "It is blue."), turn(1, "It is green."))).toEqual([1, 1, [differs(1)]]);
    expect(await send(turn(2, "It is red."), turn(1, "It is blue.", tokens))).toEqual([
      2,
      0,
      [differs(0), differs(1)],
    ]);
    expect(await send(turn(1, "It is green."), turn(2, "It is red."))).toEqual([0, 2, []]);
    await worked(db, project);
    const { id, counts } = await getSession(db, project, "told");
    expect(counts.turns).toBe(2);
    const windowAt = async (no: number) =>
      (await getWindow(db, project, id, no, { ...WHOLE, content: "1" })).entries.map(
        ({ content }) => content,
      );
    expect([await windowAt(1), await windowAt(2)]).toEqual([["It is blue."], ["It is red."]]);
    const key = makeSessionKey(project, "told");
    const blocks = await db.block.findMany({ where: { sessionId: key } });
    expect(blocks.map(({ text }) => text)).toContain("It is green.");
    const { warnings } = await listIngestionWarnings(db, project);
    expect(warnings).toMatchObject([{ code: "event_differs", count: 3 }]);
  });

  it("makes what was acknowledged readable at once", async () => {
    const project = freshProject();
    await ingestEvents(db, project, items(refund().events()));
    await worked(db, project);
    const session = await getSession(db, project, "refund");
    expect(session).toMatchObject({
      name: "Refund order 7",
      counts: { turns: 3, toolCalls: 1, evictions: 1 },
      tokens: { peakWindow: 180, contextWindow: 10_000 },
    });
    const window = await getWindow(db, project, session.id, 2, { ...WHOLE, content: "1" });
    expect(window.entries.map((e) => [e.blockId, e.mode])).toEqual([
      ["system", "full"],
      ["goal", "full"],
      ["call:c1", "full"],
      ["result:c1", "reference"],
      ["answer1", "full"],
      ["user1", "full"],
    ]);
    expect(window.entries[3]?.content).toBe("[Old tool result content cleared]");
    expect(window.left).toMatchObject([{ blockId: "result:c1", how: "cleared", enteredTurn: 1 }]);
    const block = await getBlock(db, project, session.id, "result:c1", { offset: 0, limit: 1_000 });
    expect(block.content.text).toBe('{"status":"pending","lines":[1,2,3]}');
    expect(block.residencies.map((residency) => [residency.from, residency.to, residency.mode])).toEqual([
      [1, 1, "full"],
      [2, null, "reference"],
    ]);
    expect(block.related).toEqual([{ relation: "call", blockId: "call:c1" }]);
    expect((await listEvictions(db, project, session.id, { limit: 10, offset: 0 })).total).toBe(1);
  });

  it("thins a long series out without losing a marker", async () => {
    const project = freshProject();
    const story = trace("long");
    for (let i = 0; i < 100; i++)
      story.turn((t) => (i % 10 === 9 ? t.drop(`u${i - 5}`) : t.user(10, `u${i}`)));
    await ingestEvents(db, project, items(story.events()));
    await worked(db, project);
    const all = await listTurns(db, project, "long", { maxPoints: 600 });
    const few = await listTurns(db, project, "long", { maxPoints: 7 });
    expect(all.turns).toHaveLength(100);
    expect(few.turns).toHaveLength(7);
    expect(few.total).toBe(100);
    const sum = (series: typeof all) => series.turns.reduce((n, point) => n + point.markers.evictions, 0);
    expect(sum(few)).toBe(sum(all));
    expect(few.turns[0]?.bucket).toEqual({ from: 0, to: 14, turns: 15 });
  });
});

describe("the derived tables", () => {
  it("are the same whatever the order and the batches in which events came (invariants 2 and 3)", async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitrarySession.chain((events) =>
          fc.tuple(
            fc.constant(events),
            fc.shuffledSubarray([...events], { minLength: events.length }),
            fc.integer({ min: 2, max: 8 }),
          ),
        ),
        async ([events, shuffled, batches]) => {
          const size = Math.ceil(shuffled.length / batches);
          const [inOrder, inBatches] = [freshProject(), freshProject()];
          await ingestEvents(db, inOrder, items(events));
          await deriveSession(db, makeSessionKey(inOrder, "random"));
          for (let i = 0; i < shuffled.length; i += size) {
            await ingestEvents(db, inBatches, items(shuffled.slice(i, i + size)));
            await deriveSession(db, makeSessionKey(inBatches, "random"));
          }
          const rows = await derivedRows(db, makeSessionKey(inBatches, "random"));
          expect(rows).toEqual(await derivedRows(db, makeSessionKey(inOrder, "random")));
          await deriveSession(db, makeSessionKey(inBatches, "random"), { rebuild: true });
          expect(await derivedRows(db, makeSessionKey(inBatches, "random"))).toEqual(rows);
        },
      ),
      { numRuns: 10, endOnFailure: true },
    );
  });

  it("give the windows that the fold gives", async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySession, async (events) => {
        const project = freshProject();
        await ingestEvents(db, project, items(events));
        const session = foldSession(events);
        for (const turn of session.turns) {
          await worked(db, project);
          const window = await getWindow(db, project, "random", turn.index, WHOLE);
          expect(window.entries.map((entry) => entry.blockId)).toEqual(windowIds(session, turn.index));
          const sum = window.entries.reduce((n, entry) => n + (entry.tokens ?? 0), 0);
          if (window.residual !== null) expect(sum + window.residual).toBe(window.windowTokens);
        }
      }),
      { numRuns: 10 },
    );
  });
});
