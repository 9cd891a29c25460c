import { expect, it } from "vitest";
import { getCallId, makeStoredCallId } from "./call-ids";

it.each([
  ["call:toolu_1", "toolu_1", ""],
  ["result:toolu_1", "toolu_1", ""],
  ["result:call:1", "call:1", ""],
  ["call:toolu_1", "toolu_2", "toolu_2"],
  ["call:toolu_1", null, null],
  ["call:null", null, null],
  ["toolu_1", "toolu_1", "toolu_1"],
  ["answer-1", null, null],
])("of the block %s is %s, stored as %j", (id, toolCallId, expected) => {
  const stored = makeStoredCallId({ id, toolCallId });
  expect(stored).toBe(expected);
  expect(getCallId({ id, toolCallId: stored })).toBe(toolCallId);
});
