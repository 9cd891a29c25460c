import { describe, expect, it } from "vitest";
import { nameItem } from "./item-name";

describe("The name of an item", () => {
  it.each([
    [
      "its own name first",
      { name: "src/app.ts", sourceId: "toolu_01AbCdEfGh", kind: "tool_result" },
      "src/app.ts",
    ],
    [
      "an id that a person can read",
      { name: null, sourceId: "order-status", kind: "tool_result" },
      "order-status",
    ],
    [
      "its kind instead of a random id",
      { name: null, sourceId: "toolu_01AbCdEfGh", kind: "tool_result" },
      "tool result",
    ],
    [
      "its kind instead of a hash",
      { name: null, sourceId: "user_goal:0123456789ab", kind: "user_goal" },
      "user goal",
    ],
    [
      "a random id where nothing else is known",
      { name: null, sourceId: "toolu_01AbCdEfGh", kind: null },
      "toolu_01AbCdEfGh",
    ],
  ] as const)("is %s", (_, item, name) => {
    expect(nameItem(item)).toBe(name);
  });
});
