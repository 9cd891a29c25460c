import fc from "fast-check";
import { expect, it } from "vitest";
import type { TraceEvent } from "@/lib/core/trace/event";
import { appendEvents } from "@/lib/db/log/append";
import { makeSessionKey } from "@/lib/db/session-id";
import { deriveSession } from "@/lib/pipeline/derive/derive-session";
import { arbitrarySession } from "@/lib/testing/drawn/arbitrary-session";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { derivedRows } from "@/lib/testing/derived-rows";
import { trace } from "@/lib/testing/trace-builder";
import { writeGrowth } from "./write-projection";

const db = testDatabase();

const grow = (project: string, events: readonly TraceEvent[]) =>
  writeGrowth(db, project, { events, removed: [] }, []);

const logOf = (project: string, session: string) =>
  db.event.findMany({
    where: { sessionId: makeSessionKey(project, session) },
    select: { id: true, seq: true, hash: true },
    orderBy: { seq: "asc" },
  });

const story = fc.record({
  events: arbitrarySession,
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }),
  /** One event comes again in the last part and says something else. */
  corrected: fc.option(fc.nat(50)),
});

it("gives sessions that grow together the log and the rows that each would have by itself", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(story, { minLength: 2, maxLength: 5 }), async (stories) => {
      const [together, apart] = [freshProject(), freshProject()];
      const sessions = stories.map(({ events, cuts, corrected }, i) => {
        const all = events.map((event) => ({ ...event, session: `s${i}` }));
        const ends = [0, ...cuts.map((cut) => Math.ceil(cut * all.length)).sort((a, b) => a - b), all.length];
        const parts = ends.slice(1).map((end, at) => all.slice(ends[at], end));
        const again = corrected === null ? undefined : all[corrected % all.length];
        if (again !== undefined) parts.push([{ ...again, at: (again.at ?? 0) + 1 } as TraceEvent]);
        return { id: `s${i}`, parts };
      });
      for (let wave = 0; wave < 5; wave++) {
        const { behind } = await grow(
          together,
          sessions.flatMap(({ parts }) => parts[wave] ?? []),
        );
        for (const key of behind) await deriveSession(db, key);
        for (const { id, parts } of sessions) {
          await appendEvents(db, apart, parts[wave] ?? [], "replace");
          const [mine, other] = [makeSessionKey(together, id), makeSessionKey(apart, id)];
          if (!(await deriveSession(db, other, { rebuild: true }))) continue;
          expect(await derivedRows(db, mine)).toEqual(await derivedRows(db, other));
          expect(await logOf(together, id)).toEqual(await logOf(apart, id));
        }
      }
    }),
    { numRuns: 5 },
  );
});

it("derives sessions that begin and grow in the write itself, and nothing is left to do", async () => {
  const project = freshProject();
  const ids = ["first", "second", "third"];
  const story = (id: string) =>
    trace(id)
      .turn((t) => t.user("Look.", "goal").calls("read", {}, "c1"))
      .turn((t) => t.result("c1", "a line\n".repeat(20)).says("Seen."))
      .turn((t) => t.user("And now?").says("Done."))
      .events();
  const half = (id: string) => Math.ceil(story(id).length / 2);
  const begun = await grow(
    project,
    ids.flatMap((id) => story(id).slice(0, half(id))),
  );
  const keys = ids.map((id) => makeSessionKey(project, id));
  expect([begun.behind, new Set(begun.born)]).toEqual([[], new Set(keys)]);
  const { behind, derived } = await grow(
    project,
    ids.flatMap((id) => story(id).slice(half(id))),
  );
  expect([behind, new Set(derived)]).toEqual([[], new Set(keys)]);
  const rows = await db.session.findMany({ where: { sessionId: { in: keys } } });
  expect(rows.map(({ turns, derivedSeq, lastSeq }) => [turns, lastSeq - derivedSeq])).toEqual(
    ids.map(() => [3, 0]),
  );
});
