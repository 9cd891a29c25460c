import { describe, expect, it } from "vitest";
import { writeGithubAnnotations, writeGithubSummary } from "./gate-github";
import type { GateCase } from "./gate-report";
import { writeGateSarif } from "./gate-sarif";

const CASES: readonly GateCase[] = [
  {
    name: "good",
    verdict: "pass",
    limits: [{ limit: "serious", found: 0, atMost: 0, kept: true }],
    missing: [],
    problem: null,
  },
  {
    name: "bad\n::stop-commands::x, <img src=x> | [a](b)",
    verdict: "fail",
    limits: [
      {
        limit: "evidence.*",
        found: 3,
        atMost: 0,
        kept: false,
        examples: [{ code: "evidence.dangling", turn: 4 }],
      },
      { limit: "call.loop", found: 0, atMost: 1, kept: true },
      { limit: "cost", found: null, atMost: 1, kept: false },
    ],
    missing: ["windows"],
    problem: null,
    link: "http://127.0.0.1:4318/sessions/a",
  },
  { name: "gone", verdict: "unknown", limits: [], missing: [], problem: "there is none" },
];

describe("a gate on GitHub Actions", () => {
  it("has one annotation for each broken limit and for what cannot be told, and none for what holds", () => {
    expect(writeGithubAnnotations(CASES)).toEqual([
      "::error title=bad%0A%3A%3Astop-commands%3A%3Ax%2C <img src=x> | [a](b)%3A evidence.*::found 3, at most 0; evidence.dangling at turn 4; and 2 more. http://127.0.0.1:4318/sessions/a",
      expect.stringMatching(/^::warning title=.*cost::not known, at most 1\. http/),
      expect.stringMatching(/^::warning title=.*windows::the source does not show windows/),
      "::warning title=gone%3A verdict::there is none.",
    ]);
  });

  it("has a table of the sessions, in which a name is only text", () => {
    const summary = writeGithubSummary("sightglass.gate", CASES);
    expect(summary.split("\n")).toHaveLength(9);
    expect(summary).toContain("| good | pass |  |");
    expect(summary).not.toMatch(/<img|\[a\]|stop-commands::/);
    expect(summary).toContain("](<http://127.0.0.1:4318/sessions/a>)");
  });
});

it("has a rule and a result for each limit that is broken, as SARIF", () => {
  const { version, runs } = JSON.parse(writeGateSarif("sightglass.gate", CASES)) as {
    version: string;
    runs: { tool: { driver: { rules: { id: string }[] } }; results: { ruleId: string; level: string }[] }[];
  };
  expect(version).toBe("2.1.0");
  expect(runs[0]?.tool.driver.rules.map(({ id }) => id)).toEqual([
    "evidence.*",
    "cost",
    "windows",
    "verdict",
  ]);
  expect(runs[0]?.results.map(({ ruleId, level }) => `${ruleId} ${level}`)).toEqual([
    "evidence.* error",
    "cost warning",
    "windows warning",
    "verdict warning",
  ]);
});
