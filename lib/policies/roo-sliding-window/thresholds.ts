import type { Tokens } from "@/lib/core/units";
import type { History } from "../contract/history";
import type { PolicyRequest } from "../contract/policy";
import type { Projection } from "../contract/projection";
import { countUsedTokens, type UsedTokens } from "../shared/used-tokens";

const BUFFER_SHARE = 0.1;
const DEFAULT_MAX_TOKENS: Tokens = 8_192;
const MIN_THRESHOLD = 5;
const MAX_THRESHOLD = 100;

/** The allowed size of the conversation: the window minus a tenth and minus the room for the reply. */
export function computeAllowedTokens(contextWindow: Tokens, maxTokens: Tokens | null): Tokens {
  return contextWindow * (1 - BUFFER_SHARE) - (maxTokens || DEFAULT_MAX_TOKENS);
}

/** The profile's own percentage if it is valid, else the global one. */
export function computeEffectiveThreshold(percent: number, profile: number | undefined): number {
  return profile !== undefined && profile >= MIN_THRESHOLD && profile <= MAX_THRESHOLD ? profile : percent;
}

export type RooAction = "none" | "condense" | "truncate";

/** Decides from the size of the context, including the last message. */
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

/**
 * The size and its limit. The size is the previous call's tokens plus those of the newest message, which that call did
 * not include.
 */
export function measureContext(
  request: PolicyRequest,
  shown: Projection,
  history: History,
): { readonly used: UsedTokens; readonly allowed: Tokens | null } {
  const used = countUsedTokens(request, shown);
  const newest =
    used.basis === "estimated" || history.length === 0
      ? 0
      : history.measure(request.countMessage).at(history.length - 1);
  const window = request.contextWindow;
  return {
    used: { ...used, tokens: used.tokens + newest },
    allowed: window === null ? null : computeAllowedTokens(window, request.maxOutputTokens),
  };
}
