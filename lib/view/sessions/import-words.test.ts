import { expect, it } from "vitest";
import { findWorstImported } from "./import-words";

const session = (id: string, findings: { serious?: number; warning?: number } | null) => ({
  id,
  name: id,
  externalId: id,
  findings,
});

it("leads to the worst of what was imported", () => {
  const three = [session("c", {}), session("b", { warning: 1 }), session("a", { serious: 2 })];
  const { words, rows } = findWorstImported(three, 19);
  expect(words).toBe("19 sessions: open the 2 worst");
  expect(rows.map(({ href }) => href)).toEqual(["/sessions/a", "/sessions/b"]);
  expect(findWorstImported(three.slice(2), 19).words).toBe("19 sessions: open the worst");
  const many = Array.from({ length: 9 }, (_, n) => session(`w${n}`, { warning: n + 1 }));
  expect(findWorstImported(many, 9).rows.map(({ id }) => id)).toEqual(["w8", "w7", "w6"]);
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
