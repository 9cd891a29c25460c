import type { ConversationMark, ProxiedConversations } from "./conversations";
import type { PassedCall } from "./passed-call";
import { jsonIn, problemOf, textOf } from "./passed-text";
import type { SeenCall } from "./recorded-call";

/** What the bytes of a call say. */
export type ReadCall =
  | { readonly call: SeenCall; readonly mark: ConversationMark | null }
  | { readonly call: null; readonly why: string | null };

/** A request without a copy, or one that cannot be decompressed, becomes a record that says so. */
export function readCall(passed: PassedCall, conversations: ProxiedConversations): ReadCall {
  if (passed.mark !== null) conversations.learn(passed.mark);
  const { id, model, api, applied, startedAt, endedAt, status, broken, isWhole } = passed;
  const asked = textOf(passed.request);
  const body = jsonIn(asked);
  if (asked !== null && body === null) return { call: null, why: isWhole ? "its body is not JSON" : null };
  const request = body ?? {};
  const found =
    passed.session !== null
      ? { session: passed.session, mark: passed.mark }
      : body === null
        ? { session: `call-${id}`, mark: null }
        : conversations.sessionOf(body, id);
  const answer = passed.answer === null ? null : textOf(passed.answer);
  const missing = [
    ...(asked === null ? [problemOf(passed.request, "request")] : []),
    ...(passed.answer !== null && answer === null ? [problemOf(passed.answer, "answer")] : []),
  ];
  return {
    call: {
      id: `proxy-${id}`,
      session: found.session,
      startedAt,
      endedAt,
      request: model === null || "model" in request ? request : { ...request, model },
      api: body === null ? api : null,
      applied,
      status,
      answer,
      broken,
      notKept: missing.length === 0 ? null : missing.join("; "),
    },
    mark: found.mark,
  };
}
