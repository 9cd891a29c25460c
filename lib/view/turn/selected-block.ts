import type { TurnModel } from "./turn-model";

/**
 * Where the block that an address selects is, if it is in neither the window of the turn nor its answer. `null` where it is
 * marked there. A proof of a loss leads to the turn at which the block left, so it is looked for among those first.
 */
export function describeSelected(
  { rows, output, departures, moreDepartures, page, turn }: TurnModel,
  selected: string | null,
): string | null {
  const isSelected = ({ blockId }: { readonly blockId: string }) => blockId === selected;
  if (selected === null || rows.some(isSelected) || output.some(isSelected)) return null;
  const left = departures.find(isSelected);
  if (left !== undefined) return `${left.name} left at this turn: ${left.words} · ${left.cause}.`;
  if (page !== null) return "What this link selects is not in this part of the window.";
  const where = `What this link selects is not in the window of turn ${turn}`;
  return moreDepartures > 0
    ? `${where}; it may be among those that left, of which not all are listed.`
    : `${where}.`;
}
