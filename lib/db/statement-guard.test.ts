import { beforeEach, describe, expect, it } from "vitest";
import { isDatabaseAway, isNodeAway } from "./away";
import type { Place } from "./places";
import type { Cluster, SentStatement } from "./statement-guard";
import { NodeHangs, StatementGuard } from "./statement-guard";

const [HERE, THERE] = ["0b6f1f0e-0000-4000-8000-000000000001", "0b6f1f0e-0000-4000-8000-000000000002"];
const atSession = (...keys: string[]): Place => ({ of: "session", keys });
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
function unanswered(
  place: Place | null,
  more: Partial<SentStatement> = {},
): { readonly failure: () => unknown } {
  let failure: unknown = null;
  let end: (error: Error) => void;
  const answer = new Promise<never>((_, reject) => (end = reject));
  guard
    .send(
      { place, ...more },
      () => answer,
      (error) => end(error),
    )
    .catch((error: unknown) => (failure = error));
  return { failure: () => failure };
}

const answered = (place: Place | null) =>
  guard.send(
    { place },
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
  unanswered(atSession(THERE));
  await later(4_000);
}

describe("a statement that waits for a node that hangs", () => {
  it("is given up, with an error that says that the node is away", async () => {
    silent = [2];
    const { failure } = unanswered(atSession(THERE));
    await later(1_500);
    expect([looks, failure()]).toEqual([0, null]);
    await later(2_500);
    expect(failure()).toBeInstanceOf(NodeHangs);
    expect([isNodeAway(failure()), isDatabaseAway(failure())]).toEqual([true, true]);
  });

  it.each<[string, SentStatement]>([
    ["about all nodes", { place: "everywhere" }],
    ["about several keys", { place: { of: "stream", keys: [HERE, THERE] } }],
    ["that ends a transaction", { place: null, isEnd: true }],
  ])("is one %s", async (_, { place, ...more }) => {
    silent = [2];
    const { failure } = unanswered(place, more);
    await later(4_000);
    expect(failure()).toBeInstanceOf(NodeHangs);
  });
});

describe("while a node hangs", () => {
  it("what needs it fails at once, and everything else goes on", async () => {
    await hanging();
    await expect(answered(atSession(THERE))).rejects.toThrow("does not answer");
    await expect(answered("everywhere")).rejects.toThrow("does not answer");
    await expect(answered({ of: "stream", keys: [HERE, THERE] })).rejects.toThrow("does not answer");
    for (const place of [atSession(HERE), atSession(), null]) expect(await answered(place)).toBe("rows");
  });

  it("a statement on another node, or a lock, may take its time", async () => {
    await hanging();
    const [slow, lock] = [unanswered(atSession(HERE)), unanswered(null)];
    await later(9_000);
    expect([slow.failure(), lock.failure()]).toEqual([null, null]);
    await later(2_000);
    expect([slow.failure(), lock.failure()]).toEqual([expect.any(NodeHangs), null]);
  });

  it("everything goes on when it is back", async () => {
    await hanging();
    silent = [];
    await later(2_000);
    expect(await answered(atSession(THERE))).toBe("rows");
  });
});

describe("a slow statement", () => {
  it("is left alone where all nodes answer", async () => {
    const { failure } = unanswered(atSession(THERE));
    await later(60_000);
    expect([looks > 0, failure()]).toEqual([true, null]);
  });

  it("is left alone where a node missed one look", async () => {
    const { failure } = unanswered(atSession(THERE));
    for (let i = 0; i < 20; i++) {
      silent = i % 2 === 0 ? [2] : [];
      await later(2_000);
    }
    expect(failure()).toBeNull();
  });

  it("on a single server is a reason to look once a minute", async () => {
    silent = null;
    unanswered(atSession(THERE));
    await later(59_000);
    expect(looks).toBe(1);
  });
});
