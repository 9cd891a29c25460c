import type { Tokens } from "@/lib/core/units";
import type { History } from "../contract/history";
import { CHARS_PER_TOKEN, countTextChars, setText, type Message } from "../contract/message";
import { NO_PINS, type Pins } from "../contract/pins";
import type { Projection } from "../contract/projection";

const PROTECTED_TOKENS: Tokens = 40_000;
const MINIMUM_TOKENS: Tokens = 20_000;
const PROTECTED_TURNS = 2;
const PROTECTED_TOOLS: ReadonlySet<string> = new Set(["skill"]);

export const CLEARED_OUTPUT = "[Old tool result content cleared]";

export function estimatePart(message: Message): Tokens {
  return Math.round(countTextChars(message) / CHARS_PER_TOKEN);
}

/**
 * Outputs to clear when a turn ends: everything beyond the newest 40,000 tokens of tool output, including the output
 * that crosses that mark, if it adds up to more than 20,000. The newest two turns are skipped; the walk stops at an
 * output that was cleared before.
 */
export function findPrunable(
  history: History,
  shown: Projection,
  turnEnd: number,
  stopAt: number,
  pins: Pins = NO_PINS,
): number[] {
  const tools = history.positions("tool");
  const eligibleTo = startOfTurns(history, turnEnd);
  if (eligibleTo === null) return [];
  const prunable: number[] = [];
  let total = 0;
  let freed = 0;
  for (let i = tools.length - 1; i >= 0; i--) {
    const index = tools[i] ?? -1;
    if (index >= eligibleTo) continue;
    if (index < stopAt || shown.statusAt(index) === "cleared") break;
    if (PROTECTED_TOOLS.has(history.toolNameOf(index) ?? "")) continue;
    const tokens = estimatePart(history.at(index));
    total += tokens;
    if (total <= PROTECTED_TOKENS || pins.keepsText(index)) continue;
    freed += tokens;
    prunable.push(index);
  }
  return freed > MINIMUM_TOKENS ? prunable.reverse() : [];
}

export function clearOutput(message: Message): Message {
  return setText(message, CLEARED_OUTPUT);
}

function startOfTurns(history: History, turnEnd: number): number | null {
  let turns = 0;
  const prompts = history.positions("user");
  for (let i = prompts.length - 1; i >= 0; i--) {
    const index = prompts[i] ?? -1;
    if (index < turnEnd && ++turns === PROTECTED_TURNS) return index;
  }
  return null;
}
