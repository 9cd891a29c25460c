import { describe, expect, it } from "vitest";
import { listSessions as route } from "@/lib/api/endpoints/sessions";
import { readWireEvent } from "@/lib/core/trace/event";
import { eventSchema } from "@/lib/core/trace/event-schema";
import { appendEvents } from "@/lib/db/log/append";
import { makeSessionKey } from "@/lib/db/session-id";
import { deriveSession } from "@/lib/pipeline/derive/derive-session";
import { testDatabase } from "@/lib/testing/database";
import { addProject, inTeamMode } from "@/lib/testing/team";
import { listSessions } from "./list-sessions";

const db = testDatabase();
inTeamMode();

/** For each call its model, its input tokens, and its duration in seconds. */
const CALLS = {
  dear: ["claude-sonnet-5", 150_000, 2],
  cheap: ["claude-sonnet-5", 1_000, 8],
  middle: ["claude-sonnet-5", 100_000, 4],
  unpriced: ["a-model-without-a-price", 50_000, null],
} as const;

async function fourSessions(): Promise<string> {
  const project = await addProject(db);
  for (const [session, [model, input, seconds]] of Object.entries(CALLS)) {
    const call = eventSchema.parse({
      id: "call",
      session,
      at: "2026-01-01T00:00:00.000Z",
      ...(seconds !== null && { endedAt: `2026-01-01T00:00:0${seconds}.000Z` }),
      type: "turn.recorded",
      turn: 0,
      model,
      usage: { input, output: 10 },
    });
    await appendEvents(db, project, [readWireEvent(call).event], "refuse");
    await deriveSession(db, makeSessionKey(project, session));
  }
  return project;
}

describe("the order by cost and by latency", () => {
  it("is by amount, with what is unknown last either way, and goes on page by page", async () => {
    const project = await fourSessions();
    const list = (asked: object) => listSessions(db, project, route.query.parse(asked));
    const names = async (asked: object) =>
      (await list(asked)).sessions.map(({ externalId }) => externalId).join(" ");
    expect(await names({ sort: "cost" })).toBe("dear middle cheap unpriced");
    expect(await names({ sort: "cost", order: "asc" })).toBe("cheap middle dear unpriced");
    expect(await names({ sort: "latency" })).toBe("cheap middle dear unpriced");
    const first = await list({ sort: "cost", limit: 2 });
    expect(await names({ sort: "cost", limit: 2, cursor: first.nextCursor })).toBe("cheap unpriced");
    expect((await list({ sort: "cost", limit: 4 })).nextCursor).toBeNull();
  });

  it("refuses a cursor of another order", async () => {
    const project = await fourSessions();
    const { nextCursor } = await listSessions(db, project, route.query.parse({ limit: 1 }));
    const asked = route.query.parse({ sort: "cost", cursor: nextCursor });
    await expect(listSessions(db, project, asked)).rejects.toThrow("not one that this list has given out");
  });
});
