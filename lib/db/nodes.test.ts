import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Database } from "./client";
import { runInTransaction } from "./direct-statements";
import { findAwayNode, isCluster, readNodes } from "./nodes";

const FAILS = Object.assign(new Error("canceling statement due to statement timeout"), { code: "57014" });
const NODES = [1, 2, 3].map((id) => ({ id, name: "10.0.0.1", port: 5_000 + id }));

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** A cluster of three nodes, of which some refuse connections, and some take them and do not answer until they go on. */
function clusterWith({
  refusing = [] as number[],
  hanging = [] as number[],
  spread = true,
  asked = [] as number[],
  goOn = new Promise<unknown>(() => undefined),
}): Database {
  const answer = (sql: string, ...values: unknown[]): unknown => {
    if (sql.includes("AS there")) return [{ there: true }];
    if (sql.includes("FROM pg_dist_partition")) return spread ? [{}] : [];
    if (sql.includes("get_shard_id_for_distribution_column"))
      return (values[1] as string[]).map((key) => ({ key, node: Number(key.slice(-1)) }));
    if (sql.includes("FROM pg_dist_node")) return NODES;
    if (sql.includes("run_command_on_all_nodes")) {
      asked.push(0);
      const rows = refusing.map((id) => ({ id }));
      return hanging.length > 0 ? goOn.then(() => rows) : rows;
    }
    const id = NODES.find(({ port }) => port === values[1])?.id ?? 0;
    asked.push(id);
    const rows = [{ success: !refusing.includes(id) }];
    return hanging.includes(id) ? goOn.then(() => rows) : rows;
  };
  const db = {
    $queryRawUnsafe: (sql: string, ...values: unknown[]) =>
      Promise.resolve().then(() => answer(sql, ...values)),
    $executeRawUnsafe: () => Promise.resolve(0),
    $transaction: (work: (tx: unknown) => unknown) => work(db),
  };
  return db as unknown as Database;
}

/** Looks at the nodes, however long their answers take. */
async function look(db: Database, now?: number): ReturnType<typeof readNodes> {
  const nodes = readNodes(db, now);
  await vi.advanceTimersByTimeAsync(10_000);
  return nodes;
}

it("nodes are named when they refuse connections, and when they take them and never answer", async () => {
  expect(await look(clusterWith({}))).toEqual({ all: 3, away: 0, ids: [] });
  expect(await look(clusterWith({ refusing: [2] }))).toEqual({ all: 3, away: 1, ids: [2] });
  expect(await look(clusterWith({ hanging: [3] }))).toEqual({ all: 3, away: 1, ids: [3] });
  expect(await look(clusterWith({ refusing: [1], hanging: [3] }))).toEqual({
    all: 3,
    away: 2,
    ids: [1, 3],
  });
});

it("a node that does not answer is asked once until it does, and is known at once meanwhile", async () => {
  const asked: number[] = [];
  const hanging = [3];
  let answer = (_: unknown): void => undefined;
  const goOn = new Promise((done) => (answer = done));
  const db = clusterWith({ hanging, asked, goOn });
  const away = { all: 3, away: 1, ids: [3] };
  expect(await look(db, 0)).toEqual(away);
  for (let now = 100_000; now < 200_000; now += 10_000) expect(await readNodes(db, now)).toEqual(away);
  expect(asked.filter((id) => id === 3)).toEqual([3]);
  expect(asked.filter((id) => id === 0)).toEqual([0]);
  hanging.pop();
  answer(null);
  await vi.advanceTimersByTimeAsync(0);
  expect(await readNodes(db, 300_000)).toEqual({ all: 3, away: 0, ids: [] });
});

it("whether there are nodes is known without asking them", async () => {
  expect(await isCluster(clusterWith({ hanging: [1, 2, 3] }))).toBe(true);
});

it("that a transaction could not find out is asked again", async () => {
  const good = clusterWith({});
  let breaks = true;
  const tx = { $queryRawUnsafe: () => Promise.reject(FAILS) };
  const db = Object.assign(good, {
    $transaction: (work: (one: unknown) => unknown) => work(breaks ? tx : { ...good }),
  });
  await expect(runInTransaction(db, (one) => isCluster(one))).rejects.toBe(FAILS);
  breaks = false;
  expect(await isCluster(db)).toBe(true);
  expect(await runInTransaction(db, (one) => isCluster(one))).toBe(true);
});

it("a cluster that nothing is spread over yet is a single server", async () => {
  expect(await isCluster(clusterWith({ spread: false }))).toBe(false);
  expect(await readNodes(clusterWith({ spread: false }))).toBeNull();
});

it("a session's node is named while it is away, and no other", async () => {
  vi.useRealTimers();
  const db = clusterWith({ refusing: [2] });
  expect(await findAwayNode(db, "session-2")).toBe(2);
  expect(await findAwayNode(db, "session-3")).toBeNull();
  expect(await findAwayNode(clusterWith({}), "session-2")).toBeNull();
});
