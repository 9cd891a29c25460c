import { beforeEach, describe, expect, it } from "vitest";
import { isDatabaseAway, isNodeAway } from "./away";
import type { Cluster } from "./statement-guard";
import { NodeHangs, StatementGuard } from "./statement-guard";

const [HERE, THERE] = ["0b6f1f0e-0000-4000-8000-000000000001", "0b6f1f0e-0000-4000-8000-000000000002"];
const ROWS = "SELECT * FROM turn WHERE session_id = $1::uuid";
let silent: number[] | null;
let looks: number;
let now: number;
let guard: StatementGuard;

const cluster: Cluster = {
  silentNodes: () => {
    looks++;
    return Promise.resolve(silent);
  },
  nodesOf: (_table, keys) => Promise.resolve(new Map(keys.map((key) => [key, key === HERE ? 1 : 2]))),
};

beforeEach(() => {
  [silent, looks, now] = [[], 0, 0];
  guard = new StatementGuard(cluster, () => now);
});

/** A statement that is not answered; it fails when its connection is ended. */
function unanswered(text: string, ...values: unknown[]): { readonly failure: () => unknown } {
  let failure: unknown = null;
  let end: (error: Error) => void;
  const answer = new Promise<never>((_, reject) => (end = reject));
  guard
    .send(
      { text, values },
      () => answer,
      (error) => end(error),
    )
    .catch((error: unknown) => (failure = error));
  return { failure: () => failure };
}

const answered = (text: string, ...values: unknown[]) =>
  guard.send(
    { text, values },
    () => Promise.resolve("rows"),
    () => undefined,
  );

async function later(ms: number): Promise<void> {
  for (const end = now + ms; now < end;) {
    now += 500;
    await guard.checkWaiting();
  }
  await new Promise((resolve) => setImmediate(resolve));
}

/** Until the guard knows that the second node hangs. */
async function hanging(): Promise<void> {
  silent = [2];
  unanswered(ROWS, THERE);
  await later(4_000);
}

describe("a statement that waits for a node that hangs", () => {
  it("is given up, with an error that says that the node is away", async () => {
    silent = [2];
    const { failure } = unanswered(ROWS, THERE);
    await later(1_500);
    expect([looks, failure()]).toEqual([0, null]);
    await later(2_500);
    expect(failure()).toBeInstanceOf(NodeHangs);
    expect([isNodeAway(failure()), isDatabaseAway(failure())]).toEqual([true, true]);
  });

  it.each([
    ["about all nodes", "SELECT count(*) FROM session WHERE project_id = $1", ["default"]],
    ["about several keys", 'DELETE FROM "raw_text" WHERE stream_id = ANY($1)', [[HERE, THERE]]],
    ["that ends a transaction", "COMMIT", []],
  ])("is one %s", async (_, text, values) => {
    silent = [2];
    const { failure } = unanswered(text, ...values);
    await later(4_000);
    expect(failure()).toBeInstanceOf(NodeHangs);
  });
});

describe("while a node hangs", () => {
  it("what needs it fails at once, and everything else goes on", async () => {
    await hanging();
    await expect(answered(ROWS, THERE)).rejects.toThrow("does not answer");
    await expect(answered('SELECT 1 FROM "public"."session"')).rejects.toThrow("does not answer");
    await expect(answered("INSERT INTO batch SELECT $1::uuid", THERE)).rejects.toThrow("does not answer");
    for (const [text, ...values] of [
      [ROWS, HERE],
      ["SELECT * FROM stream WHERE stream_id = $1::uuid", THERE],
      ["SELECT body FROM inbox_body"],
      ["SELECT 1"],
      ["BEGIN"],
    ] as const)
      expect(await answered(text, ...values)).toBe("rows");
  });

  it("hashes of texts beside the key say nothing of a node", async () => {
    await hanging();
    const text = "INSERT INTO raw_text (stream_id, hash, text) VALUES ($1::uuid, $2::uuid, $3::bytea)";
    await expect(answered(text, HERE, THERE, "text")).resolves.toBe("rows");
    await expect(answered(`${ROWS} AND hash = ANY($2::uuid[])`, HERE, [THERE])).resolves.toBe("rows");
    await expect(answered(text, THERE, HERE, "text")).rejects.toThrow(NodeHangs);
    const listed = `INSERT INTO "content" (session_id, "hash")
          SELECT $1::uuid, t."hash" FROM unnest($2::uuid[]) AS t ("hash")`;
    await expect(answered(listed, HERE, [THERE])).resolves.toBe("rows");
    await expect(answered(listed, THERE, [HERE])).rejects.toThrow(NodeHangs);
  });

  it("a statement on another node, or a lock, may take its time", async () => {
    await hanging();
    const [slow, lock] = [unanswered(ROWS, HERE), unanswered("SELECT pg_advisory_xact_lock($1)", 1)];
    await later(9_000);
    expect([slow.failure(), lock.failure()]).toEqual([null, null]);
    await later(2_000);
    expect([slow.failure(), lock.failure()]).toEqual([expect.any(NodeHangs), null]);
  });

  it("everything goes on when it is back", async () => {
    await hanging();
    silent = [];
    await later(2_000);
    expect(await answered(ROWS, THERE)).toBe("rows");
  });
});

describe("a slow statement", () => {
  it("is left alone where all nodes answer", async () => {
    const { failure } = unanswered(ROWS, THERE);
    await later(60_000);
    expect([looks > 0, failure()]).toEqual([true, null]);
  });

  it("is left alone where a node missed one look", async () => {
    const { failure } = unanswered(ROWS, THERE);
    for (let i = 0; i < 20; i++) {
      silent = i % 2 === 0 ? [2] : [];
      await later(2_000);
    }
    expect(failure()).toBeNull();
  });

  it("on a single server is a reason to look once a minute", async () => {
    silent = null;
    unanswered(ROWS, THERE);
    await later(59_000);
    expect(looks).toBe(1);
  });
});
