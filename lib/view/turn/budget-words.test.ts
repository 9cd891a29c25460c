import { expect, it } from "vitest";
import { budgetWords } from "./budget-words";

it("says what each source was allowed, and nothing where nothing was divided", () => {
  expect(budgetWords({ bySource: { tool_result: 20_000, history: 150_000 } })).toBe(
    "tool result 20,000, history 150,000",
  );
  expect(budgetWords({ bySource: {} })).toBeNull();
  expect(budgetWords(null)).toBeNull();
});
