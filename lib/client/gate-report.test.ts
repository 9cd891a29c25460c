// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import type { GateCase } from "./gate-report";
import { writeGateJson, writeGateJunit, writeGateLines, findWorst } from "./gate-report";

const limit = (name: string, found: number | null, atMost: number) => ({
  limit: name,
  found,
  atMost,
  kept: found !== null && found <= atMost,
});
const PASSED: GateCase = {
  name: "a",
  verdict: "pass",
  limits: [limit("serious", 0, 0)],
  missing: [],
  problem: null,
};
const BROKEN: GateCase = {
  name: 'it says "<stop>" & \u0007 goes on\u2028',
  verdict: "fail",
  limits: [
    { ...limit("serious", 2, 0), examples: [{ code: "evidence.dangling", turn: 4 }] },
    limit("evidence.*", 1, 3),
  ],
  missing: ["windows"],
  problem: null,
  link: "http://127.0.0.1:4318/sessions/a?b&c",
};
const UNTOLD: GateCase = {
  name: "gone",
  verdict: "unknown",
  limits: [],
  missing: [],
  problem: "there is none",
};

describe("a gate's report", () => {
  it("is as bad as the worst of its cases", () => {
    expect([
      findWorst([PASSED]),
      findWorst([PASSED, UNTOLD]),
      findWorst([UNTOLD, BROKEN]),
      findWorst([]),
    ]).toEqual(["pass", "unknown", "fail", "unknown"]);
  });

  it("is XML whatever a session is called, with a test for each limit and each signal", () => {
    const xml = new DOMParser().parseFromString(
      writeGateJunit("sightglass.gate", [PASSED, BROKEN, UNTOLD]),
      "application/xml",
    );
    const suites = [...xml.querySelectorAll("testsuite")];
    expect(
      suites.map((suite) => ["tests", "failures", "errors"].map((name) => suite.getAttribute(name))),
    ).toEqual([
      ["1", "0", "0"],
      ["3", "1", "1"],
      ["1", "0", "1"],
    ]);
    expect(suites[1]?.getAttribute("name")).toBe('it says "<stop>" & \uFFFD goes on\u2028');
    expect(xml.querySelector("failure")?.getAttribute("message")).toBe(
      "found 2, at most 0; evidence.dangling at turn 4; and 1 more. http://127.0.0.1:4318/sessions/a?b&c",
    );
    expect(xml.querySelectorAll("testcase")).toHaveLength(5);
  });

  it("is JSON with the verdict of all, and lines for a person", () => {
    expect(JSON.parse(writeGateJson("g", [PASSED, BROKEN]))).toMatchObject({
      version: 1,
      verdict: "fail",
      cases: [{}, {}],
    });
    expect(writeGateLines([BROKEN, UNTOLD]).join("\n")).toContain("✗ serious     found 2, at most 0");
    expect(writeGateLines([UNTOLD])).toEqual(["? gone: there is none"]);
    expect(writeGateLines([{ ...UNTOLD, limits: [limit("serious", null, 0)], problem: null }])).toEqual([
      "? gone: unknown",
      "    ? serious  not known, at most 0",
    ]);
  });
});
