import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const text = readFileSync("docs/threat-model.md", "utf8");
const lines = text
  .split("\n")
  .filter((line) => line.startsWith("|") && !/^\| (-+|tried)/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()));

describe("the threat model", () => {
  it("names a test in every line of its tables", () => {
    expect(lines.length).toBeGreaterThan(40);
    expect(lines.filter(([, , held = ""]) => !/^`[^`]+\.(test|spec)\.tsx?`: \S/.test(held))).toEqual([]);
  });

  it("names tests that exist", () => {
    const missing = lines.flatMap(([, , held = ""]) => {
      const [, file = "", name = ""] = /^`([^`]+)`: (.+)$/.exec(held) ?? [];
      return existsSync(file) && readFileSync(file, "utf8").includes(name) ? [] : [held];
    });
    expect(missing).toEqual([]);
  });
});
