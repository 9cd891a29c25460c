import { describe, expect, it } from "vitest";
import { writeStateText } from "./checkpoints-model";

describe("a value of a checkpoint's state", () => {
  it.each([
    ["write the migration", "write the migration"],
    ['["Do not touch billing.","At most 40 files."]', "Do not touch billing.\nAt most 40 files."],
    [
      '[{"what":"a view","why":"old readers"},{"what":"no rename"}]',
      "what: a view · why: old readers\nwhat: no rename",
    ],
    ['{"orderId":7,"refunded":false,"note":"open"}', "orderId: 7\nrefunded: false\nnote: open"],
    ['[1,["a"],null]', '1\n["a"]\nnull'],
    ["47", "47"],
    ["[not JSON", "[not JSON"],
  ])("%s reads as its entries", (text, read) => {
    expect(writeStateText(text)).toBe(read);
  });
});
