import type { Tokens } from "@/lib/core/units";
import type { PolicyRequest, Trigger } from "../contract/policy";
import type { Projection } from "../contract/projection";

export interface UsedTokens {
  readonly tokens: Tokens;
  readonly basis: "reported" | "estimated";
}

/**
 * Tokens of the previous call from the reply's usage, as vendors read it: everything the model read and what it wrote.
 * If nothing was reported, the current window is counted and `basis` says so.
 */
export function countUsedTokens(request: PolicyRequest, shown: Projection): UsedTokens {
  const { usage } = request;
  if (usage !== null && usage.input !== null)
    return { tokens: usage.input + (usage.output ?? 0), basis: "reported" };
  const fixed = (request.systemTokens ?? 0) + (request.toolsTokens ?? 0);
  return { tokens: fixed + shown.tokens, basis: "estimated" };
}

export function makeTokenTrigger(
  name: string,
  used: UsedTokens,
  threshold: Tokens | null,
  fired: boolean,
): Trigger {
  return { fired, name, measured: used.tokens, threshold, unit: "tokens", basis: used.basis };
}
