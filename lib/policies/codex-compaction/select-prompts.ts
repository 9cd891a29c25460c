import { withText, type Message } from "../contract/message";
import { byteLength, bytesToTokens, truncateMiddle } from "./truncate-middle";

export const PROMPT_BUDGET_TOKENS = 20_000;

export interface SurvivingPrompt {
  readonly index: number;
  readonly message: Message;
}

/**
 * Prompts survive newest first within a shared budget. The one that crosses it loses its middle; older ones are
 * dropped. `prompts` yields positions from the newest on and is read only as far as the budget reaches.
 */
export function selectPrompts(
  prompts: Iterable<number>,
  messageAt: (index: number) => Message | null,
): SurvivingPrompt[] {
  const surviving: SurvivingPrompt[] = [];
  let left = PROMPT_BUDGET_TOKENS;
  for (const index of prompts) {
    if (left <= 0) break;
    const message = messageAt(index);
    if (message === null) continue;
    const tokens = bytesToTokens(byteLength(message.text));
    if (tokens > left) {
      surviving.push({ index, message: withText(message, truncateMiddle(message.text, { tokens: left })) });
      break;
    }
    surviving.push({ index, message });
    left -= tokens;
  }
  return surviving;
}
