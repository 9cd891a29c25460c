import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { isNodeAway } from "@/lib/db/away";
import { LOOK_HOLDS_MS, readNodes, readNodesOfKeys } from "@/lib/db/nodes";
import { placeAtSession, placeEverywhere } from "@/lib/db/places";
import { readReachable } from "@/lib/db/reachable";
import { makeSessionKey } from "@/lib/db/session-id";
import { listSessions } from "@/lib/queries/session-list/list-sessions";
import { isOnCluster } from "@/lib/testing/cluster/cluster-database";
import type { LocalNode } from "@/lib/testing/cluster/hang-node";
import { findLocalNode } from "@/lib/testing/cluster/hang-node";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { ingestEvents } from "./ingest-events";
import { ingestModelCalls } from "./telemetry/model-calls";

const db = testDatabase();
const AT = Date.UTC(2026, 0, 1);
const SESSIONS = 16;
/** More than a process has connections. */
const POSTS_TO_THE_HANGING = 12;

let node: LocalNode | null = null;
const undo: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  if (isOnCluster()) node = await findLocalNode(process.env.DATABASE_URL ?? "");
});
afterEach(async () => {
  node?.goOn();
  for (const one of undo.splice(0)) await one();
  await expect
    .poll(() =>
      db.$queryRawUnsafe(READ_ALL).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
});

const READ_ALL = placeEverywhere("SELECT count(*)::int AS n FROM session");

function event(session: string, turn: number) {
  const window = { append: [{ id: `q${turn}`, kind: "user_message", content: `question ${turn}` }] };
  const at = new Date(AT + turn * 1_000).toISOString();
  return { value: { id: `e${turn}`, session, at, type: "turn.recorded", turn, window } };
}

function call(session: string, no: number) {
  const response = {
    id: `${session} ${no}`,
    choices: [{ message: { role: "assistant", content: "Three." } }],
  };
  const messages = [{ role: "user", content: `question ${no}` }];
  return { value: { session, startedAt: AT + no, request: { model: "gpt-x", messages }, response } };
}

async function post(project: string, session: string, no: number): Promise<void> {
  await ingestEvents(db, project, [event(session, no)]);
  await ingestModelCalls(db, project, [call(`${session}-calls`, no)]);
}

/** Names of sessions by whether all that they consist of is on nodes that do not hang. */
async function sortSessions(project: string, hanging: number): Promise<{ there: string[]; lost: string[] }> {
  const names = Array.from({ length: SESSIONS }, (_, i) => `session-${i}`);
  const keyOf = (name: string) => makeSessionKey(project, name);
  const nodes = await readNodesOfKeys(
    db,
    "session",
    names.flatMap((name) => [keyOf(name), keyOf(`${name}-calls`)]),
  );
  const isLost = (name: string) => nodes.get(keyOf(name)) === hanging;
  return {
    there: names.filter((name) => !isLost(name) && !isLost(`${name}-calls`)),
    lost: names.filter(isLost),
  };
}

/** What a node is in the middle of when it stops. */
type State = (project: string, hanging: LocalNode, lost: readonly string[]) => Promise<unknown>;

const idle: State = () => Promise.resolve();

/** The look at the nodes goes over connections that have been used before. */
const lookedAt: State = async () => {
  await readNodes(db);
  await sleep(LOOK_HOLDS_MS);
  await readNodes(db);
  await sleep(LOOK_HOLDS_MS);
};

const READ_NAMED = placeAtSession("SELECT pg_sleep(600), count(*) FROM session WHERE session_id = $1::uuid");

const reading: State = async (project, hanging, lost) => {
  for (const name of lost.slice(0, 3))
    db.$queryRawUnsafe(READ_NAMED, makeSessionKey(project, name)).catch(() => undefined);
  await expect.poll(() => hanging.ask(countActive("wait_event = 'PgSleep'"))).not.toEqual([{ n: 0 }]);
};

/** Its commits wait for a copy of it that is not there. */
const committing: State = async (project, hanging, lost) => {
  undo.push(() => setStandby(hanging, ""));
  await setStandby(hanging, "nobody");
  for (const name of lost.slice(0, 3)) post(project, name, 1).catch(() => undefined);
  await expect.poll(() => hanging.ask(countActive("wait_event = 'SyncRep'"))).not.toEqual([{ n: 0 }]);
};

async function setStandby(hanging: LocalNode, name: string): Promise<void> {
  await hanging.ask(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
  await hanging.ask("SELECT pg_reload_conf()");
}

function countActive(what: string): string {
  return `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND ${what}`;
}

/** The part that a session is in was moved to another node. */
const MOVE = `SELECT citus_move_shard_placement(shardid, here.nodename, here.nodeport, there.nodename, there.nodeport, 'block_writes')
  FROM (SELECT get_shard_id_for_distribution_column('session', $1::uuid) AS shardid) AS part
  JOIN pg_dist_placement USING (shardid) JOIN pg_dist_node here USING (groupid)
  JOIN pg_dist_node there ON there.groupid NOT IN (0, here.groupid) AND there.shouldhaveshards LIMIT 1`;

const drained: State = (project, _hanging, [name = ""]) =>
  db.$queryRawUnsafe(MOVE, makeSessionKey(project, name));

const WAITS = "state <> 'idle' AND pid <> pg_backend_pid() AND backend_type = 'client backend'";
const LOOKS = `query ~ 'run_command|run_on_worker' AND ${WAITS}`;
const NEWEST = { sort: "updated", order: "desc", role: "main", examples: "in", limit: 50 } as const;

/** @returns how many nodes the list of sessions says are away */
function listWhatIsThere(project: string): Promise<number> {
  return readReachable(db, project, async ({ db: there, nodesAway }) => {
    await listSessions(there, project, NEWEST);
    return nodesAway;
  });
}

describe.skipIf(!isOnCluster())("while a node hangs", () => {
  it.each<[string, State]>([
    ["that was idle", idle],
    ["that has been looked at before", lookedAt],
    ["in the middle of reads", reading],
    ["in the middle of commits", committing],
    ["that a part was moved away from", drained],
  ])(
    "%s, posts to sessions on the others are answered, and those to its own are refused",
    async (_, bring) => {
      if (node === null) return;
      const project = freshProject();
      const before = await sortSessions(project, node.id);
      for (const name of [...before.there, ...before.lost]) await post(project, name, 0);
      await bring(project, node, before.lost);
      const { there, lost } = await sortSessions(project, node.id);
      await node.hang();
      const refused = Array.from({ length: POSTS_TO_THE_HANGING }, (__, i) =>
        ingestEvents(db, project, [event(lost[i % lost.length] ?? "", 10 + i)]).catch((e: unknown) => e),
      );
      const listed = listWhatIsThere(project);
      for (const no of [2, 3]) await Promise.all(there.map((name) => post(project, name, no)));
      for (const error of await Promise.all(refused)) expect(error).toSatisfy(isNodeAway);
      expect(await listed).toBe(1);
      // Nothing that asks again and again leaves something behind each time.
      for (let i = 0; i < 3; i++) {
        await sleep(LOOK_HOLDS_MS);
        expect((await readNodes(db))?.ids).toEqual([node.id]);
        expect(await listWhatIsThere(project)).toBe(1);
        await expect(post(project, lost[0] ?? "", 50)).rejects.toSatisfy(isNodeAway);
      }
      const [looks] = await db.$queryRawUnsafe<{ n: number }[]>(countActive(LOOKS));
      expect(looks?.n).toBeLessThanOrEqual(2);
      node.goOn();
      for (const one of undo.splice(0)) await one();
      await expect.poll(() => db.$queryRawUnsafe(countActive(WAITS))).toEqual([{ n: 0 }]);
    },
    180_000,
  );
});
