import { describe, expect, it } from "vitest";
import { isRunning } from "./liveness";

const NOON = Date.UTC(2026, 0, 5, 12);
const at = (seconds: number) => new Date(NOON + seconds * 1_000).toISOString();
const heard = { updatedAt: at(-5) };

describe("a session", () => {
  it.each([
    ["heard of a moment ago", { outcome: null, startedAt: at(-600), endedAt: at(-6), ...heard }, true],
    ["just started", { outcome: null, startedAt: at(0), endedAt: null, ...heard }, true],
    [
      "silent for a minute",
      { outcome: null, startedAt: at(-600), endedAt: at(-61), updatedAt: at(-60) },
      false,
    ],
    ["that ended", { outcome: "ok", startedAt: at(-600), endedAt: at(-6), ...heard }, false],
    ["without times", { outcome: null, startedAt: null, endedAt: null, ...heard }, false],
    [
      "of last week, imported now",
      { outcome: null, startedAt: at(-7e5), endedAt: at(-6e5), ...heard },
      false,
    ],
    ["from a clock five minutes ahead", { outcome: null, startedAt: at(300), endedAt: null, ...heard }, true],
    ["from a clock far ahead", { outcome: null, startedAt: at(36_000), endedAt: null, ...heard }, false],
  ])("%s: %j runs: %j", (_, facts, running) => expect(isRunning(facts, NOON)).toBe(running));
});
