import type { Tokens } from "@/lib/core/units";
import type { History } from "../contract/history";
import type { PolicyRequest } from "../contract/policy";
import type { Projection } from "../contract/projection";
import { usedTokens, type UsedTokens } from "../shared/used-tokens";

const BUFFER_SHARE = 0.1;
const DEFAULT_MAX_TOKENS: Tokens = 8_192;
const MIN_THRESHOLD = 5;
const MAX_THRESHOLD = 100;

/** What the conversation may come to: the window less a tenth and less the room for the reply. */
export function allowedTokens(contextWindow: Tokens, maxTokens: Tokens | null): Tokens {
  return contextWindow * (1 - BUFFER_SHARE) - (maxTokens || DEFAULT_MAX_TOKENS);
}

/** The percentage that counts: the profile's own where it is valid, else the global one. */
export function effectiveThreshold(percent: number, profile: number | undefined): number {
  return profile !== undefined && profile >= MIN_THRESHOLD && profile <= MAX_THRESHOLD ? profile : percent;
}

/** What Roo does about a context of a size. */
export type RooAction = "none" | "condense" | "truncate";

/** Decides from the size of the context, last message included. */
export function decide(size: {
  readonly tokens: Tokens;
  readonly contextWindow: Tokens;
  readonly allowed: Tokens;
  readonly auto: boolean;
  readonly threshold: number;
}): RooAction {
  const over = size.tokens > size.allowed;
  const percent = (100 * size.tokens) / size.contextWindow;
  if (size.auto && (percent >= size.threshold || over)) return "condense";
  return over ? "truncate" : "none";
}

/** The previous call's tokens and those of the newest message, which it did not include; and what is allowed. */
export function contextSize(
  request: PolicyRequest,
  shown: Projection,
  history: History,
): { readonly used: UsedTokens; readonly allowed: Tokens | null } {
  const used = usedTokens(request, shown);
  const newest =
    used.basis === "estimated" || history.length === 0
      ? 0
      : history.measure(request.countMessage).at(history.length - 1);
  const window = request.contextWindow;
  return {
    used: { ...used, tokens: used.tokens + newest },
    allowed: window === null ? null : allowedTokens(window, request.maxOutputTokens),
  };
}
