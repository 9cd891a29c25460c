import { count } from "../format/format";

const NAMED = 4;

/** "turn 4", "turns 4 and 9", "turns 4, 9, 12, 13 and 5 more". */
export function nameTurns(turns: readonly number[]): string {
  if (turns.length === 1) return `turn ${turns[0]}`;
  const more = turns.length - NAMED;
  if (more > 0) return `turns ${turns.slice(0, NAMED).join(", ")} and ${count(more)} more`;
  return `turns ${turns.slice(0, -1).join(", ")} and ${turns.at(-1)}`;
}
