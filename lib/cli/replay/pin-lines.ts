import type { PinReport } from "@/lib/replay/pin-report";

export function pinLines(report: PinReport | null, currency: string): string[] {
  if (report === null) return [];
  const { effects, tokens, price, turnsOverBudget } = report;
  const lines = effects.map(
    (one) =>
      `${one.blockId} stays for ${one.neededBy.join(", ")}: it would have been ${one.how} at turn ${one.turn}; ` +
      `${one.tokens.toLocaleString("en-US")} tokens over ${one.turns} turns, ${priceText(one.price, currency)}` +
      (one.usedAt.length === 0 ? "" : `; used at turn ${one.usedAt.join(", ")}`),
  );
  const over =
    turnsOverBudget.length === 0
      ? ""
      : `; over the budget because of them at turn ${turnsOverBudget.join(", ")}`;
  return [
    ...lines,
    `Pins in all: ${tokens.toLocaleString("en-US")} tokens sent more than without, ${priceText(price, currency)}${over}`,
  ];
}

function priceText(price: number | null, currency: string): string {
  return price === null ? "price unknown" : `${price.toFixed(4)} ${currency}`;
}
