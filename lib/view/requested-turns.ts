import { count } from "./format/format";
import type { TurnRange } from "./chart/scale";

export interface RequestedTurn {
  readonly turn: number | null;
  readonly note: string | null;
}

/** Whether a session that has the turns `whole` has this one. */
export function hasTurn(turn: number, whole: TurnRange): boolean {
  return turn >= whole.from && turn <= whole.to;
}

export function readRequestedTurn(asked: number | null, whole: TurnRange): RequestedTurn {
  if (asked === null || hasTurn(asked, whole)) return { turn: asked, note: null };
  const turn = asked < whole.from ? whole.from : whole.to;
  const end = asked < whole.from ? "first" : "last";
  return {
    turn,
    note: `This session has no turn ${count(asked)}. Its ${end} one, turn ${count(turn)}, is shown.`,
  };
}

/** What a page that shows all turns says of one that there is not. */
export function noteNoTurn(asked: number | null, whole: TurnRange): string | null {
  if (asked === null || hasTurn(asked, whole)) return null;
  return `This session has no turn ${count(asked)}. Its turns ${describeRange(whole)} are shown.`;
}

export interface RequestedRange {
  readonly range: TurnRange | null;
  readonly note: string | null;
}

/**
 * Cuts a range to the session.
 * @param text the range as written in the address
 * @param range the parsed range; `null` when the text is not a range
 */
export function readRequestedRange(
  text: string | null,
  range: TurnRange | null,
  whole: TurnRange,
): RequestedRange {
  if (text === null) return { range: null, note: null };
  if (range === null)
    return {
      range: null,
      note: `“${text.slice(0, 40)}” is not a range of turns such as 12-48. All turns are shown.`,
    };
  if (range.from >= whole.from && range.to <= whole.to) return { range, note: null };
  if (range.from > whole.to || range.to < whole.from)
    return {
      range: null,
      note: `This session has no turns ${describeRange(range)}; all of its turns ${describeRange(whole)} are shown.`,
    };
  const part = { from: Math.max(range.from, whole.from), to: Math.min(range.to, whole.to) };
  return {
    range: part,
    note: `Of the turns ${describeRange(range)} that were asked for, this session has ${describeRange(part)}.`,
  };
}

function describeRange({ from, to }: TurnRange): string {
  return `${count(from)} to ${count(to)}`;
}
