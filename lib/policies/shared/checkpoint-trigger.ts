import type { PolicyRequest, Trigger } from "../contract/policy";
import type { Tokens } from "@/lib/core/units";
import type { Projection } from "../contract/projection";

/** Fires when the next request would be larger than the limit, or when somebody asks for it. */
export function limitTrigger(limit: Tokens, shown: Projection, request: PolicyRequest): Trigger {
  const measured = (request.systemTokens ?? 0) + (request.toolsTokens ?? 0) + shown.tokens;
  return {
    fired: measured > limit || request.requested || request.overflow,
    name: "limit",
    measured,
    threshold: limit,
    unit: "tokens",
    basis: "estimated",
  };
}
