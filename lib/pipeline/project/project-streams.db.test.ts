import { createHash } from "node:crypto";
import { expect, it, vi } from "vitest";
import { makeSessionKey } from "@/lib/db/session-id";
import { decodeBody } from "@/lib/pipeline/records/decode-body";
import { takeBody } from "@/lib/pipeline/receive/otlp/receive";
import { deriveSession } from "@/lib/pipeline/derive/derive-session";
import { countRecordsWaiting } from "@/lib/db/progress";
import { listIngestionWarnings } from "@/lib/queries/ingestion/list-ingestion-warnings";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { derivedRows } from "@/lib/testing/derived-rows";
import type { TestSpan } from "@/lib/testing/otlp-bodies";
import { isOnCluster } from "@/lib/testing/cluster/cluster-database";
import { tracesJson } from "@/lib/testing/otlp-bodies";
import { projectStreams } from "./project-streams";

const db = testDatabase();
const AT = Date.UTC(2026, 0, 1);

function call(trace: string, session: string, no: number): TestSpan {
  const messages = Array.from({ length: no }, (_, i) => ({
    role: "user",
    parts: [{ type: "text", content: `question ${i} of ${session}: ${"what is in stock ".repeat(12)}` }],
  }));
  return {
    id: `${session}${no}`,
    name: "chat",
    trace: createHash("sha256").update(trace).digest("hex").slice(0, 32),
    at: AT + no * 1_000,
    attributes: {
      "gen_ai.operation.name": "chat",
      "session.id": session,
      "gen_ai.input.messages": JSON.stringify(messages),
    },
  };
}

async function send(project: string, spans: readonly TestSpan[]): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(tracesJson("app", [...spans])));
  const decoded = decodeBody(bytes, "traces", "json");
  await takeBody(db, project, { bytes, signal: "traces", encoding: "json", decoded });
}

/** The derived rows of a session, without what says when they were written. */
async function rowsOf(project: string, session: string) {
  const key = makeSessionKey(project, session);
  await deriveSession(db, key);
  const { turn, block, residency } = await derivedRows(db, key);
  return { turn, block, residency };
}

const turnsOf = async (project: string, session: string) =>
  (await db.session.findFirst({ where: { projectId: project, externalId: session } }))?.turns ?? 0;

it("works out new streams that belong together, directly or through others, as if they had come one by one", async () => {
  const [together, apart] = [freshProject(), freshProject()];
  const rounds = [
    [call("t1", "s1", 1), call("t2", "s1", 2), call("t2", "s2", 1), call("t3", "s2", 2), call("t4", "s3", 1)],
    [call("t5", "s2", 3), call("t6", "s4", 1), call("t4", "s3", 2), call("t7", "s1", 3), call("t7", "s4", 2)],
    [call("t1", "s1", 4), call("t8", "s5", 1), call("t4", "s3", 3), call("t6", "s4", 3)],
  ];
  for (const round of rounds) {
    await send(together, round);
    await projectStreams(db, together, []);
    for (const span of round) {
      await send(apart, [span]);
      await projectStreams(db, apart, []);
    }
    expect(await countRecordsWaiting(db, together, null)).toMatchObject({ records: 0, bodies: [] });
  }
  for (const [session, turns] of Object.entries({ s1: 4, s2: 3, s3: 3, s4: 3, s5: 1 })) {
    const rows = await rowsOf(together, session);
    expect(rows.turn).toHaveLength(turns);
    expect(rows).toEqual(await rowsOf(apart, session));
  }
});

// A cluster has no triggers on tables that are spread.
it.skipIf(isOnCluster())(
  "tries each by itself when some cannot be written together, and gives up only what cannot be written",
  async () => {
    const project = freshProject();
    await db.$executeRawUnsafe(
      `CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN IF NEW.external_id = 'bad' THEN RAISE EXCEPTION 'not this one'; END IF; RETURN NEW; END $$`,
    );
    await db.$executeRawUnsafe(
      "CREATE TRIGGER refuse_one BEFORE INSERT ON session FOR EACH ROW EXECUTE FUNCTION refuse_one()",
    );
    const said = vi.spyOn(console, "error").mockReturnValue();
    const sessions = ["first", "second", "bad", "third"];
    await send(
      project,
      sessions.map((session) => call(`of ${session}`, session, 1)),
    );
    await projectStreams(db, project, []);
    await db.$executeRawUnsafe("DROP TRIGGER refuse_one ON session");
    said.mockRestore();
    const turns = await Promise.all(sessions.map((session) => turnsOf(project, session)));
    expect(turns).toEqual([1, 1, 0, 1]);
    const { warnings } = await listIngestionWarnings(db, project);
    expect(warnings.map(({ code }) => code)).toContain("projection_failed");
    await send(project, [call("of bad", "bad", 2), call("of first", "first", 2)]);
    await projectStreams(db, project, []);
    for (const session of ["bad", "first"]) expect((await rowsOf(project, session)).turn).toHaveLength(2);
  },
);
