import { expect, it } from "vitest";
import { keepWords } from "./keep-words";

const block = (blockId: string, tokens: number, price: number | null) => ({
  blockId,
  source: "tool_result" as const,
  label: null,
  toolName: "read",
  tokens,
  leftTurn: 3,
  wantedTurn: 9,
  price,
});

it("says first how many blocks to keep, with their tokens and their price", () => {
  const blocks = Array.from({ length: 20 }, (_, n) => block(`result:${n}`, 1_030, 0.007));
  const words = keepWords({
    blocks,
    blocksTotal: 20,
    tokens: 20_600,
    price: 0.14,
    currency: "USD",
    changed: 0,
  });
  expect(words?.sentence).toBe("Keep these 20 blocks: 20.6k tokens, $0.14.");
  expect(words?.rows[0]).toMatchObject({ name: "read", cells: ["1,030", "turn 3", "turn 9", "$0.0070"] });
  expect(words?.more).toBe("and 5 more");
});

it("says of what else was fetched again why it is not listed", () => {
  const none = { blocks: [], blocksTotal: 0, tokens: 0, price: null, currency: null, changed: 0 };
  const one = { ...none, blocks: [block("r", 10, null)], blocksTotal: 1, tokens: 10 };
  expect(keepWords({ ...one, changed: 2 })?.sentence).toBe(
    "Keep this block: 10 tokens. 2 more blocks came back as another text, so the old one would not have helped.",
  );
  expect(keepWords({ ...none, changed: 1 })?.sentence).toMatch(
    /^1 block that left came back as another text/,
  );
});

it("names no price where none is known, and nothing to keep where nothing was wanted again", () => {
  const one = {
    blocks: [block("r", 10, null)],
    blocksTotal: 1,
    tokens: 10,
    price: null,
    currency: null,
    changed: 0,
  };
  expect(keepWords(one)).toMatchObject({ sentence: "Keep this block: 10 tokens.", more: null });
  expect(
    keepWords({ blocks: [], blocksTotal: 0, tokens: 0, price: null, currency: null, changed: 0 })?.sentence,
  ).toBe("Nothing that left was wanted again as it was: there is nothing to keep or to pin.");
  expect(keepWords(null)).toBeNull();
});
