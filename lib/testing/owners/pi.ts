// The package's entry loads its terminal interface; what compacts a session needs none of it.
import {
  estimateContextTokens,
  prepareCompaction,
  shouldCompact,
} from "../../../node_modules/@mariozechner/pi-coding-agent/dist/core/compaction/compaction.js";
import {
  buildSessionContext,
  type SessionEntry,
} from "../../../node_modules/@mariozechner/pi-coding-agent/dist/core/session-manager.js";
import { type Message, textBlocks } from "@/lib/policies/contract/message";
import type { Tokens } from "@/lib/core/units";

type Settings = Parameters<typeof shouldCompact>[2];

const TIMESTAMP = new Date(0).toISOString();

/** A session of pi's that compacts itself as pi does, with a summary of `summaryChars` characters for each call. */
export class PiSession {
  readonly #entries: SessionEntry[] = [];
  readonly #settings: Settings;
  readonly #contextWindow: Tokens;
  readonly #summaryChars: number;

  constructor(settings: Settings, contextWindow: Tokens, summaryChars: number) {
    this.#settings = settings;
    this.#contextWindow = contextWindow;
    this.#summaryChars = summaryChars;
  }

  /** Adds messages; a reply among them reports `usage` where that is known. The system's are no part of a session. */
  add(messages: readonly Message[], usage: Tokens | null): void {
    for (const message of messages)
      if (message.role !== "system")
        this.#append(message.id, { type: "message", message: own(message, usage) });
  }

  /** Compacts where pi would and there is something to summarise. */
  compactIfFull(): void {
    const { tokens } = estimateContextTokens(buildSessionContext(this.#entries).messages);
    if (!shouldCompact(tokens, this.#contextWindow, this.#settings)) return;
    const plan = prepareCompaction(this.#entries, this.#settings);
    if (plan === undefined) return;
    const { messagesToSummarize, turnPrefixMessages, firstKeptEntryId, tokensBefore } = plan;
    const calls = [messagesToSummarize, turnPrefixMessages].filter(({ length }) => length > 0).length;
    if (calls === 0) return;
    const summary = "s".repeat(calls * this.#summaryChars);
    this.#append(`compaction-${this.#entries.length}`, {
      type: "compaction",
      summary,
      firstKeptEntryId,
      tokensBefore,
    });
  }

  /** What the model reads: the ids of messages, `summary` for a compaction's. */
  context(): string[] {
    const ids = new Map(
      this.#entries.flatMap((entry) =>
        entry.type === "message" ? [[entry.message as object, entry.id]] : [],
      ),
    );
    return buildSessionContext(this.#entries).messages.map((message) => ids.get(message) ?? "summary");
  }

  #append(id: string, entry: object): void {
    const parentId = this.#entries.at(-1)?.id ?? null;
    this.#entries.push({ id, parentId, timestamp: TIMESTAMP, ...entry } as SessionEntry);
  }
}

/** A message of ours in pi's own shape. */
function own(message: Message, total: Tokens | null): object {
  const text = textBlocks(message).map((one) => ({ type: "text", text: one }));
  const images = Array.from({ length: message.images ?? 0 }, () => ({
    type: "image",
    data: "",
    mimeType: "image/png",
  }));
  if (message.role === "user") return { role: "user", content: [...text, ...images] };
  if (message.role === "tool")
    return { role: "toolResult", toolCallId: message.toolCallId, content: [...text, ...images] };
  const thinking = message.thinking === undefined ? [] : [{ type: "thinking", thinking: message.thinking }];
  const calls = (message.toolCalls ?? []).map(({ id, name, args }) => ({
    type: "toolCall",
    id,
    name,
    arguments: args,
  }));
  const usage = total === null ? {} : { usage: { totalTokens: total } };
  return {
    role: "assistant",
    stopReason: message.isAborted === true ? "aborted" : "stop",
    content: [...thinking, ...text, ...calls],
    ...usage,
  };
}
