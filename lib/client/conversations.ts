const REMEMBERED_MAX = 10_000;

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
export class KnownConversations {
  private readonly current = new Map<string, ConversationMark>();

  /** @param hash makes the message of an opening short @param prefix of the ids of sessions */
  constructor(
    private readonly hash: (text: string) => string,
    private readonly prefix: string,
  ) {}

  /** @param call the call's id; a conversation that begins with it is named after it */
  markOf(messages: readonly unknown[], call: string): ConversationMark {
    const opening = this.hash(readText(messages.find((message) => !isInstruction(message))));
    const isFirst = !messages.some(isFromModel);
    const known = this.current.get(opening);
    const session = known === undefined || (isFirst && known.grown) ? `${this.prefix}${call}` : known.session;
    const mark = { opening, session, grown: !isFirst || (known?.session === session && known.grown) };
    this.learn(mark);
    return mark;
  }

  learn(mark: ConversationMark): void {
    this.current.delete(mark.opening);
    this.current.set(mark.opening, mark);
    const oldest = this.current.keys().next().value;
    if (this.current.size > REMEMBERED_MAX && oldest !== undefined) this.current.delete(oldest);
  }

  listMarks(): readonly ConversationMark[] {
    return [...this.current.values()];
  }
}

function readRole(message: unknown): unknown {
  return typeof message === "object" && message !== null && "role" in message ? message.role : undefined;
}

function isInstruction(message: unknown): boolean {
  return ["system", "developer"].includes(String(readRole(message)));
}

/** Items of the Responses API without a role are from the model, or results of its calls. */
function isFromModel(message: unknown): boolean {
  const role = readRole(message);
  return role === undefined ? typeof message === "object" : ["assistant", "model"].includes(String(role));
}

/** The same for a text and for the message or the part that it becomes. */
function readText(message: unknown): string {
  if (typeof message === "string") return message;
  if (Array.isArray(message)) return message.map(readText).join("\n");
  const { content, parts, text } = (message ?? {}) as Readonly<Record<string, unknown>>;
  const inside = content ?? parts ?? text;
  return inside === undefined ? (JSON.stringify(message) ?? "") : readText(inside);
}
