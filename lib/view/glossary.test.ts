import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FIGURES } from "@/lib/core/figures/names";
import { GLOSSARY, findHint } from "./glossary";

const rows = new Map(
  readFileSync("docs/glossary.md", "utf8")
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .flatMap(([, word, meaning]) => (word && meaning ? [[word, meaning] as const] : [])),
);

it.each(Object.entries(GLOSSARY))("%s is explained as the glossary explains it", (word, sentence) => {
  expect(rows.get(word)).toBe(sentence);
});

it("leads from a figure's name to its definition", () => {
  expect(findHint("in the window")).toEqual({
    text: FIGURES.live.definition,
    href: "/docs/figures#in-the-window",
  });
  expect(findHint("Evicted")?.href).toBe("/docs/figures#evictions");
});

it("explains labels that mean a glossary word, and no others", () => {
  expect(findHint("Ledger")).toEqual({ text: GLOSSARY.ledger, href: null });
  expect(findHint("Model")).toBeNull();
});
