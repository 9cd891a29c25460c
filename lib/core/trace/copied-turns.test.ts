import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectLinear } from "@/lib/testing/growth";
import type { CopyingSession } from "./copied-turns";
import { findCopiedParts } from "./copied-turns";

function sessionOf(key: string, forkedFrom: string | null, said: readonly string[]): CopyingSession {
  const calls = said.map((callHash, turn) => ({ turn, at: 1_000 + turn, callHash }));
  return { key, externalId: key, forkedFrom, startedAt: 1_000, calls };
}

/** How many calls count, over all sessions. */
function counted(sessions: readonly CopyingSession[]): number {
  const parts = findCopiedParts(sessions);
  return sessions.reduce((sum, { key, calls }) => sum + calls.length - (parts.get(key)?.turns ?? 0), 0);
}

/** Each generation repeats what the one before said up to its fork, and goes on by itself. */
const GENERATIONS = [
  sessionOf("a", null, ["a1", "a2", "a3"]),
  sessionOf("b", "a", ["a1", "a2", "b1", "b2"]),
  sessionOf("c", "b", ["a1", "a2", "b1", "c1"]),
  sessionOf("d", "a", ["a1", "d1"]),
];

describe("forks of forks", () => {
  it("count every call once, in whatever order they come and whichever of them are there", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(GENERATIONS, { minLength: 1 }), (there) => {
        const said = new Set(there.flatMap(({ calls }) => calls.map(({ callHash }) => callHash)));
        expect(counted(there)).toBe(said.size);
      }),
    );
  });

  it("name the session in which the last copied call counts", () => {
    const parts = findCopiedParts(GENERATIONS.toReversed());
    expect(parts.get("a")).toBe(undefined);
    expect(parts.get("b")).toEqual({ from: "a", turns: 2, ownFrom: 2 });
    expect(parts.get("c")).toEqual({ from: "b", turns: 3, ownFrom: 3 });
    expect(parts.get("d")).toEqual({ from: "a", turns: 1, ownFrom: 1 });
  });

  it("that say the same once more have a call of their own, and so has a fork of them", () => {
    const later = (key: string, forkedFrom: string | null, said: readonly string[]) => {
      const session = sessionOf(key, forkedFrom, said);
      return {
        ...session,
        calls: session.calls.map((call) => ({ ...call, at: (call.at ?? 0) + key.charCodeAt(0) })),
      };
    };
    const [a, b] = [later("a", null, ["mx", "mdone"]), later("b", "a", ["mx", "mdone", "mdone"])];
    const c = later("c", "b", ["mx", "mdone", "mdone", "mdone"]);
    for (const there of [
      [a, b, c],
      [c, b, a],
      [b, a],
    ])
      expect(counted(there)).toBe(there.length + 1);
    expect(findCopiedParts([a, b, c]).get("c")).toEqual({ from: "b", turns: 3, ownFrom: 3 });
    const twice = [later("a", null, ["mdone", "mdone"]), later("b", "a", ["mdone", "mdone", "mx"])];
    expect(counted(twice)).toBe(3);
  });

  it("that name each other in a circle count every call once", () => {
    const [one, other] = [sessionOf("x", "y", ["s1", "s2"]), sessionOf("y", "x", ["s1", "s3"])];
    expect(counted([one, other])).toBe(3);
    expect(counted([other, one])).toBe(3);
  });

  it("take time in proportion to their number, where each was forked from the one before", async () => {
    const line = (length: number) =>
      Array.from({ length }, (_, i) =>
        sessionOf(`s${i}`, i === 0 ? null : `s${i - 1}`, ["begin", `own${i}`]),
      );
    await expectLinear((times) => findCopiedParts(line(2_000 * times)));
  });
});
