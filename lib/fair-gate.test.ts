import { setImmediate as round } from "node:timers/promises";
import { expect, it } from "vitest";
import { FairGate } from "./fair-gate";

const LIMITS = { atOnce: 1, waitingPerKey: 3, waiting: 5 };
const ROUNDS = 20;

async function rounds(): Promise<void> {
  for (let i = 0; i < ROUNDS; i++) await round();
}

function asking(turns: FairGate) {
  const order: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = async (name: string, caller: string, gone = new AbortController().signal) => {
    const end = await turns.take(caller, gone);
    if (end === null || end === "gone") order.push(`${name} ${end === null ? "refused" : end}`);
    else {
      order.push(name);
      ends.set(name, end);
    }
  };
  return { order, ask, end: (name: string) => ends.get(name)?.() };
}

it("lets each caller go in order, and callers take turns, however many requests one has", async () => {
  const turns = new FairGate(LIMITS);
  const { order, ask, end } = asking(turns);
  for (const [name, caller] of [
    ["a1", "a"],
    ["a2", "a"],
    ["a3", "a"],
    ["b1", "b"],
    ["c1", "c"],
    ["b2", "b"],
  ] as const)
    void ask(name, caller);
  for (const name of ["a1", "a2", "b1", "c1", "a3", "b2"]) {
    await rounds();
    expect(order.at(-1)).toBe(name);
    end(name);
  }
  expect(order).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
});

it("refuses who waits too often, and everybody when too many wait", async () => {
  const { order, ask } = asking(new FairGate(LIMITS));
  for (const name of ["a1", "a2", "a3", "a4", "a5"]) void ask(name, "a");
  for (const name of ["b1", "b2", "b3"]) void ask(name, "b");
  await rounds();
  expect(order).toEqual(["a1", "a5 refused", "b3 refused"]);
});

it("forgets who has gone while waiting, and counts an end once", async () => {
  const turns = new FairGate(LIMITS);
  const { order, ask, end } = asking(turns);
  const leaving = new AbortController();
  void ask("a1", "a");
  void ask("a2", "a", leaving.signal);
  void ask("a3", "a");
  leaving.abort();
  void ask("a4", "a", leaving.signal);
  await rounds();
  expect(order.toSorted()).toEqual(["a1", "a2 gone", "a4 gone"]);
  end("a1");
  end("a1");
  await rounds();
  void ask("a5", "a");
  await rounds();
  expect(order.toSorted()).toEqual(["a1", "a2 gone", "a3", "a4 gone"]);
  expect(turns.waiting).toBe(1);
});

it("lets others pass who has as much under way as it may", async () => {
  const { order, ask, end } = asking(new FairGate({ atOnce: 3, perKey: 2 }));
  for (const name of ["a1", "a2", "a3", "a4"]) void ask(name, "a");
  await rounds();
  void ask("b1", "b");
  await rounds();
  expect(order).toEqual(["a1", "a2", "b1"]);
  end("b1");
  await rounds();
  expect(order).toHaveLength(3);
  end("a2");
  await rounds();
  expect(order.at(-1)).toBe("a3");
});

it("starts one in each round of the event loop, so that what is small comes in between", async () => {
  const gate = new FairGate({ atOnce: 10 });
  const seen: string[] = [];
  const full = Array.from({ length: 10 }, (_, i) => gate.take(`first ${i}`));
  const ends = await Promise.all(full);
  const later = Array.from({ length: 5 }, (_, i) => gate.run(`${i}`, async () => void seen.push("work")));
  for (const end of ends) if (typeof end === "function") end();
  for (let i = 0; i < 10; i++) await round().then(() => seen.push("small"));
  await Promise.all(later);
  expect(seen.join(" ")).not.toContain("work work");
});

it("ends the turn of work that failed, and says why work was not done", async () => {
  const gate = new FairGate({ atOnce: 1, waiting: 0 });
  const refusal = (why: string) => new Error(`it is ${why}`);
  const failing = gate.run("a", () => round().then(() => Promise.reject(new Error("broken"))));
  await expect(gate.run("b", () => Promise.resolve(1), { refusal })).rejects.toThrow("it is full");
  await expect(failing).rejects.toThrow("broken");
  await expect(
    gate.run("b", () => Promise.resolve(1), { gone: AbortSignal.abort(), refusal }),
  ).rejects.toThrow("it is gone");
  await expect(gate.run("b", () => Promise.resolve(1))).resolves.toBe(1);
});
