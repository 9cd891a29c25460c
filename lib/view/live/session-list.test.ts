import { describe, expect, it } from "vitest";
import type { SessionInput } from "../session-rows";
import { listChanged, listDeleted, listOrder } from "./session-list";

const NOW = Date.UTC(2026, 0, 5, 12);
const ago = (seconds: number) => new Date(NOW - seconds * 1_000).toISOString();

function session(id: string, more: Partial<SessionInput> = {}): SessionInput {
  return {
    id,
    externalId: id,
    name: id,
    agent: null,
    model: null,
    role: "main",
    outcome: null,
    tags: [],
    startedAt: ago(7_200),
    endedAt: ago(7_000),
    updatedAt: ago(7_000),
    version: 1,
    counts: { turns: 1, toolCalls: 0, repeatedToolCalls: 0, evictions: 0, compactions: 0, dangling: null },
    findings: null,
    tokens: {
      peakWindow: 10,
      peakTurn: 0,
      peakProvenance: "measured",
      contextWindow: null,
      budget: null,
      evicted: null,
    },
    ...more,
  };
}

const running = (id: string, startedAgo: number) =>
  session(id, { startedAt: ago(startedAgo), endedAt: ago(2), updatedAt: ago(1) });
const ids = (sessions: readonly SessionInput[]) => sessions.map(({ id }) => id);

describe("the order of a list", () => {
  it("puts what runs on top, the newest first, each once, and leaves the rest as sorted", () => {
    const list = {
      running: [running("old run", 900), running("new run", 30)],
      sessions: [session("b"), running("old run", 900), session("a")],
    };
    const { sessions, runningIds } = listOrder(list, NOW);
    expect(ids(sessions)).toEqual(["new run", "old run", "b", "a"]);
    expect([...runningIds].sort()).toEqual(["new run", "old run"]);
  });

  it("returns a silent session to its place, and drops it when the page has none for it", () => {
    const list = { running: [running("elsewhere", 30)], sessions: [session("a"), running("here", 30)] };
    expect(ids(listOrder(list, NOW + 120_000).sessions)).toEqual(["a", "here"]);
  });
});

describe("a list", () => {
  const list = { running: [running("r", 30)], sessions: [session("a"), running("r", 30)], total: 9 };

  it("applies a change in place, ignores unknown sessions and older states", () => {
    const grown = listChanged(list, { ...session("a", { version: 5 }), name: "renamed" });
    expect(grown?.sessions[0]?.name).toBe("renamed");
    expect(listChanged(list, session("unknown"))).toBeNull();
    expect(listChanged(list, { ...session("a", { version: 0 }), name: "old" })?.sessions[0]?.name).toBe("a");
  });

  it("removes a deleted session and counts it once", () => {
    expect(listDeleted(list, "r")).toEqual({ running: [], sessions: [session("a")], total: 8 });
    expect(listDeleted(list, "unknown")).toEqual(list);
  });
});
