import fc from "fast-check";
import { expect, it } from "vitest";
import type { TraceEvent } from "@/lib/core/trace/event";
import { appendEvents } from "@/lib/db/log/append";
import { isCluster } from "@/lib/db/nodes";
import { sessionKey } from "@/lib/db/session-id";
import { arbitrarySession } from "@/lib/testing/arbitrary-session";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { derivedRows } from "@/lib/testing/derived-rows";
import { trace } from "@/lib/testing/trace-builder";
import { addNewSessions } from "./add-new-sessions";
import { deriveSession } from "./derive-session";

const db = testDatabase();

const ALL_NEW = { known: new Set<string>(), models: [] };

const called = (session: string, events: readonly TraceEvent[]): TraceEvent[] =>
  events.map((event) => ({ ...event, session }));

it("writes the log and the rows that each session would have by itself, and goes on from there", async () => {
  const cut = fc.record({ events: arbitrarySession, share: fc.double({ min: 0.1, max: 1, noNaN: true }) });
  await fc.assert(
    fc.asyncProperty(fc.array(cut, { minLength: 1, maxLength: 4 }), async (sessions) => {
      const [together, apart] = [freshProject(), freshProject()];
      const parts = sessions.map(({ events, share }, i) => {
        const all = called(`s${i}`, events);
        const first = Math.ceil(all.length * share);
        return { id: `s${i}`, first: all.slice(0, first), rest: all.slice(first) };
      });
      const { born, others } = await addNewSessions(
        db,
        together,
        parts.flatMap(({ first }) => first),
        ALL_NEW,
      );
      const made = new Set(born);
      expect(others).toEqual(
        parts.flatMap(({ id, first }) => (made.has(sessionKey(together, id)) ? [] : first)),
      );
      await appendEvents(db, together, others, "replace");
      for (const { id, first, rest } of parts) {
        await appendEvents(db, apart, first, "replace");
        await compare(id, together, apart);
        for (const project of [together, apart]) await appendEvents(db, project, rest, "replace");
        await compare(id, together, apart);
      }
    }),
    { numRuns: 6 },
  );
});

async function compare(id: string, together: string, apart: string): Promise<void> {
  const [mine, other] = [sessionKey(together, id), sessionKey(apart, id)];
  await deriveSession(db, mine);
  await deriveSession(db, other, { rebuild: true });
  expect(await derivedRows(db, mine)).toEqual(await derivedRows(db, other));
}

it("leaves what is there, and what comes twice, to be looked at event by event", async () => {
  const project = freshProject();
  const events = (id: string) =>
    trace(id)
      .turn((t) => t.user("one"))
      .events();
  await appendEvents(db, project, events("there"), "refuse");
  const twice = [...events("twice"), ...events("twice")];
  const all = [...events("there"), ...events("new"), ...twice];
  const { born, others } = await addNewSessions(db, project, all, ALL_NEW);
  if (await isCluster(db)) return expect({ born, others }).toEqual({ born: [], others: all });
  expect(born).toEqual([sessionKey(project, "new")]);
  expect(others).toEqual([...events("there"), ...twice]);
  const row = await db.session.findUniqueOrThrow({ where: { sessionId: sessionKey(project, "new") } });
  expect(row).toMatchObject({ turns: 1, lastSeq: events("new").length, derivedSeq: events("new").length });
});
