import { setImmediate as round } from "node:timers/promises";
import { expect, it } from "vitest";
import { CallerTurns } from "./caller-turns";

const LIMITS = { atOnce: 1, waitingPerCaller: 3, waiting: 5 };
const ROUNDS = 20;

async function rounds(): Promise<void> {
  for (let i = 0; i < ROUNDS; i++) await round();
}

function asking(turns: CallerTurns) {
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
  const turns = new CallerTurns(LIMITS);
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
  const { order, ask } = asking(new CallerTurns(LIMITS));
  for (const name of ["a1", "a2", "a3", "a4", "a5"]) void ask(name, "a");
  for (const name of ["b1", "b2", "b3"]) void ask(name, "b");
  await rounds();
  expect(order).toEqual(["a1", "a5 refused", "b3 refused"]);
});

it("forgets who has gone while waiting, and counts an end once", async () => {
  const turns = new CallerTurns(LIMITS);
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

it("keeps no turn for a response that was closed before it asked", async () => {
  const { turnOf } = await import("./caller-turns");
  const turns = new CallerTurns({ ...LIMITS, atOnce: 1 });
  const closed = Object.assign(new (await import("node:events")).EventEmitter(), { destroyed: true });
  expect(await turnOf(turns, "a", closed)).toBe("gone");
  expect(await turns.take("b", new AbortController().signal)).toBeTypeOf("function");
});
