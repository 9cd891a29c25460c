import { createHash } from "node:crypto";
import { requestSummaryOf } from "@/lib/importers/otel/raw/request-summary";

const REMEMBERED_MAX = 10_000;
const HASH_CHARS = 12;

/** A known conversation: its opening, and the session of its newest call. */
export interface ConversationMark {
  readonly opening: string;
  readonly session: string;
  readonly grown: boolean;
}

/**
 * Separates conversations without a session id by their first message that is not an instruction. A request without an
 * answer of the model starts a new conversation, even when an earlier one started with the same words.
 */
export class ProxiedConversations {
  private readonly current = new Map<string, ConversationMark>();

  /**
   * @param call the call's id; a conversation that begins with it is named after it
   * @returns the session of a request, `null` when the request does not contain its beginning; and the mark
   * of its conversation, if the request itself does not name a session
   */
  sessionOf(
    request: Readonly<Record<string, unknown>>,
    call: string,
  ): { session: string | null; mark: ConversationMark | null } {
    const named = sessionNamed(request);
    if (named !== null) return { session: named, mark: null };
    const summary = requestSummaryOf(request, {});
    if (summary === null || summary.isDelta) return { session: null, mark: null };
    const messages: readonly unknown[] = Array.isArray(summary.messages)
      ? summary.messages
      : [summary.messages];
    const opening = openingHash(messages.find((message) => !isInstruction(message)));
    const isFirst = !messages.some(isFromModel);
    const known = this.current.get(opening);
    const session = known === undefined || (isFirst && known.grown) ? `call-${call}` : known.session;
    const mark = { opening, session, grown: !isFirst || (known?.session === session && known.grown) };
    this.learn(mark);
    return { session, mark };
  }

  learn(mark: ConversationMark): void {
    this.current.delete(mark.opening);
    this.current.set(mark.opening, mark);
    const oldest = this.current.keys().next().value;
    if (this.current.size > REMEMBERED_MAX && oldest !== undefined) this.current.delete(oldest);
  }

  marks(): readonly ConversationMark[] {
    return [...this.current.values()];
  }
}

/** Claude Code states its session id in the metadata of every call. */
function sessionNamed(request: Readonly<Record<string, unknown>>): string | null {
  const metadata = request.metadata;
  if (typeof metadata !== "object" || metadata === null || !("user_id" in metadata)) return null;
  return typeof metadata.user_id === "string"
    ? (/_session_([\w-]{8,200})$/.exec(metadata.user_id)?.[1] ?? null)
    : null;
}

function openingHash(message: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(message) ?? "")
    .digest("hex")
    .slice(0, HASH_CHARS);
}

function roleOf(message: unknown): unknown {
  return typeof message === "object" && message !== null && "role" in message ? message.role : undefined;
}

function isInstruction(message: unknown): boolean {
  return ["system", "developer"].includes(String(roleOf(message)));
}

function isFromModel(message: unknown): boolean {
  return ["assistant", "model"].includes(String(roleOf(message)));
}
