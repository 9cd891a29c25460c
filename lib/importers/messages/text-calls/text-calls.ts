import { textCallId } from "@/lib/core/trace/text-call-id";
import { contentHash } from "@/lib/core/hash";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { nameIn } from "../../shared/bounds";
import { argumentsIn, readOrigin } from "../tool-calls";
import { WRITTEN_IN_REPLY } from "../written-in-reply";
import type { Instructions, TextProtocol, WrittenCall } from "./protocol";
import { fencedCommand } from "./fenced-command";
import { NO_INSTRUCTIONS, PROTOCOLS, ReadReplies } from "./read-replies";
import { isEnvironment, isHeaderAlone, isMarkedAtTimes, resultMark, resultsIn } from "./results";
import { withResultsApart } from "./scratchpad";
import { toolTags } from "./tool-tags";

const HASH_CHARS = 8;

export interface NamedCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly content: string;
}

interface Asked {
  readonly toolName: string;
  readonly toolCallId: string;
  readonly content: string;
}

/**
 * Reads calls that a model writes into its text, and the messages that answer them. A protocol is in use if
 * the instructions ask for it, or if the message after such a reply is marked as a result. So a call that is
 * only shown or quoted does not count. An id is made from the call's content, so it is the same in every
 * request. A call with an id of its own keeps it.
 */
export class TextCalls {
  private readonly used = new Set<TextProtocol>();
  /** The model calls tools by the API's own means: instructions that speak of fenced commands ask for no calls. */
  private hasNative = false;
  private instructions: Instructions = NO_INSTRUCTIONS;
  private readonly named = new Map<string, NamedCall[]>();
  private readonly made = new WeakMap<SeenItem, { key: string; items: SeenItem[] }>();
  private mark: string | null = null;
  private counts = new Map<string, number>();
  private open: readonly Asked[] = [];
  private opening: string[] | null = [];
  private header = "";

  /** @param replies what was read of replies before, also by others of the same conversation */
  constructor(private readonly replies = new ReadReplies()) {}

  know(items: readonly SeenItem[]): void {
    for (const { kind, toolCallId, toolName = "", content } of items) {
      if (kind !== "tool_call" || toolCallId === undefined) continue;
      const key = callKey({ toolName, content });
      const calls = this.named.get(key) ?? [];
      if (calls.some((call) => call.toolCallId === toolCallId)) continue;
      this.named.set(key, [...calls, { toolCallId, toolName, content }]);
    }
  }

  get isUsed(): boolean {
    return this.used.size > 0;
  }

  get found(): string {
    if (!this.isUsed) return "";
    return JSON.stringify([
      PROTOCOLS.map((protocol) => this.used.has(protocol)),
      this.mark,
      this.hasNative,
      this.instructions.text,
    ]);
  }

  list(items: readonly SeenItem[]): SeenItem[] {
    this.counts = new Map();
    this.open = [];
    this.opening = [];
    return this.more(withResultsApart(items));
  }

  more(items: readonly SeenItem[]): SeenItem[] {
    this.hasNative ||= items.some(({ kind }) => kind === "tool_call");
    return items.flatMap((item, i) => {
      this.learn(item);
      const next = items[i + 1];
      if (item.kind === "assistant_text" && endsReply(items, i)) return this.reply(item, next);
      if (item.kind === "assistant_text" || item.kind === "tool_call") this.open = [];
      else if (item.kind === "user_message") return this.input(item, next);
      else if (this.open.length > 0 && item.kind === "tool_result" && item.toolCallId === undefined)
        return this.resultOfTool(item);
      return [item];
    });
  }

  /** Learns from what comes before the first reply which protocols are in use. */
  private learn({ kind, content }: SeenItem): void {
    if (this.opening === null) return;
    if (INSTRUCTING.has(kind)) this.opening.push(content);
    if (kind !== "assistant_text" && kind !== "tool_call") return;
    const text = this.opening.join("\n\n");
    this.opening = null;
    if (text === this.instructions.text) return;
    const declared = PROTOCOLS.filter((protocol) => protocol.declared(text));
    for (const protocol of declared) this.used.add(protocol);
    if (declared.length > 0 || this.instructions.text === "")
      this.instructions = this.replies.instructed(text);
  }

  private input(item: SeenItem, next: SeenItem | undefined): SeenItem[] {
    if (this.used.has(toolTags) && isEnvironment(item.content))
      return this.once(item, "environment", () => [{ ...item, ...ENVIRONMENT }]);
    if (this.open.length === 0) return [item];
    if (!isHeaderAlone(item.content) || next?.kind !== "user_message") return this.answered(item);
    this.header = item.content;
    return [];
  }

