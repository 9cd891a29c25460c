import type { ConversationMark } from "@/lib/client/conversations";
import type { ProxiedConversations } from "./conversations";
import type { PassedCall } from "./passed-call";
import { readPassedJson, describePassedProblem, readPassedText } from "./passed-text";
import type { SeenCall } from "./recorded-call";

/** What the bytes of a call say. */
export interface ReadCall {
  readonly call: SeenCall;
  readonly mark: ConversationMark | null;
}

const NOT_JSON = "the request is not JSON and was not recorded";
const NOT_WHOLE = "the agent ended the request before it was whole, and it was not recorded";

/** A request without a copy, or one that cannot be read, becomes a record that says so. */
export function readCall(passed: PassedCall, conversations: ProxiedConversations): ReadCall {
  if (passed.mark !== null) conversations.learn(passed.mark);
  const { id, model, api, applied, startedAt, endedAt, status, broken, isWhole } = passed;
  const asked = readPassedText(passed.request);
  const body = readPassedJson(asked);
  const request = body ?? {};
  const found =
    passed.session !== null
      ? { session: passed.session, mark: passed.mark }
      : body === null
        ? { session: `call-${id}`, mark: null }
        : conversations.findSession(body, id);
  const answer = passed.answer === null ? null : readPassedText(passed.answer);
  const missing = [
    ...(asked === null ? [describePassedProblem(passed.request, "request")] : []),
    ...(asked === null || body !== null ? [] : [isWhole ? NOT_JSON : NOT_WHOLE]),
    ...(passed.answer !== null && answer === null ? [describePassedProblem(passed.answer, "answer")] : []),
  ];
  return {
    call: {
      id: `proxy-${id}`,
      session: found.session,
      startedAt,
      endedAt,
      request: model === null || "model" in request ? request : { ...request, model },
      api,
      applied,
      status,
      answer,
      broken,
      notKept: missing.length === 0 ? null : missing.join("; "),
    },
    mark: found.mark,
  };
}
