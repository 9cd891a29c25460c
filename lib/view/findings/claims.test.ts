import { describe, expect, it } from "vitest";
import type { Claim } from "@/lib/core/proof/claim";
import { makeClaimHref, listClaimRows, describeClaim } from "./claims";

const nameOf = (id: string) => `get_order result (${id})`;

describe("a claim in words", () => {
  it.each<[Claim, string]>([
    [{ is: "absent", value: "99120", turn: 41 }, "No block of the window of turn 41 says 99120."],
    [
      { is: "absent", value: "two words", turn: 3, until: 5 },
      "No block of the windows of turns 3 to 5 says “two words”.",
    ],
    [
      { is: "present", value: "x\u001b[31m", turn: 3, block: "r" },
      "In the window of turn 3, the get_order result (r) says x␛[31m.",
    ],
    [
      { is: "left", block: "r", turn: 4, how: "cleared" },
      "The get_order result (r) stood in the window before turn 4 and no longer does: it was cleared.",
    ],
    [
      { is: "left", block: "r", turn: 4, as: "excerpt" },
      "The get_order result (r) stands in the window of turn 4 only as an excerpt.",
    ],
    [{ is: "usage", turn: 2, of: "window", atLeast: 220, atMost: 220 }, "The window of turn 2: 220 tokens."],
    [
      { is: "count", n: 1, of: { in: "made", kind: "tool_call", tool: "get", from: 0, to: 4 } },
      "In turns 0 to 4: 1 tool call of get that the model made.",
    ],
    [
      { is: "count", n: 3, atLeast: true, of: { in: "calls-like", block: "c", from: 2, to: 2 } },
      "In turn 2: at least 3 calls with the tool and the arguments of the get_order result (c).",
    ],
    [{ is: "count", n: 2, of: { in: "failed", from: 0, to: 9 } }, "In turns 0 to 9: 2 calls that failed."],
    [
      { is: "declared", event: "gate.checked", turn: 1, says: ["context budget", false] },
      "A record “gate.checked” of turn 1 says “context budget”, false.",
    ],
    [{ is: "order", first: { turn: 1 }, then: { turn: 3 } }, "Turn 1 comes before turn 3."],
  ])("%j", (claim, words) => {
    expect(describeClaim(claim, nameOf)).toBe(words);
  });
});

it("a claim leads to its place with the value marked", () => {
  const at = (is: Claim["is"], turn: number | null, block: string | null, marked: string | null) =>
    makeClaimHref("s", { is }, { turn, block, marked });
  expect([
    at("present", 3, "r", "1,284.50"),
    at("absent", 3, null, null),
    at("left", 4, "r", null),
    at("equal", null, "r", null),
    at("count", null, null, null),
  ]).toEqual([
    "/sessions/s/turns/3?sel=r&value=1%2C284.50",
    "/sessions/s/turns/3",
    "/sessions/s/evictions?turn=4&sel=r",
    "/sessions/s/blocks/r",
    null,
  ]);
});

it("claims are shown as they were until they are decided anew", () => {
  const claims: Claim[] = [{ is: "absent", value: "7", turn: 1 }];
  const checked = { words: "It says so.", href: "/x" };
  expect(listClaimRows(claims, null)).toMatchObject([
    { words: "No block of the window of turn 1 says 7.", says: "" },
  ]);
  expect([true, false, null].map((holds) => listClaimRows(claims, [{ ...checked, holds }])[0]?.says)).toEqual(
    ["It holds.", "It does not hold.", "It cannot be decided."],
  );
});
