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

describe("the queue", () => {
  it("does a few works at a time, and all of them in the end", async () => {
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

  it("does once what many ask for while it waits, and anew what is asked for once it has begun", async () => {
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

  it("sends away who comes when too many wait, with the time to come back", async () => {
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

  it("goes on after a work that fails", async () => {
    const queue = new WorkQueue({ ...LIMITS, running: 1 });
    const failing = queue.run("a", () => Promise.reject(new Error("no")));
    const next = queue.run("b", () => Promise.resolve("yes"));
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });
});
