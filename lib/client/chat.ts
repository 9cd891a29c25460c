import type { ModelMessage } from "./answers";

/** A call of a tool as the chat API writes it. */
export interface ChatCall {
  readonly id: string;
  readonly type: "function";
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A message of OpenAI's chat API: the form in which adapters record and ask, whatever the framework has. */
export interface ChatMessageSent {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string | readonly Readonly<Record<string, unknown>>[] | null;
  readonly tool_calls?: readonly ChatCall[];
  readonly tool_call_id?: string;
  readonly name?: string;
}

/** A chat message, and what of the framework's messages it was made of. */
export interface ChatPiece {
  readonly chat: ChatMessageSent;
  readonly message: number;
  /** `null` for the whole message. Some messages hold several results. */
  readonly part: number | null;
}

/** How a piece stands in a window that a policy made: as it was, with another text, or inserted. */
export type WindowPiece =
  | { readonly was: ChatPiece; readonly text: string | null; readonly calls: ReadonlySet<string> }
  | { readonly was: null; readonly role: string; readonly text: string };

const PLACE = "sightglass_place";

/** The messages with the number of each, which comes back with them. */
export function makeNumberedMessages(pieces: readonly ChatPiece[]): ModelMessage[] {
  return pieces.map(({ chat }, place) => ({ ...chat, [PLACE]: place }));
}

/** `text` is `null` where it did not change. */
export function matchPieces(
  messages: readonly ModelMessage[],
  pieces: readonly ChatPiece[],
): readonly WindowPiece[] {
  return messages.map((one): WindowPiece => {
    const message = one as Readonly<Record<string, unknown>>;
    const place = message[PLACE];
    const was = typeof place === "number" ? pieces[place] : undefined;
    if (was === undefined)
      return { was: null, role: String(message.role), text: writeChatText(message.content) };
    const calls = (message.tool_calls ?? []) as readonly ChatCall[];
    const isSame = JSON.stringify(message.content ?? null) === JSON.stringify(was.chat.content);
    return {
      was,
      text: isSame ? null : writeChatText(message.content),
      calls: new Set(calls.map(({ id }) => id)),
    };
  });
}

export function writeChatText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return (content as readonly { readonly text?: unknown }[])
    .flatMap((part) => (typeof part?.text === "string" ? [part.text] : []))
    .join("\n");
}

export function writeChatArguments(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "{}");
}

/** What a model answered, as the chat API says it. */
export interface ChatAnswer {
  readonly id?: string | undefined;
  readonly model?: string | undefined;
  readonly text: string;
  readonly thinking?: string | undefined;
  readonly calls: readonly ChatCall[];
  readonly finish?: string | undefined;
  readonly input?: number | undefined;
  readonly cacheRead?: number | undefined;
  readonly output?: number | undefined;
}

/** Leaves out what is not known. */
export function buildCompletion(answer: ChatAnswer): Record<string, unknown> {
  const { id, model, text, thinking, calls, finish, input, cacheRead, output } = answer;
  const message = {
    role: "assistant",
    content: text === "" ? null : text,
    ...(thinking !== undefined && thinking !== "" && { reasoning_content: thinking }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  return {
    ...(id !== undefined && { id }),
    object: "chat.completion",
    ...(model !== undefined && { model }),
    choices: [{ index: 0, message, finish_reason: finish ?? (calls.length > 0 ? "tool_calls" : "stop") }],
    ...(input !== undefined && {
      usage: {
        prompt_tokens: input,
        ...(output !== undefined && { completion_tokens: output }),
        ...(cacheRead !== undefined && { prompt_tokens_details: { cached_tokens: cacheRead } }),
      },
    }),
  };
}
