import { expect, it } from "vitest";
import { appendEvents } from "@/lib/db/log/append";
import { makeSessionKey } from "@/lib/db/session-id";
import { demoStory } from "@/lib/demo";
import { analyseSession } from "@/lib/pipeline/analyse/analyse-session";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { findLargestChange } from "./largest-change";

const db = testDatabase();

async function store(events: ReturnType<typeof demoStory>) {
  const project = freshProject();
  const session = events[0]?.session ?? "";
  await appendEvents(db, project, events, "refuse");
  await analyseSession(db, makeSessionKey(project, session));
  return { project, session };
}

it("is the turn at which the window grew or shrank most", async () => {
  const { project, session } = await store(demoStory("three-checkpoints"));
  const turns = await db.turn.findMany({
    where: { sessionId: makeSessionKey(project, session) },
    orderBy: { turn: "asc" },
    select: { turn: true, delta: true },
  });
  const sizes = turns.slice(1).map(({ delta }) => Math.abs(delta ?? 0));
  const largest = await findLargestChange(db, project, session);
  expect(Math.abs(turns.find(({ turn }) => turn === largest)?.delta ?? 0)).toBe(Math.max(...sizes));
  expect(Math.max(...sizes)).toBeGreaterThan(0);
});

it("is unknown in a session of one turn, and in one that is not there", async () => {
  const first = demoStory("refund").filter((event) => !("turn" in event) || event.turn === 0);
  const { project, session } = await store(first);
  expect(await findLargestChange(db, project, session)).toBeNull();
  expect(await findLargestChange(db, project, "none")).toBeNull();
});
