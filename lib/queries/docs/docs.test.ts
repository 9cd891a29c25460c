import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/errors";
import { DOCS_PAGES } from "./pages";
import { readDocsPage } from "./read-page";

const files = readdirSync("docs").filter((name) => name.endsWith(".md"));

describe("the documentation", () => {
  it("lists every file of docs", () => {
    expect(DOCS_PAGES.map(({ slug }) => `${slug}.md`).sort()).toEqual(files.sort());
  });

  it.each(DOCS_PAGES)("reads $slug, which begins with a heading", async ({ slug }) => {
    expect((await readDocsPage(slug)).markdown).toMatch(/^# \S/);
  });

  it.each(["../README", "glossary.md", ""])("knows no page %j", async (slug) => {
    await expect(readDocsPage(slug)).rejects.toThrow(AppError);
  });

  it.each(files)("links only to pages that are there: %s", (file) => {
    const targets = [...readFileSync(`docs/${file}`, "utf8").matchAll(/\]\(([^)#\s]+\.md)/g)].map(
      (m) => m[1],
    );
    expect(targets.filter((target) => !files.includes(target ?? ""))).toEqual([]);
  });
});
