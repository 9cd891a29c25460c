import { expect, it } from "vitest";
import { CallCache } from "./call-cache";

const callsOf = (n: number) => Array.from({ length: n }, (_, turn) => ({ turn, at: turn, callHash: null }));

it("gives the calls of a session while its state is the same", () => {
  const known = new CallCache();
  const calls = callsOf(3);
  known.add("a", "1", calls);
  expect(known.get("a", "1")).toBe(calls);
  expect(known.get("a", "2")).toBe(undefined);
  expect(known.get("b", "1")).toBe(undefined);
  known.add("a", "2", callsOf(4));
  expect(known.get("a", "1")).toBe(undefined);
  expect(known.get("a", "2")).toHaveLength(4);
});

it("keeps what was asked for last, and no more than its limit", () => {
  const known = new CallCache(100);
  for (let i = 0; i < 1_000; i++) {
    known.add(`s${i}`, "1", callsOf(9));
    known.get("s0", "1");
  }
  const kept = Array.from({ length: 1_000 }, (_, i) => i).filter(
    (i) => known.get(`s${i}`, "1") !== undefined,
  );
  expect(kept[0]).toBe(0);
  expect(kept.at(-1)).toBe(999);
  expect(kept.length).toBeLessThanOrEqual(12);
});
