import { describe, expect, it } from "vitest";
import { buildArrival, listHeardInstead } from "./arrival";
import type { HeardClient } from "./arrival";

const EARLY = "2026-01-01T10:00:00.000Z";
const LATE = "2026-01-01T11:00:00.000Z";
const NOTHING = { records: 0, calls: 0, usage: 0, content: 0, tools: 0, lastAt: EARLY };

const heard = (dialect: string, counts: Partial<HeardClient>): HeardClient => ({
  dialect,
  label: dialect.toUpperCase(),
  ...NOTHING,
  ...counts,
});

describe("the arrival of a client", () => {
  it("is nothing before its first record, whoever else was heard from", () => {
    const arrival = buildArrival({ dialects: ["a"] }, [heard("b", { records: 3 })]);
    expect(arrival).toMatchObject({ heard: false, recognised: "", lastAt: null });
  });

  it("names the recognised dialect, and what no record contained", () => {
    const arrival = buildArrival({ dialects: ["a", "b"] }, [
      heard("a", { records: 4, calls: 2, usage: 2 }),
      heard("b", { records: 1, lastAt: LATE }),
      heard("c", { records: 9, content: 9, tools: 9 }),
    ]);
    expect(arrival).toMatchObject({
      heard: true,
      recognised: "A, B",
      counts: "5 records, 2 model calls",
      lastAt: LATE,
    });
    expect(arrival.expected.filter(({ present }) => !present).map(({ label }) => label)).toEqual([
      "messages",
      "tools",
    ]);
  });

  it("names other clients only when they sent something since", () => {
    const clients = [heard("a", { lastAt: LATE }), heard("b", { lastAt: LATE }), heard("c", {})];
    expect(listHeardInstead({ dialects: ["a"] }, clients, EARLY).map(({ dialect }) => dialect)).toEqual([
      "b",
    ]);
  });
});
