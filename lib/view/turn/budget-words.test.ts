import { expect, it } from "vitest";
import { describeBudgets } from "./budget-words";

it("says what each source was allowed, and nothing where nothing was divided", () => {
  expect(describeBudgets({ bySource: { tool_result: 20_000, history: 150_000 } })).toBe(
    "tool result 20,000, history 150,000",
  );
  expect(describeBudgets({ bySource: {} })).toBeNull();
  expect(describeBudgets(null)).toBeNull();
});