  private reply(item: SeenItem, next: SeenItem | undefined): SeenItem[] {
    this.open = [];
    const read = this.replies.read(item.content, this.instructions);
    const mark = next === undefined || !ANSWERING.has(next.kind) ? null : resultMark(next.content);
    const place = read.findIndex((reply, i) => {
      const protocol = PROTOCOLS[i];
      return reply !== null && protocol !== undefined && (this.isInUse(protocol) || mark !== null);
    });
    const [reply, protocol] = [read[place], PROTOCOLS[place]];
    if (reply === undefined || reply === null || protocol === undefined) return [item];
    if (mark !== null) this.used.add(protocol);
    this.mark ??= mark;
    this.open = reply.calls.map((call) => this.asked(call, reply.said));
    return this.once(item, this.open.map(({ toolCallId }) => toolCallId).join(" "), () => [
      item,
      ...this.open.map((call): SeenItem => ({ kind: "tool_call", ...call, ...WRITTEN_IN_REPLY })),
    ]);
  }

  private isInUse(protocol: TextProtocol): boolean {
    return this.used.has(protocol) && !(this.hasNative && protocol === fencedCommand && this.mark === null);
  }

  private asked(call: WrittenCall, said: string): Asked {
    const toolName = nameIn(call.toolName) ?? "tool";
    const key = callKey(call);
    const place = this.counted(key);
    const named = this.named.get(key)?.[place - 1];
    if (named !== undefined) return named;
    const hash = contentHash(`${said.trim()}\n${key}`).slice(0, HASH_CHARS);
    const count = this.counted(hash);
    return {
      toolName,
      toolCallId: textCallId(`${hash}${count === 1 ? "" : `-${count}`}`),
      content: call.content,
    };
  }

  private counted(key: string): number {
    const count = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, count);
    return count;
  }

  /**
   * A user message after calls is their results, unless results are marked in this conversation and this one
   * is not.
   */
  private answered(item: SeenItem): SeenItem[] {
    const content = [this.header, item.content].filter((text) => text !== "").join("\n");
    this.header = "";
    const mark = resultMark(content);
    if (this.mark !== null && mark === null && !isMarkedAtTimes(this.mark)) {
      this.open = [];
      return [item];
    }
    this.mark ??= mark;
    const asked = this.open;
    const { results, environment } = resultsIn(content, asked.length);
    this.open = asked.slice(results.length);
    return this.once(item, asked.map(({ toolCallId }) => toolCallId).join(" "), () => [
      ...results.map((content, i) => resultOf({ ...item, content }, asked[i])),
      ...(environment === null ? [] : [{ ...ENVIRONMENT, content: environment }]),
    ]);
  }

  private resultOfTool(item: SeenItem): SeenItem[] {
    const [call, ...rest] = this.open;
    this.open = rest;
    return call === undefined ? [item] : this.once(item, call.toolCallId, () => [resultOf(item, call)]);
  }

  /** The same pieces for the same item, so that windows are quickly compared. */
  private once(item: SeenItem, key: string, make: () => SeenItem[]): SeenItem[] {
    const before = this.made.get(item);
    if (before?.key === key) return before.items;
    const items = make();
    this.made.set(item, { key, items });
    return items;
  }
}

const ENVIRONMENT = { kind: "other", label: "Environment details" } as const;
const INSTRUCTING: ReadonlySet<string> = new Set(["system_rules", "user_message", "user_goal"]);
const ANSWERING: ReadonlySet<string> = new Set(["user_message", "tool_result"]);

/** No other text of the reply follows, and no call by the API's own means. */
function endsReply(items: readonly SeenItem[], place: number): boolean {
  const next = items[place + 1]?.kind;
  return next !== "assistant_text" && next !== "tool_call" && next !== "thinking";
}

function resultOf(item: SeenItem, call: Asked | undefined): SeenItem {
  if (call === undefined) return { ...item, kind: "tool_result" };
  const { toolName, toolCallId } = call;
  const origin = readOrigin(toolName, argumentsIn(call.content));
  return { ...item, kind: "tool_result", toolName, toolCallId, ...(origin && { origin }) };
}

/**
 * Equal for the same call in any writing of its arguments: text protocols have text where others have values.
 */
function callKey({ toolName, content }: Pick<WrittenCall, "toolName" | "content">): string {
  const args = Object.entries(argumentsIn(content));
  if (args.length === 0) return `${toolName} ${content.trim()}`;
  const texts = args.map(([key, value]): [string, string] => [
    key,
    (typeof value === "string" ? value : JSON.stringify(value)).trim(),
  ]);
  return `${toolName} ${JSON.stringify(texts.sort(([a], [b]) => (a < b ? -1 : 1)))}`;
}
