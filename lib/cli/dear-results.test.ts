import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findDearResult, isTimeToAsk } from "./bootstrap/dear-results.mjs";

let folder = "";
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), "sightglass-dear-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const note = () => path.join(folder, "note");

function bill(cost: number, costAfterLastUse = 0, source = "tool_result") {
  const result = { blockId: "b", source, label: "main.ts", toolName: "read", tokens: 15_700, enteredTurn: 3 };
  return { currency: "USD", carried: [{ ...result, cost, costAfterLastUse }] };
}

describe("a result that costs much", () => {
  it("is told of once, and again when its cost has doubled", () => {
    expect(findDearResult(bill(0.9), 1, note())).toBeNull();
    expect(findDearResult(bill(1.1), 1, note())).toBe(
      "Sightglass: the result of read main.ts at turn 3 (15,700 tokens) has cost $1.10 so far. Each call pays for it again while it stands in the window.",
    );
    expect(findDearResult(bill(1.3), 1, note())).toBeNull();
    expect(findDearResult(bill(2.3, 2), 1, note())).toContain(
      "$2.30 so far, $2.00 of it since it was last used",
    );
  });

  it("is a tool's, with a price", () => {
    expect(findDearResult(bill(5, 0, "user_message"), 1, note())).toBeNull();
    expect(findDearResult({ ...bill(5), currency: null }, 1, note())).toBeNull();
    expect(findDearResult(null, 1, note())).toBeNull();
  });

  it("is asked for now and then", () => {
    expect(isTimeToAsk(note(), 1_000_000)).toBe(true);
    expect(isTimeToAsk(note(), 1_010_000)).toBe(false);
    expect(isTimeToAsk(note(), 1_031_000)).toBe(true);
  });
});
