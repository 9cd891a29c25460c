import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { GLOSSARY, hintOf } from "./glossary";

const rows = new Map(
  readFileSync("docs/glossary.md", "utf8")
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .flatMap(([, word, meaning]) => (word && meaning ? [[word, meaning] as const] : [])),
);

it.each(Object.entries(GLOSSARY))("%s is explained as the glossary explains it", (word, sentence) => {
  expect(rows.get(word)).toBe(sentence);
});

it("explains labels that mean a glossary word, and no others", () => {
  expect(hintOf("Evicted")).toBe(GLOSSARY.eviction);
  expect(hintOf("Model")).toBeNull();
});
