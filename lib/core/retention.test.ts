import { describe, expect, it } from "vitest";
import type { SessionToKeep } from "./retention";
import { groupFamilies, MEGABYTE, describeRetention, chooseSessionsToLetGo } from "./retention";

const DAY_MS = 86_400_000;
const NOW = 1_000 * DAY_MS;
const FOR_EVER = { days: null, tags: [], megabytes: null };

const session = (id: string, daysOld: number, more: Partial<SessionToKeep> = {}): SessionToKeep => ({
  id,
  parent: null,
  tags: [],
  updatedAt: NOW - daysOld * DAY_MS,
  bytes: MEGABYTE,
  isHeld: false,
  ...more,
});

const gone = (sessions: readonly SessionToKeep[], rules: object) => {
  const { byAge, bySize, held } = chooseSessionsToLetGo(
    groupFamilies(sessions),
    { ...FOR_EVER, ...rules },
    NOW,
  );
  const ids = (families: typeof byAge) => families.flatMap(({ members }) => members).toSorted();
  return { byAge: ids(byAge), bySize: ids(bySize), held: ids(held) };
};

describe("what a project keeps no longer", () => {
  it("is nothing without a rule", () => {
    expect(gone([session("a", 900)], {})).toEqual({ byAge: [], bySize: [], held: [] });
  });

  it("is said on one line", () => {
    const tags = [{ tag: "ci", days: 1 }];
    expect(describeRetention({ days: null, tags, megabytes: 500 })).toBe(
      "for ever; with the tag ci 1 day; at most 500 MB",
    );
  });

  it("is as old as the newest of its family, and goes with all of it", () => {
    const family = [
      session("main", 40),
      session("agent", 35, { parent: "main" }),
      session("below", 31, { parent: "agent" }),
    ];
    expect(gone(family, { days: 30 }).byAge).toEqual(["agent", "below", "main"]);
    expect(gone([...family, session("young", 2, { parent: "below" })], { days: 30 }).byAge).toEqual([]);
  });

  it("is never what an incident or a share holds, nor what stands above or below that", () => {
    const sessions = [session("main", 40), session("agent", 40, { parent: "main", isHeld: true })];
    expect(gone(sessions, { days: 30, megabytes: 1 })).toEqual({
      byAge: [],
      bySize: [],
      held: ["agent", "main"],
    });
  });

  it("goes by a tag where one has a rule: the one that keeps longest", () => {
    const tags = [
      { tag: "ci", days: 3 },
      { tag: "release", days: null },
    ];
    const sessions = [
      session("plain", 10),
      session("ci", 10, { tags: ["ci"] }),
      session("both", 900, { tags: ["ci", "release"] }),
    ];
    expect(gone(sessions, { days: 30, tags })).toEqual({ byAge: ["ci"], bySize: [], held: [] });
    expect(gone(sessions, { tags, megabytes: 1 }).bySize).toEqual(["plain"]);
  });

  it("goes by size beginning with the oldest, until the rest fits", () => {
    const sessions = [
      session("new", 1),
      session("older", 3),
      session("old", 2),
      session("held", 9, { isHeld: true }),
    ];
    expect(gone(sessions, { megabytes: 2 }).bySize).toEqual(["old", "older"]);
    expect(gone(sessions, { days: 2, megabytes: 3 })).toMatchObject({ byAge: ["older"], bySize: [] });
  });

  it("ends where sessions stand below each other in a circle", () => {
    const circle = [
      session("a", 40, { parent: "b" }),
      session("b", 40, { parent: "a" }),
      session("c", 40, { parent: "a" }),
    ];
    expect(gone(circle, { days: 30 }).byAge).toEqual(["a", "b", "c"]);
  });
});
