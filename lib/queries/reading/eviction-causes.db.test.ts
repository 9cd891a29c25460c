import { expect, it } from "vitest";
import type { TraceEvent } from "@/lib/core/trace/event";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { appendEvents } from "@/lib/db/log/append";
import { makeSessionKey } from "@/lib/db/session-id";
import { deriveSession } from "@/lib/pipeline/derive/derive-session";
import { testDatabase } from "@/lib/testing/database";
import { addProject, inTeamMode } from "@/lib/testing/team";
import { trace } from "@/lib/testing/trace-builder";
import { getBlock } from "../turn/get-block";
import { listEvictions } from "../session/list-evictions";
import { DEMO_STORIES, demoStory } from "@/lib/demo";
import { placeAtSession } from "@/lib/db/places";

const db = testDatabase();
inTeamMode();

const ALL = { offset: 0, limit: 1_000 };

/** A compaction that its harness reported, and beside it a block that left by a cause of its own. */
const COMPACTED: TraceEvent[] = [
  ...trace("compacted")
    .turn((t) => t.user("one", "a").user("two", "b").user("three", "c"))
    .turn((t) => t.compact("sum", "one and two", ["a", "b"]).drop("c").user("four", "d"))
    .events(),
  {
    ...{ id: "edit", session: "compacted", at: 1, type: "context.edited", turn: 1, how: "compacted" },
    ...{ blocks: ["a", "b"], policy: "auto", reason: "nearly full", numbers: { before: 90_000 } },
    reference: { kind: "path", text: "/kept.txt" },
  } as TraceEvent,
  {
    ...{ id: "clear", session: "compacted", at: 1, type: "context.edited", turn: 1, how: "cleared" },
    ...{ blocks: ["c"], policy: "by hand" },
  } as TraceEvent,
];

it("are read as the fold says them, also those that are in the rows of their compactions", async () => {
  const project = await addProject(db);
  for (const events of [...DEMO_STORIES.map(demoStory), COMPACTED]) {
    const { changed } = await appendEvents(db, project, events, "refuse");
    for (const key of changed) await deriveSession(db, key);
    const { session } = foldRecording(events);
    const expected = session.evictions.map(({ turn, block, cause, reference }) => [
      turn,
      session.blocks[block]?.id,
      cause,
      reference,
    ]);
    const { evictions } = await listEvictions(db, project, session.meta.externalId, ALL);
    const read = evictions.map(({ turn, blockId, cause, reference }) => [turn, blockId, cause, reference]);
    expect(inOrder(read)).toEqual(inOrder(expected));
    for (const { blockId, turn, cause } of evictions) {
      const { residencies } = await getBlock(db, project, session.meta.externalId, blockId, {
        offset: 0,
        limit: 1,
      });
      const ended = residencies.find(({ eviction }) => eviction?.turn === turn);
      expect(ended?.eviction?.cause).toEqual(cause);
    }
  }
  const [row] = await db.$queryRawUnsafe<{ shared: number; own: number }[]>(
    placeAtSession(`SELECT count(*) FILTER (WHERE cause ? 'shared')::int AS shared, count(*) FILTER (WHERE cause ? 'policy')::int AS own
     FROM residency WHERE session_id = $1::uuid`),
    makeSessionKey(project, "compacted"),
  );
  expect(row).toEqual({ shared: 2, own: 1 });
});

function inOrder(rows: readonly unknown[]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}
