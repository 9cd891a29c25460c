import { describe, expect, it } from "vitest";
import { isRunning } from "./liveness";

const NOON = Date.UTC(2026, 0, 5, 12);
const at = (minutes: number) => new Date(NOON + minutes * 60_000).toISOString();

describe("a session", () => {
  it.each([
    ["heard of a minute ago", { outcome: null, startedAt: at(-60), endedAt: at(-1) }, true],
    ["just started", { outcome: null, startedAt: at(0), endedAt: null }, true],
    ["silent for long", { outcome: null, startedAt: at(-60), endedAt: at(-30) }, false],
    ["that ended", { outcome: "ok", startedAt: at(-60), endedAt: at(-1) }, false],
    ["without times", { outcome: null, startedAt: null, endedAt: null }, false],
    ["from a clock far ahead", { outcome: null, startedAt: at(600), endedAt: null }, false],
  ])("%s: %j runs: %j", (_, facts, running) => expect(isRunning(facts, NOON)).toBe(running));
});
