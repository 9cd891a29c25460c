import { expect, it } from "vitest";
import type { Database } from "./client";
import { runInTransaction } from "./direct-statements";
import { findAwayNode, isCluster, readNodes } from "./nodes";

const HANGS = Object.assign(new Error("canceling statement due to statement timeout"), { code: "57014" });
const NODES = [1, 2, 3].map((id) => ({ id, name: "10.0.0.1", port: 5_000 + id }));

/** A cluster of three nodes, of which some refuse connections, and some take them and never answer. */
function clusterWith({ refusing = [] as number[], hanging = [] as number[], spread = true }): Database {
  const answer = (sql: string, ...values: unknown[]): unknown[] => {
    if (sql.includes("AS there")) return [{ there: true }];
    if (sql.includes("FROM pg_dist_partition")) return spread ? [{}] : [];
    if (sql.includes("get_shard_id_for_distribution_column"))
      return (values[1] as string[]).map((key) => ({ key, node: Number(key.slice(-1)) }));
    if (sql.includes("FROM pg_dist_node")) return NODES;
    if (sql.includes("run_command_on_all_nodes")) {
      if (hanging.length > 0) throw HANGS;
      return refusing.map((id) => ({ id }));
    }
    const id = NODES.find(({ port }) => port === values[1])?.id ?? 0;
    if (hanging.includes(id)) throw HANGS;
    return [{ success: !refusing.includes(id) }];
  };
  const db = {
    $queryRawUnsafe: (sql: string, ...values: unknown[]) =>
      Promise.resolve().then(() => answer(sql, ...values)),
    $executeRawUnsafe: () => Promise.resolve(0),
    $transaction: (work: (tx: unknown) => unknown) => work(db),
  };
  return db as unknown as Database;
}

it("nodes are named when they refuse connections, and when they take them and never answer", async () => {
  expect(await readNodes(clusterWith({}))).toEqual({ all: 3, away: 0, ids: [] });
  expect(await readNodes(clusterWith({ refusing: [2] }))).toEqual({ all: 3, away: 1, ids: [2] });
  expect(await readNodes(clusterWith({ hanging: [3] }))).toEqual({ all: 3, away: 1, ids: [3] });
  expect(await readNodes(clusterWith({ refusing: [1], hanging: [3] }))).toEqual({
    all: 3,
    away: 2,
    ids: [1, 3],
  });
});

it("whether there are nodes is known without asking them", async () => {
  expect(await isCluster(clusterWith({ hanging: [1, 2, 3] }))).toBe(true);
});

it("that a transaction could not find out is asked again", async () => {
  const good = clusterWith({});
  let breaks = true;
  const tx = { $queryRawUnsafe: () => Promise.reject(HANGS) };
  const db = Object.assign(good, {
    $transaction: (work: (one: unknown) => unknown) => work(breaks ? tx : { ...good }),
  });
  await expect(runInTransaction(db, (one) => isCluster(one))).rejects.toBe(HANGS);
  breaks = false;
  expect(await isCluster(db)).toBe(true);
  expect(await runInTransaction(db, (one) => isCluster(one))).toBe(true);
});

it("a cluster that nothing is spread over yet is a single server", async () => {
  expect(await isCluster(clusterWith({ spread: false }))).toBe(false);
  expect(await readNodes(clusterWith({ spread: false }))).toBeNull();
});

it("a session's node is named while it is away, and no other", async () => {
  const db = clusterWith({ refusing: [2] });
  expect(await findAwayNode(db, "session-2")).toBe(2);
  expect(await findAwayNode(db, "session-3")).toBeNull();
  expect(await findAwayNode(clusterWith({}), "session-2")).toBeNull();
});
