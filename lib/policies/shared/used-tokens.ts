import type { Tokens } from "@/lib/core/units";
import type { PolicyRequest, Trigger } from "../contract/policy";
import type { Projection } from "../contract/projection";

/** Tokens of the previous call and its reply, and how they are known. */
export interface UsedTokens {
  readonly tokens: Tokens;
  readonly basis: "reported" | "estimated";
}

/**
 * What the previous call came to, as owners read it from the reply's usage: everything the model read and what it wrote.
 * Where nothing was reported, the window as it stands is counted instead, and `basis` says so.
 */
export function usedTokens(request: PolicyRequest, shown: Projection): UsedTokens {
  const { usage } = request;
  if (usage !== null && usage.input !== null)
    return { tokens: usage.input + (usage.output ?? 0), basis: "reported" };
  const fixed = (request.systemTokens ?? 0) + (request.toolsTokens ?? 0);
  return { tokens: fixed + shown.tokens, basis: "estimated" };
}

/** A row of the ledger for a rule that holds used tokens against a limit. */
export function tokenTrigger(
  name: string,
  used: UsedTokens,
  threshold: Tokens | null,
  fired: boolean,
): Trigger {
  return { fired, name, measured: used.tokens, threshold, unit: "tokens", basis: used.basis };
}
