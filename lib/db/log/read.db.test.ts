import { expect, it } from "vitest";
import { freshProject, testDatabase } from "@/lib/testing/database";
import type { TraceEvent } from "@/lib/core/trace/event";
import { sessionKey } from "../session-id";
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
  const key = sessionKey(project, "large");
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
