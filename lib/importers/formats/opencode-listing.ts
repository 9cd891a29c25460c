import { ToolCalls, readOrigin } from "../messages/tool-calls";
import { classifyMedia } from "../messages/openai";
import { isEmptyPart } from "../messages/content-text";
import type { SessionStep, FormatSource } from "../sessions/define-format";
import type { SeenItem } from "../shared/request-tracker";
import type { Loose } from "../shared/values";
import { instantOf, recordOf, stringOf } from "../shared/values";
import type { OpencodeMessage } from "./opencode-records";
import { OPENCODE_PART } from "./opencode-records";
import { writeCanonicalJson } from "@/lib/core/hash";

/** opencode sends this in the place of a result that it cleared, and of one that never came. */
const CLEARED = "[Old tool result content cleared]";
const INTERRUPTED = "[Tool execution was interrupted]";
const COMPACTION_QUESTION = "What did we do so far?";

export interface Entry {
  readonly info: OpencodeMessage;
  readonly parts: readonly Loose[];
}

interface Standing {
  readonly message: unknown;
  readonly item: SeenItem;
}

/** What stands in the window, by message, with the results that were cleared later. */
export class Listing {
  private standing: Standing[] = [];
  private readonly calls = new ToolCalls();
  private readonly clearings = new Map<string, number>();

  constructor(private readonly source: FormatSource) {}

  *say(
    items: readonly SeenItem[],
    message: unknown,
    answer: readonly SeenItem[] = [],
  ): Generator<SessionStep> {
    this.standing.push(...[...answer, ...items].map((item) => ({ message, item })));
    if (items.length > 0) yield { add: items };
  }

  /** Replaces results with a mark in the window of a call, if they were cleared before the call. */
  *clear(at: number | null): Generator<SessionStep> {
    let isChanged = false;
    this.standing = this.standing.map((one) => {
      const { kind, toolCallId = "", content, media: _, ...item } = one.item;
      const cleared = kind === "tool_result" ? this.clearings.get(toolCallId) : undefined;
      if (cleared === undefined || at === null || cleared > at || content === CLEARED) return one;
      isChanged = true;
      return { ...one, item: { ...item, kind, toolCallId, content: CLEARED } };
    });
    if (isChanged) yield { window: this.items };
  }

  /** Reduces the window to what stands from the question on, with the tail of the history that newer versions keep before it. */
  *compact({ info, parts }: Entry, entries: readonly Entry[]): Generator<SessionStep> {
    const asked = entries.find(({ info: own }) => own.id === info.parentID);
    const question = asked?.parts.find(({ type }) => type === "compaction");
    const from = entries.findIndex(({ info: own }) => own.id === (question?.tail_start_id ?? info.parentID));
    const kept = new Set(entries.slice(from < 0 ? entries.length : from).map(({ info: own }) => own.id));
    this.standing = this.standing
      .filter(({ message }) => kept.has(message))
      .map(({ message, item }) => {
        const isSummary = message === info.id && item.kind === "assistant_text";
        return { message, item: isSummary ? { ...item, kind: "compaction_summary" as const } : item };
      });
    yield {
      window: this.items,
      edit: {
        at: info.time.completed,
        trigger: question?.auto === false ? "manual" : question === undefined ? undefined : "auto",
      },
    };
    if (parts.length === 0) this.source.report.warn("empty_summary", "a compaction has no summary");
  }

  asked({ system: rules }: OpencodeMessage, parts: readonly Loose[]): SeenItem[] {
    return [
      ...(rules === undefined
        ? []
        : [{ kind: "system_rules" as const, slot: "system:message", content: rules }]),
      ...parts.flatMap((part): SeenItem[] => {
        const { type, ignored, synthetic, text = "" } = OPENCODE_PART.of(part);
        if (type === "compaction") return [{ kind: "user_message", content: COMPACTION_QUESTION }];
        if (type === "text" && ignored) return [];
        if (type === "text" && synthetic) return [{ kind: "attachment", content: text }];
        return this.part(part, "user_message");
      }),
    ];
  }

  answered(parts: readonly Loose[]): { answer: SeenItem[]; results: SeenItem[] } {
    const items = parts.flatMap((part) =>
      part.type === "tool" ? this.tool(part) : this.part(part, "assistant_text"),
    );
    return {
      answer: items.filter(({ kind }) => kind !== "tool_result"),
      results: items.filter(({ kind }) => kind === "tool_result"),
    };
  }

  private part(part: Loose, kind: "user_message" | "assistant_text"): SeenItem[] {
    const { type, text, prompt, description, mime, filename } = OPENCODE_PART.of(part);
    if (type === "text") return text === undefined ? [] : [{ kind, content: text }];
    if (type === "reasoning") return text === undefined ? [] : [{ kind: "thinking", content: text }];
    if (type === "subtask")
      return [{ kind: "other", label: "subtask", content: prompt ?? description ?? "" }];
    // A text file is already sent as text, beside its part.
    if (type === "file" && !/^text\/plain|directory/.test(String(mime)))
      return [{ kind: "attachment", content: "", label: filename, media: countMedia([{ mime }]) }];
    if (!BOOKKEEPING.has(type) && !isEmptyPart(part))
      this.source.report.warn(
        "unknown_part",
        `parts of type ${String(type).slice(0, 40)} are not known: what they hold is not read`,
      );
    return [];
  }

  private tool(part: Loose): SeenItem[] {
    const {
      state,
      callID: toolCallId = this.calls.makeId(),
      tool: toolName = "tool",
    } = OPENCODE_PART.of(part);
    const { metadata, attachments: files } = state;
    const origin = readOrigin(toolName, state.input);
    const cleared = instantOf(recordOf(state.time).compacted);
    if (cleared !== null) this.clearings.set(toolCallId, cleared);
    const failed = state.status !== "completed";
    const interrupted = metadata.interrupted ? metadata.output : undefined;
    const shown = failed ? (stringOf(interrupted) ?? state.error ?? INTERRUPTED) : state.output;
    return [
      { kind: "tool_call", toolName, toolCallId, content: writeCanonicalJson(state.input ?? {}) },
      {
        kind: "tool_result",
        toolName,
        toolCallId,
        content: typeof shown === "string" ? shown : writeCanonicalJson(shown ?? ""),
        ...(origin && { origin }),
        ...(failed && { isError: true }),
        ...(files.length > 0 && { media: countMedia(files) }),
      },
    ];
  }

  private get items(): SeenItem[] {
    return this.standing.map(({ item }) => item);
  }
}

/** Parts that are marks of steps, snapshots of files or retries: none of them is sent. */
const BOOKKEEPING: ReadonlySet<unknown> = new Set([
  "step-start",
  "step-finish",
  "snapshot",
  "patch",
  "agent",
  "retry",
  "file",
]);

export function countMedia(files: readonly { readonly mime: unknown }[]): NonNullable<SeenItem["media"]> {
  const media: Record<string, number> = {};
  for (const { mime } of files) {
    const kind = classifyMedia(String(mime)) ?? "file";
    media[kind] = (media[kind] ?? 0) + 1;
  }
  return media;
}
