import { isRecord } from "@/lib/core/is-record";
import { findPolicy } from "@/lib/policies/registry";
import { writeOutTexts } from "./recipes";

/**
 * Converts a body to the form of a request. A case of a case file names its policy in `policy` and has the rest in
 * `input`. An input alone has the options in `policy` and no kind, so the caller adds `kind`.
 */
export function toRequest(body: unknown): unknown {
  const request = requestOf(body);
  return isRecord(request) && "messages" in request
    ? { ...request, messages: writeOutTexts(request.messages) }
    : request;
}

function requestOf(body: unknown): unknown {
  if (!isRecord(body)) return body;
  const { policy, input, kind, ...rest } = body;
  if (typeof policy === "string" && isRecord(input)) {
    const { policy: options = {}, ...facts } = input;
    return {
      ...stripUnaskedClock(policy, facts),
      policy: { kind: policy, options: readPolicyOptions(options) },
    };
  }
  if (typeof policy === "string") return { ...rest, policy: { kind: policy } };
  if (isRecord(policy) && !("kind" in policy) && typeof kind === "string")
    return { ...rest, policy: { kind, options: policy } };
  return body;
}

function stripUnaskedClock(kind: string, facts: Record<string, unknown>): Record<string, unknown> {
  if (findPolicy(kind)?.casesHaveNoClock !== true || !isRecord(facts.state)) return facts;
  const { now: _now, lastCacheTouchAt: _touch, ...state } = facts.state;
  return { ...facts, state };
}

function readPolicyOptions(options: unknown): unknown {
  if (!isRecord(options)) return options;
  const { counter, ...rest } = options;
  const counts = counter ?? ("strategy" in options ? "messages" : undefined);
  return counts === undefined ? options : { ...rest, tokenCounter: counts };
}
