import { afterEach, describe, expect, it } from "vitest";
import { isNodeAway } from "@/lib/db/away";
import { readNodesOfKeys } from "@/lib/db/nodes";
import { streamKey } from "@/lib/db/raw/store";
import { makeSessionKey } from "@/lib/db/session-id";
import { projectStreams } from "@/lib/pipeline/project/project-streams";
import { asCluster } from "@/lib/testing/cluster/as-cluster";
import { isOnCluster } from "@/lib/testing/cluster/cluster-database";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { withWorker, worked } from "@/lib/testing/worker";
import { ingestModelCalls } from "./model-calls";

const server = testDatabase();
const away = new Set<string>();
const db = asCluster(server, () => [...away]);
const TEXT = "How many are in stock, and where do they stand? ".repeat(8);

afterEach(() => away.clear());

function call(session: string, no: number) {
  const messages = Array.from({ length: no + 1 }, (_, i) => ({ role: "user", content: `${i} ${TEXT}` }));
  const answer = { role: "assistant", content: `Three, of ${no}.` };
  const response = { id: `${session} ${no}`, choices: [{ message: answer, finish_reason: "stop" }] };
  const startedAt = Date.UTC(2026, 0, 1) + no * 1_000;
  return { value: { session, startedAt, request: { model: "gpt-x", messages }, response } };
}

const streamOf = (project: string, session: string) => streamKey(project, `session:${session}`);

async function placeOf(project: string, session: string): Promise<string> {
  const [row] = await server.$queryRawUnsafe<{ place: string }[]>(
    "SELECT place_id AS place FROM stream WHERE stream_id = $1::uuid",
    streamOf(project, session),
  );
  return row?.place ?? "";
}

const turnsOf = async (project: string, session: string) =>
  (await server.session.findFirst({ where: { sessionId: makeSessionKey(project, session) } }))?.turns;

/** A stream of an earlier version, which lies where its own key is. */
function beginOldStream(project: string, session: string): Promise<unknown> {
  return server.$executeRawUnsafe(
    "INSERT INTO stream (stream_id, place_id, project_id, name) VALUES ($1::uuid, $1::uuid, $2, $3)",
    streamOf(project, session),
    project,
    `session:${session}`,
  );
}

describe("the calls of a session", () => {
  it("are refused while its node is away, and those of other sessions are taken", async () => {
    const project = freshProject();
    const sessions = ["lost", "there", "there-too"];
    for (const session of sessions) await ingestModelCalls(db, project, [call(session, 0)]);
    // Nothing else of them has to be there: neither what is new nor what goes on.
    away.add(makeSessionKey(project, "lost")).add(makeSessionKey(project, "lost-new"));
    for (const session of sessions) away.add(streamOf(project, session));
    const posts = ["there", "lost", "lost-new", "there-new", "there-too"].map((session) =>
      ingestModelCalls(db, project, [call(session, 1)]),
    );
    const [there, lost, lostNew, ...others] = await Promise.allSettled(posts);
    for (const refused of [lost, lostNew])
      expect(refused).toMatchObject({ status: "rejected", reason: expect.toSatisfy(isNodeAway) as unknown });
    for (const taken of [there, ...others])
      expect(taken).toMatchObject({ status: "fulfilled", value: { accepted: 1 } });
    away.clear();
    expect(await ingestModelCalls(db, project, [call("lost", 1)])).toMatchObject({ accepted: 1 });
    await withWorker(() => worked(server, project));
    expect(await Promise.all(sessions.map((session) => turnsOf(project, session)))).toEqual([2, 2, 2]);
  });

  it("go on where those of an earlier version lie, and say the same as those that lie with their session", async () => {
    const project = freshProject();
    await beginOldStream(project, "old");
    for (let no = 0; no < 3; no++)
      for (const session of ["old", "new"]) {
        expect(await ingestModelCalls(db, project, [call(session, no)])).toMatchObject({ accepted: 1 });
        expect(await ingestModelCalls(db, project, [call(session, no)])).toMatchObject({ accepted: 0 });
        await projectStreams(db, project, []);
      }
    expect([await placeOf(project, "old"), await placeOf(project, "new")]).toEqual([
      streamOf(project, "old"),
      makeSessionKey(project, "new"),
    ]);
    await withWorker(() => worked(server, project));
    expect([await turnsOf(project, "old"), await turnsOf(project, "new")]).toEqual([3, 3]);
    const bodies = await Promise.all(
      ["old", "new"].map(async (session) =>
        server.rawRecord.count({ where: { streamId: await placeOf(project, session) } }),
      ),
    );
    expect(bodies).toEqual([3, 3]);
  });

  it("are written by one statement as on a cluster, wherever they lie", async () => {
    const project = freshProject();
    await beginOldStream(project, "old");
    for (let no = 0; no < 3; no++)
      await ingestModelCalls(server, project, [call("old", no), call("new", no), call("old", no)]);
    await withWorker(() => worked(server, project));
    expect([await turnsOf(project, "old"), await turnsOf(project, "new")]).toEqual([3, 3]);
    expect(await placeOf(project, "old")).toBe(streamOf(project, "old"));
    expect(await placeOf(project, "new")).toBe(makeSessionKey(project, "new"));
  });

  it.runIf(isOnCluster())("are on the node of the session", async () => {
    const project = freshProject();
    const sessions = Array.from({ length: 24 }, (_, i) => `session-${i}`);
    for (const session of sessions) await ingestModelCalls(server, project, [call(session, 0)]);
    const keys = sessions.map((session) => makeSessionKey(project, session));
    const places = await Promise.all(sessions.map((session) => placeOf(project, session)));
    const [ofSessions, ofRecords] = await Promise.all([
      readNodesOfKeys(server, "session", keys),
      readNodesOfKeys(server, "raw_record", places),
    ]);
    expect(new Set(ofSessions.values()).size).toBeGreaterThan(1);
    expect(places.map((place) => ofRecords.get(place))).toEqual(keys.map((key) => ofSessions.get(key)));
  });
});
