import { expect, it } from "vitest";
import { workedExample } from "@/lib/testing/worked-example";
import type { StandingEntry } from "./entries";
import { NO_ENTRY_FACTS } from "./entries";
import { WindowState } from "./window-state";

const LETTERS = "abcd";

it("has the residencies of its worked example", () => {
  const lines = workedExample("lib/core/trace/fold/window-state.ts").map((line) =>
    line.replace(/ {3,}.*$/, ""),
  );
  const window = new WindowState();
  for (const line of lines) {
    const [, turn, entries] = /^turn (\d): (.+)$/.exec(line) ?? [];
    if (turn === undefined || entries === undefined) continue;
    window.begin(Number(turn));
    window.setAll(entries.split(" ").map(readEntry));
  }
  const told = window.residencies.map(
    ({ block, mode, from, to, rank }, number) =>
      `residency ${number}: ${LETTERS[block]}${mode === "reference" ? "~" : ""} turns ${from}-${to ?? ""} rank ${rank}`,
  );
  expect(told.length).toBeGreaterThan(4);
  expect(told).toEqual(lines.filter((line) => line.startsWith("residency ")));
});

/** A letter is a block in full; with `~` only a reference to it stands. */
function readEntry(text: string): StandingEntry {
  const mode = text.endsWith("~") ? "reference" : "full";
  return { ...NO_ENTRY_FACTS, block: LETTERS.indexOf(text[0] ?? ""), version: 0, mode };
}
