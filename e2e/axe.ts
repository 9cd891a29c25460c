import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect } from "@playwright/test";
import type { Page } from "@playwright/test";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  id: string;
  help: string;
  nodes: { html: string; failureSummary: string }[];
}

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"];

/** WCAG 2.1 A and AA, for the page in its present state, in both themes. Only its colours differ in the dark one. */
export async function expectAccessible(page: Page): Promise<void> {
  // A refresh takes the title away for a moment.
  await expect(page).toHaveTitle(/./);
  await page.evaluate(source);
  expect(await violations(page, WCAG)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await violations(page, ["color-contrast"])).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}

async function violations(page: Page, rules: string[]): Promise<string[]> {
  const found = await page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as {
      axe: { run: (context: Document, options: object) => Promise<{ violations: Violation[] }> };
    };
    return (await axe.run(document, { runOnly, resultTypes: ["violations"] })).violations;
  }, rules);
  return found.map(
    (v) => `${v.id}: ${v.help}\n${v.nodes.map((n) => `  ${n.html}\n  ${n.failureSummary}`).join("\n")}`,
  );
}
