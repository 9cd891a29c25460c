import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { foldRecording } from "../trace/fold/recording";
import { buildAccount } from "./account";
import type { Remedy } from "./remedies";
import type { RemedyKind } from "./remedy-kinds";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/** In millionths of a dollar for a token: input, a write for five minutes, a read, output. */
const RATE = { input: 5, write: 6.25, read: 0.5, output: 25 };

function findRemedy(
  events: ReturnType<ReturnType<typeof trace>["events"]>,
  kind: RemedyKind,
): Remedy | undefined {
  const recording = foldRecording(events);
  const { remedies } = buildAccount({ recording, evidence: { edges: [] } });
  return remedies.find((remedy) => remedy.kind === kind);
}

/** A user says 10,000 tokens a turn, ten seconds apart but for one pause, behind instructions of 10,000. */
function pausing(turns: number, pauseAt: number, pauseMs: number) {
  const story = trace("pausing", { model: "claude-opus-4-5" });
  let at = Date.parse("2026-01-01T10:00:00Z");
  for (let n = 0; n < turns; n++) {
    const isLost = n === 0 || n === pauseAt;
    at += n === pauseAt ? pauseMs : 10 * SECOND;
    const window = 20_000 + n * 10_000;
    story.turn((t) => {
      t.at = at;
      if (n === 0) t.system(10_000);
      const read = isLost ? 0 : window - 10_000;
      return t.user(10_000).usage(window, 10, { cacheRead: read, cacheWrite: window - read });
    });
  }
  return story.events();
}

describe("a compaction before a pause", () => {
  it("saves the window that is written after the pause and read from then on, less the summary", () => {
    const remedy = findRemedy(pausing(40, 20, 6 * HOUR), "compact_before_pause");
    const summary = 210_000 * RATE.read + 2_000 * RATE.output;
    const written = (220_000 - 22_000) * RATE.write;
    const readAfterwards = 19 * 198_000 * RATE.read;
    expect(remedy?.saves).toBeCloseTo((written + readAfterwards - summary) / 1_000_000, 2);
    expect(remedy).toMatchObject({ policy: null, title: expect.stringContaining("a long pause") });
  });

  it("is not named where no pause lost the cache, or where the window is small by then", () => {
    expect(findRemedy(pausing(40, 20, 10 * SECOND), "compact_before_pause")).toBeUndefined();
    expect(findRemedy(pausing(2, 1, 6 * HOUR), "compact_before_pause")).toBeUndefined();
  });
});

/** Offers tools of a server and of the program in each of so many turns; `calls` are the turns that call one of the server. */
function offering(turns: number, calls: readonly number[]) {
  const story = trace("offering", { model: "claude-opus-4-5", agent: "Claude Code 2.1.220" });
  for (let n = 0; n < turns; n++) {
    const window = 10_000 + n * 100;
    story.turn((t) => {
      if (n === 0)
        t.block("tool-a", "tool_schemas", 6_000, { toolName: "mcp__docs__search" })
          .block("tool-b", "tool_schemas", 1_000, { toolName: "Read" })
          .user(3_000);
      else t.user(100);
      if (calls.includes(n)) t.calls("mcp__docs__search", { q: String(n) });
      else t.calls("Read", { path: String(n) });
      const read = n === 0 ? 0 : window - 100;
      return t.usage(window, 10, { cacheRead: read, cacheWrite: window - read });
    });
  }
  return story.events();
}

describe("taking tools out", () => {
  const TURNS = 200;
  const carried = (6_000 * RATE.write + (TURNS - 1) * 6_000 * RATE.read) / 1_000_000;

  it("saves what a server that nobody calls was paid for in each turn", () => {
    const remedy = findRemedy(offering(TURNS, []), "remove_tools");
    expect(remedy?.saves).toBeCloseTo(carried, 2);
    expect(remedy).toMatchObject({
      title: "Take out 1 server that nothing called",
      lines: ["claude mcp remove docs"],
    });
  });

  it("names calls that would have had to do without", () => {
    const remedy = findRemedy(offering(TURNS, [7, 90]), "remove_tools");
    expect(remedy?.saves).toBeCloseTo(carried, 2);
    expect(remedy?.risk).toBe("2 calls of this session would have had to do without.");
  });

  it("is not named for a server that is called more than once in a hundred turns", () => {
    expect(findRemedy(offering(TURNS, [7, 90, 150]), "remove_tools")).toBeUndefined();
  });
});
