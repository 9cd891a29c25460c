// The package's entry loads its terminal interface, which compaction does not need.
import {
  estimateContextTokens,
  prepareCompaction,
  shouldCompact,
} from "../../../node_modules/@mariozechner/pi-coding-agent/dist/core/compaction/compaction.js";
import {
  buildSessionContext,
  type SessionEntry,
} from "../../../node_modules/@mariozechner/pi-coding-agent/dist/core/session-manager.js";
import { type Message, listTextBlocks } from "@/lib/policies/contract/message";
import type { Tokens } from "@/lib/core/units";

type Settings = Parameters<typeof shouldCompact>[2];

const TIMESTAMP = new Date(0).toISOString();

/** A session of pi that compacts itself as pi does. Each summary has `summaryChars` characters. */
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

  /** Adds messages. A reply among them reports `usage` if it is known. System messages are not part of a session. */
  add(messages: readonly Message[], usage: Tokens | null): void {
    for (const message of messages)
      if (message.role !== "system")
        this.#append(message.id, { type: "message", message: own(message, usage) });
  }

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

  /** What the model reads: the ids of messages, and `summary` for a compaction's summary. */
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

function own(message: Message, total: Tokens | null): object {
  const text = listTextBlocks(message).map((one) => ({ type: "text", text: one }));
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
