import { expect, it } from "vitest";
import { makeSessionKey } from "@/lib/db/session-id";
import { deriveWritten } from "@/lib/pipeline/derive/derive-written";
import { deriveSession } from "@/lib/pipeline/derive/derive-session";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { trace } from "@/lib/testing/trace-builder";
import { appendEvents } from "./append";

const db = testDatabase();
const WRITERS = 8;
const SESSIONS = ["one", "two", "three"];

const turnsOf = (session: string, writer: number) =>
  trace(session)
    .turn((t) => t.user(`said by ${writer}`, `b${writer}`))
    .events()
    .map((event) => ({ ...event, id: `${event.id}-${writer}` }));

it.each([
  ["with what follows from them", true],
  ["without", false],
])("writes events of many writers that make the same sessions at the same moment, %s", async (_, follows) => {
  const project = freshProject();
  const follow = follows ? deriveWritten(project, []) : undefined;
  const writers = Array.from({ length: WRITERS }, (_none, writer) =>
    SESSIONS.toSorted(() => (writer % 2) - 0.5).flatMap((session) => turnsOf(session, writer)),
  );
  const appended = await Promise.all(
    writers.map((events) => appendEvents(db, project, events, "refuse", follow)),
  );
  expect(appended.flatMap(({ verdicts }) => verdicts).every((verdict) => verdict === "accepted")).toBe(true);
  for (const session of SESSIONS) {
    const key = makeSessionKey(project, session);
    const ids = await db.event.findMany({ where: { sessionId: key }, select: { id: true } });
    expect(ids).toHaveLength(writers.flat().length / SESSIONS.length);
    await deriveSession(db, key);
    const row = await db.session.findFirstOrThrow({ where: { sessionId: key } });
    expect(row.derivedSeq).toBe(row.lastSeq);
  }
});
