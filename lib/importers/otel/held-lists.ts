import type { Tokens } from "@/lib/core/units";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import type { Call } from "./calls";

/** What a call read and wrote, as its provider counted it, and how much of that is recorded. */
export interface Weight {
  readonly input: Tokens | null;
  readonly output: Tokens | null;
  /** Characters of the instructions and tools that the call shows, and of the messages in its window. */
  readonly frame: number;
  readonly window: number;
}

const CHARS_PER_TOKEN = 4;
/** The share by which the estimate of a list can be wrong. */
const ERROR_SHARE = 0.35;
const LEAST = 20;

/**
 * Whether a list with nothing of the window before it is only what is new, because the provider holds the rest: the
 * provider's own count tells. Either it read what the call before read and wrote, and the list; or the list alone, beside
 * what no record shows, such as tools.
 *
 *     before: 600 read, 40 written, of which 2,000 characters are recorded      a list of 200 characters
 *     continues: 600 + 40 + 50 = 690      begins anew: 600 - 500 + 50 = 150     690 were read -> it continues
 *
 * What a client sends to an API that holds nothing is the whole list.
 */
export function continuesUnlisted(before: Weight, now: Weight, { parts }: Pick<Call, "parts">): boolean {
  if (parts.some(({ record }) => record.signal === "call")) return false;
  if (before.input === null || now.input === null || now.input < before.input) return false;
  if (now.frame !== 0 && now.frame !== before.frame) return false;
  const list = estimateTokens(now.window);
  const unseen = Math.max(0, before.input - estimateTokens(before.frame + before.window));
  const anew = unseen + estimateTokens(before.frame) + list;
  const on = before.input + (before.output ?? 0) + list;
  if (on - anew < LEAST || now.input - anew <= ERROR_SHARE * list + LEAST / 2) return false;
  return Math.abs(now.input - on) < Math.abs(now.input - anew);
}

export function weighCall(call: Pick<Call, "usage">, frame: readonly SeenItem[], window: number): Weight {
  const { input = null, output = null } = call.usage ?? {};
  return { input, output, frame: countChars(frame), window };
}

export function countChars(items: readonly SeenItem[]): number {
  return items.reduce((sum, { content }) => sum + content.length, 0);
}

function estimateTokens(chars: number): Tokens {
  return Math.round(chars / CHARS_PER_TOKEN);
}
