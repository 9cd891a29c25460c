import { describe, expect, it } from "vitest";
import { WorkQueue } from "./work-queue";

const LIMITS = { running: 2, callers: 10, retryAfterS: 5 };

/** Jobs that end when the test says so, and how many of them run. */
function held() {
  const ends: (() => void)[] = [];
  const state = { begun: 0, ends };
  const work = (answer: string) => async () => {
    state.begun++;
    await new Promise<void>((resolve) => ends.push(resolve));
    return answer;
  };
  return { state, work };
}

const tick = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("WorkQueue", () => {
  it("runs a few jobs at a time, and all of them in the end", async () => {
    const queue = new WorkQueue(LIMITS);
    const { state, work } = held();
    const all = Promise.all(["a", "b", "c", "d"].map((key) => queue.run(key, work(key))));
    await tick();
    expect(state.begun).toBe(2);
    for (let i = 0; i < 4; i++) {
      state.ends[i]?.();
      await tick();
    }
    expect(await all).toEqual(["a", "b", "c", "d"]);
  });

  it("runs a waiting job once for all of its callers, and again for callers that come after it has started", async () => {
    const queue = new WorkQueue(LIMITS);
    const { state, work } = held();
    const first = [queue.run("same", work("old")), queue.run("same", work("unused"))];
    await tick();
    const later = queue.run("same", work("new"));
    await tick();
    expect(state.begun).toBe(2);
    state.ends.forEach((end) => end());
    expect(await Promise.all([...first, later])).toEqual(["old", "old", "new"]);
  });

  it("refuses a caller when too many wait, with the time to try again", async () => {
    const queue = new WorkQueue({ ...LIMITS, callers: 2 });
    const { state, work } = held();
    const waiting = [queue.run("a", work("a")), queue.run("b", work("b"))];
    await expect(queue.run("c", work("c"))).rejects.toMatchObject({ code: "unavailable", retryAfterS: 5 });
    await tick();
    state.ends.forEach((end) => end());
    await Promise.all(waiting);
    const last = queue.run("c", work("c"));
    await tick();
    state.ends.at(-1)?.();
    expect(await last).toBe("c");
  });

  it("continues after a job that fails", async () => {
    const queue = new WorkQueue({ ...LIMITS, running: 1 });
    const failing = queue.run("a", () => Promise.reject(new Error("no")));
    const next = queue.run("b", () => Promise.resolve("yes"));
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });
});
