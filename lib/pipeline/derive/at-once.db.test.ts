import { expect, it } from "vitest";
import type { TraceEvent } from "@/lib/core/trace/event";
import { appendEvents } from "@/lib/db/log/append";
import { makeSessionKey } from "@/lib/db/session-id";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { deriveSession } from "./derive-session";

const db = testDatabase();
const TURNS = 1_200;

function eventsFrom(first: number, last: number): TraceEvent[] {
  return Array.from({ length: last - first }, (_, i) => ({
    ...{ id: `e${first + i}`, session: "s", at: first + i, type: "turn.recorded", turn: first + i },
    window: { append: [{ id: `u${first + i}`, kind: "user_message", content: `Question ${first + i}.` }] },
  })) as unknown as TraceEvent[];
}

async function rowsOf(sessionId: string) {
  const where = { sessionId };
  const [turns, blocks, residencies] = await Promise.all([
    db.turn.findMany({ where, orderBy: { turn: "asc" } }),
    db.block.findMany({ where, orderBy: { no: "asc" } }),
    db.residency.findMany({ where, orderBy: { no: "asc" } }),
  ]);
  return { turns, blocks, residencies };
}

it("several that derive a session at the same time, while more of it comes, leave the rows of one", async () => {
  const project = freshProject();
  const key = makeSessionKey(project, "s");
  await appendEvents(db, project, eventsFrom(0, TURNS), "refuse");
  const derived = [1, 2, 3].map(() => deriveSession(db, key));
  await appendEvents(db, project, eventsFrom(TURNS, TURNS + 50), "refuse");
  expect(await Promise.all([...derived, deriveSession(db, key)])).toEqual([true, true, true, true]);
  await deriveSession(db, key);
  const together = await rowsOf(key);
  expect(together.turns).toHaveLength(TURNS + 50);
  await deriveSession(db, key, { rebuild: true });
  expect(await rowsOf(key)).toEqual(together);
});
