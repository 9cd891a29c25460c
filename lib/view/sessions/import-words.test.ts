import { expect, it } from "vitest";
import { findWorstImported } from "./import-words";

const session = (id: string, findings: { serious?: number; warning?: number } | null) => ({
  id,
  name: id,
  externalId: id,
  findings,
});

it("leads to the worst of what was imported", () => {
  const three = [session("a", { serious: 2 }), session("b", { warning: 1 }), session("c", {})];
  const { words, rows } = findWorstImported(three, 19);
  expect(words).toBe("19 sessions: open the 2 worst");
  expect(rows.map(({ href }) => href)).toEqual(["/sessions/a", "/sessions/b"]);
  expect(findWorstImported(three.slice(0, 1), 19).words).toBe("19 sessions: open the worst");
});

it("calls nothing the worst and nothing clean before all are analysed", () => {
  expect(findWorstImported([session("a", null)], 19, 12).words).toBe("7 of 19 sessions analysed…");
  expect(findWorstImported([session("a", { warning: 1 })], 19, 1).words).toBe(
    "18 of 19 sessions analysed; the worst so far:",
  );
  expect(findWorstImported([session("a", {})], 19).words).toBe(
    "No serious finding and no warning in the 19 sessions.",
  );
});
