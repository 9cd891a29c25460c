import { describe, expect, it } from "vitest";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { CommitQueue, NotWritten } from "./commits";

const db = {} as Database;
const LIMITS = {
  commits: 1,
  commitsPerProject: 1,
  bytesPerCommit: 100,
  postsPerCommit: 10,
  bytesWaiting: 1_000,
};

function noted(limits = LIMITS) {
  const commits: string[] = [];
  const release: (() => void)[] = [];
  const queue = new CommitQueue<string, string>(async (_db, project, inputs) => {
    commits.push(`${project}: ${inputs.join(" ")}`);
    await new Promise<void>((resolve) => release.push(resolve));
    if (inputs.includes("bad")) throw new Error("cannot be written");
    if (inputs.includes("elsewhere"))
      throw Object.assign(new Error("connection to the remote node failed"), { code: "08006" });
    return inputs.map((input) =>
      input === "left-out" ? new NotWritten(new Error("left out")) : `${input} is written`,
    );
  }, limits);
  const settle = async () => {
    for (let idle = 0; idle < 5; idle++) {
      for (const done of release.splice(0)) {
        done();
        idle = 0;
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  /** What becomes of each of some posts at once. */
  const outcomes = async (inputs: readonly string[]) => {
    const all = Promise.allSettled(inputs.map((input) => queue.add(db, "p", input, 1)));
    await settle();
    return (await all).map(({ status }) => status);
  };
  return { queue, commits, settle, outcomes };
}

describe("the commit queue", () => {
  it("writes what comes while a commit is under way together, each with its own answer", async () => {
    const { queue, commits, settle } = noted();
    const answers = Promise.all(["a", "b", "c"].map((input) => queue.add(db, "p", input, 1)));
    await settle();
    expect(await answers).toEqual(["a is written", "b is written", "c is written"]);
    expect(commits).toEqual(["p: a b c"]);
  });

  it("lets projects take turns", async () => {
    const { queue, commits, settle } = noted({ ...LIMITS, postsPerCommit: 1 });
    const all = ["1", "2", "3"].map((input) => queue.add(db, "flood", input, 1));
    all.push(queue.add(db, "other", "x", 1));
    await settle();
    await Promise.all(all);
    expect(commits).toEqual(["flood: 1", "other: x", "flood: 2", "flood: 3"]);
  });

  it("fails one that was left out, and writes the others once", async () => {
    const { commits, outcomes } = noted();
    expect(await outcomes(["a", "b", "left-out", "c"])).toEqual([
      "fulfilled",
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    expect(commits).toEqual(["p: a b left-out c"]);
  });

  it.each(["bad", "elsewhere"])(
    "loses none of the others with one that cannot be written (%s)",
    async (one) => {
      const { outcomes } = noted();
      expect(await outcomes(["a", "b", one, "c"])).toEqual([
        "fulfilled",
        "fulfilled",
        "rejected",
        "fulfilled",
      ]);
    },
  );

  it("asks to come back when too much waits, and takes more once it is written", async () => {
    const { queue, settle } = noted();
    const first = queue.add(db, "p", "a", 900);
    expect(() => queue.add(db, "p", "b", 200)).toThrow(AppError);
    await settle();
    await first;
    const second = queue.add(db, "p", "b", 200);
    await settle();
    expect(await second).toBe("b is written");
  });
});
