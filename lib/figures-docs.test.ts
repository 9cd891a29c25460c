import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { FigureName } from "@/lib/core/figures/names";
import { makeAnchor, BILL_FIGURES, findFigureNamed, FIGURES, REPLAY_FIGURES } from "@/lib/core/figures/names";

const page = readFileSync("docs/figures.md", "utf8");
const names: readonly FigureName[] = [
  ...Object.values(FIGURES),
  ...Object.values(REPLAY_FIGURES),
  ...Object.values(BILL_FIGURES),
];

it("defines every figure on its page, under its name, and no other", () => {
  const sections = [...page.matchAll(/^### (.+)\n\n(.+)$/gm)].map(([, label, text]) => [label, text]);
  expect(sections).toEqual(
    names.map(({ label, unit, definition }) => [label, `${definition} Unit: ${unit}.`]),
  );
});

it("gives each figure a name and an anchor of its own, and defines it in one sentence", () => {
  expect(new Set(names.map(makeAnchor)).size).toBe(names.length);
  expect(names.filter((name) => findFigureNamed(name.label) !== name)).toEqual([]);
  expect(names.filter(({ definition }) => !/^[A-Z][^.]*\.$/.test(definition))).toEqual([]);
});
