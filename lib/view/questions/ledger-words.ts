import { count } from "../format/format";

export function describeCopiedRows(copied: number, total: number): string {
  return total <= copied ? "" : `: the first ${count(copied)} of ${count(total)} rows`;
}

export function labelLedgerGroup(group: string, rows: number | undefined): string {
  return rows === undefined ? group : `${group} (${count(rows)})`;
}

export function describeShownRows(facts: {
  readonly total: number;
  readonly unfiltered: number;
  readonly against: number | null;
}): string {
  const what = facts.against === null ? "decisions" : "differences";
  return `${count(facts.total)} of ${count(facts.unfiltered)} ${what}`;
}

/** On the button that unfolds the whole list. */
export function describeAllRows({ turn, unfiltered }: { turn: number; unfiltered: number }): string {
  return `All ${count(unfiltered)} decisions of turn ${turn}`;
}
