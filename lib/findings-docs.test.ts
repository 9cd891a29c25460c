import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FINDING_RULES } from "@/lib/core/findings/registry";

const page = readFileSync("docs/findings.md", "utf8");
const rows = new Map(
  [...page.matchAll(/^\| `([a-z]+\.[a-z_]+)` +\| (\w+) +\| (.+?) +\|/gm)].map(
    ([, code = "", severity, title]) => [code, { severity, title }],
  ),
);

describe("the page on findings", () => {
  it("has every code once, with its severity and its title, and no other", () => {
    const rules = FINDING_RULES.map(
      ({ code, severity, title }) => [code, { severity: severity ?? "suspected", title }] as const,
    );
    expect(rows).toEqual(new Map(rules));
  });
});
