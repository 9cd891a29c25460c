import { expect, it, vi } from "vitest";
import { freshProject, testDatabase } from "@/lib/testing/database";
import type { TraceEvent } from "@/lib/core/trace/event";
import { makeSessionKey } from "../session-id";
import { Slices } from "../slices";
import { appendEvents } from "./append";
import { readLog } from "./read";

const db = testDatabase();
const ENTRIES = 9_000;
const TURNS = 14;

/** Windows in which hardly any entry stays in place. */
function turn(index: number): TraceEvent {
  const entries = Array.from({ length: ENTRIES }, (_, i) => {
    const id = `b${(i * 7 + index * 13) % ENTRIES}`;
    return index === 0 ? { id, kind: "tool_result" as const, content: `text of ${id}` } : id;
  });
  return {
    id: `t${index}`,
    session: "large",
    at: index,
    type: "turn.recorded",
    turn: index,
    window: { entries },
  };
}

it("reads a large batch in parts, and goes on from the end of each", async () => {
  const project = freshProject();
  const key = makeSessionKey(project, "large");
  await appendEvents(
    db,
    project,
    Array.from({ length: TURNS }, (_, i) => turn(i)),
    "refuse",
  );
  const chunks: {
    readonly ids: string[];
    readonly position: { seq: number; window: readonly unknown[] | null };
  }[] = [];
  for await (const { events, position } of readLog(db, key, "large"))
    chunks.push({ ids: events.map(({ event }) => event.id), position });
  expect(chunks.length).toBeGreaterThan(1);
  expect(chunks.flatMap(({ ids }) => ids)).toEqual(Array.from({ length: TURNS }, (_, i) => `t${i}`));
  const [first] = chunks;
  const rest: { ids: string[]; seq: number }[] = [];
  for await (const { events, position } of readLog(db, key, "large", first?.position)) {
    rest.push({ ids: events.map(({ event }) => event.id), seq: position.seq });
    for (const { event } of events)
      if (event.type === "turn.recorded") expect(event.window?.entries).toHaveLength(ENTRIES);
  }
  expect(rest).toEqual(chunks.slice(1).map(({ ids, position }) => ({ ids, seq: position.seq })));
});

it("lets other work of the process run between any two events", async () => {
  const project = freshProject();
  const many = 2_000;
  const events = Array.from({ length: many }, (_, i) => ({
    ...turn(0),
    id: `t${i}`,
    session: "many",
    turn: i,
    window: { append: [{ id: `b${i}`, kind: "tool_result" as const, content: `text ${i}` }] },
  }));
  await appendEvents(db, project, events, "refuse");
  const pauses = vi.spyOn(Slices.prototype, "pause");
  let read = 0;
  for await (const chunk of readLog(db, makeSessionKey(project, "many"), "many")) read += chunk.events.length;
  expect(read).toBe(many);
  expect(pauses.mock.calls.length).toBeGreaterThan(many);
  pauses.mockRestore();
});
