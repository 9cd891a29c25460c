import { createHash } from "node:crypto";
import { KnownConversations, type ConversationMark } from "@/lib/client/conversations";
import { requestSummaryOf } from "@/lib/importers/otel/raw/request-summary";

const HASH_CHARS = 12;

/** The conversations of calls that pass through the proxy, in the form of any provider. */
export class ProxiedConversations extends KnownConversations {
  constructor() {
    super((text) => createHash("sha256").update(text).digest("hex").slice(0, HASH_CHARS), "call-");
  }

  /**
   * @param call the call's id; a conversation that begins with it is named after it
   * @returns the session of a request, `null` when the request does not contain its beginning; and the mark
   * of its conversation, if the request itself does not name a session
   */
  findSession(
    request: Readonly<Record<string, unknown>>,
    call: string,
  ): { session: string | null; mark: ConversationMark | null } {
    const named = findSessionNamed(request);
    if (named !== null) return { session: named, mark: null };
    const summary = requestSummaryOf(request, {});
    if (summary === null || summary.isDelta) return { session: null, mark: null };
    const messages: readonly unknown[] = Array.isArray(summary.messages)
      ? summary.messages
      : [summary.messages];
    const mark = this.markOf(messages, call);
    return { session: mark.session, mark };
  }
}

/** Claude Code states its session in the metadata of every call: at the end of a name, and since 2026 in a JSON text. */
const SESSION_NAMED = /(?:_session_|"session_id":")([\w-]{8,200})(?:"|$)/;

function findSessionNamed(request: Readonly<Record<string, unknown>>): string | null {
  const metadata = request.metadata;
  if (typeof metadata !== "object" || metadata === null || !("user_id" in metadata)) return null;
  return typeof metadata.user_id === "string" ? (SESSION_NAMED.exec(metadata.user_id)?.[1] ?? null) : null;
}
