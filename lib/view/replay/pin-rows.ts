import { count, plural } from "../format/format";
import { makeNamedBlock } from "../format/named-block";
import type { ResultRow } from "./results";
import { formatMoney } from "./results";

export interface PinRow {
  readonly key: string;
  readonly letter: string;
  readonly block: string;
  readonly neededBy: string;
  readonly saved: string;
  readonly used: string;
  readonly cost: string;
}

export function pinRows(rows: readonly ResultRow[], currency: string): PinRow[] {
  return rows.flatMap(({ no, letter, result }) =>
    (result.pins?.effects ?? []).map((one) => ({
      key: `${no} ${one.blockId}`,
      letter,
      block: makeNamedBlock(one),
      neededBy: one.neededBy.join(", "),
      saved: `${one.how} at turn ${one.turn}${one.rule === null ? "" : ` by ${one.rule}`}`,
      used: one.usedAt.length === 0 ? "–" : `turn ${one.usedAt.join(", ")}`,
      cost: `${count(one.tokens)} tokens over ${plural(one.turns, "turn")}, ${formatMoney(one.price, currency)}`,
    })),
  );
}

export function pinSentences(rows: readonly ResultRow[], currency: string): string[] {
  return rows.flatMap(({ letter, result: { pins } }) => {
    if (pins === null || pins === undefined) return [];
    const { effects, tokens, price, turnsOverBudget: over } = pins;
    if (effects.length === 0) return [`${letter}: no pin kept anything that would have left.`];
    const more = `${tokens < 0 ? `${count(-tokens)} tokens less` : `${count(tokens)} tokens more`} sent than without pins`;
    const cost = price === null ? "" : ` (${price < 0 ? "−" : "+"}${formatMoney(Math.abs(price), currency)})`;
    const budget =
      over.length === 0
        ? "no turn is over the budget because of them"
        : `over the budget because of them at turn ${over.join(", ")}`;
    return [`${letter}: pins kept ${plural(effects.length, "block")}; ${more}${cost}; ${budget}.`];
  });
}
