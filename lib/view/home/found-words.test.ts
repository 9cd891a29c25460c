import { describe, expect, it } from "vitest";
import { describeFound } from "./found-words";

const of = (agent: string, sessions: number, isMore = false) => ({ agent, sessions, isMore });

describe("the agents that were found", () => {
  it("are named with their sessions", () => {
    expect(describeFound([of("Claude Code", 34), of("Codex", 12)])).toBe(
      "Claude Code (34 sessions) and Codex (12) found here",
    );
    expect(describeFound([of("pi", 1)])).toBe("pi (1 session) found here");
    expect(describeFound([of("A", 5_000, true), of("B", 2), of("C", 1)])).toBe(
      "A (at least 5,000 sessions), B (2) and C (1) found here",
    );
    expect(describeFound([])).toBeNull();
  });
});
