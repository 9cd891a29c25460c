import { expect, it } from "vitest";
import type { TraceEvent } from "@/lib/core/trace/event";
import { appendEvents } from "@/lib/db/log/append";
import { makeSessionKey } from "@/lib/db/session-id";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { trace } from "@/lib/testing/trace-builder";
import { deriveSession } from "./derive-session";

const db = testDatabase();

it("derives a session that has no turn yet when an event comes that belongs before the others", async () => {
  const project = freshProject();
  const key = makeSessionKey(project, "late");
  const note = (id: string, minute: number): TraceEvent => ({
    id,
    session: "late",
    at: Date.UTC(2026, 0, 1, 0, minute),
    type: "annotation.added",
    turn: 0,
    text: `seen in minute ${minute}`,
  });
  for (const [id, minute] of [
    ["third", 3],
    ["second", 2],
    ["first", 1],
  ] as const) {
    await appendEvents(db, project, [note(id, minute)], "refuse");
    await deriveSession(db, key);
  }
  await appendEvents(
    db,
    project,
    trace("late")
      .turn((t) => t.user("one"))
      .events(),
    "refuse",
  );
  await deriveSession(db, key);
  const { lastSeq, derivedSeq, turns } = await db.session.findFirstOrThrow({ where: { sessionId: key } });
  expect([derivedSeq, turns]).toEqual([lastSeq, 1]);
});
