import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("CONTRIBUTING.md names files and folders that are there", () => {
  const text = readFileSync("CONTRIBUTING.md", "utf8");
  const named = [...text.matchAll(/`((?:lib|app|components|prisma|docs|e2e|bench)\/[^`<>*\s]+)`/g)].map(
    (match) => match[1] ?? "",
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !existsSync(name))).toEqual([]);
});
