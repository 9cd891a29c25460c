import { makeTextCallId } from "@/lib/core/trace/text-call-id";
import { countCommonPrefix } from "@/lib/core/common-prefix";
import { hashContent } from "@/lib/core/hash";
import { OncePerKey } from "@/lib/core/once";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { nameIn } from "../../shared/bounds";
import { readCallArguments, readOrigin } from "../tool-calls";
import { WRITTEN_IN_REPLY } from "../written-in-reply";
import type { TextProtocol, WrittenCall } from "./protocol";
import { fencedCommand } from "./fenced-command";
import type { Knowledge } from "./knowledge";
import { addNativeCalls, isSameKnowledge, NOTHING_KNOWN } from "./knowledge";
import { PROTOCOLS, ReadReplies } from "./read-replies";
import {
  isEnvironment,
  isHeaderAlone,
  isMarkedAtTimes,
  findResultMark,
  readResults,
  isFailureStated,
} from "./results";
import { isScratchpad, splitResults } from "./scratchpad";
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

/** Where the reading of a list goes on that begins with a whole list that was read before. */
interface Resumed {
  readonly items: readonly SeenItem[];
  readonly read: readonly SeenItem[];
  /** The first item to be read again: what an item is depends on the two behind it. */
  readonly from: number;
  readonly isApart: boolean;
  readonly atBegin: Knowledge;
  readonly here: Knowledge;
  readonly open: readonly Asked[];
  readonly header: string;
}

/**
 * Reads calls that a model writes into its text, and the messages that answer them. A protocol is in use if
 * the instructions ask for it, or if the message after such a reply is marked as a result. So a call that is
 * only shown or quoted does not count. An id is made from the call's content, so it is the same in every
 * request. A call with an id of its own keeps it. A list that begins with the objects of the list before it costs only the
 * rest.
 */
export class TextCalls {
  private knowledge = NOTHING_KNOWN;
  private readonly named = new Map<string, NamedCall[]>();
  /** The pieces of an item. The same item gives the same pieces, so that windows are quickly compared. */
  private readonly pieces = new OncePerKey<SeenItem, SeenItem[]>();
  /** How often a call was seen in the list, by its key. */
  private counts = new Map<string, number>();
  /** The keys that were counted since the place where the list goes on. */
  private countedSince: string[] = [];
  private resumed: Resumed | null = null;
  /** The calls of the newest reply that have no result yet. */
  private open: readonly Asked[] = [];
  /** The texts before the first reply; `null` once they were read for protocols. */
  private opening: string[] | null = [];
  /** A header that came as a message of its own, in front of the results. */
  private header = "";

  /** @param replies what was read of replies before, also by others of the same conversation */
  constructor(private readonly replies = new ReadReplies()) {}

  /** Notes calls that have ids of their own: the same call in a text gets the same id. */
  noteCalls(items: readonly SeenItem[]): void {
    for (const { kind, toolCallId, toolName = "", content } of items) {
      if (kind !== "tool_call" || toolCallId === undefined) continue;
      const key = makeTextCallKey({ toolName, content });
      const calls = this.named.get(key) ?? [];
      if (calls.some((call) => call.toolCallId === toolCallId)) continue;
      if (this.counts.has(key)) this.resumed = null;
      this.named.set(key, [...calls, { toolCallId, toolName, content }]);
    }
  }

  /** Whether the conversation writes calls into its texts. */
  get isUsed(): boolean {
    return this.knowledge.protocols.length > 0;
  }

  /** Equal for conversations whose calls are written alike; empty while none is written as text. */
  get knowledgeKey(): string {
    if (!this.isUsed) return "";
    const { protocols, mark, hasNative, instructions } = this.knowledge;
    return JSON.stringify([
      PROTOCOLS.map((protocol) => protocols.includes(protocol)),
      mark,
      hasNative,
      instructions.text,
    ]);
  }

  /** Forgets what was learned of protocols, but not the calls that are known by other means. */
  forget(): void {
    this.knowledge = NOTHING_KNOWN;
  }

  /** Reads a whole list of messages, with the calls and results in its texts as items of their own. */
  readList(items: readonly SeenItem[]): SeenItem[] {
    const atBegin = addNativeCalls(this.knowledge, items);
    const before = this.findResumed(items, atBegin);
    this.knowledge = before?.here ?? atBegin;
    this.open = before?.open ?? [];
    this.header = before?.header ?? "";
    this.opening = before === null ? [] : null;
    if (before === null) this.counts = new Map();
    else for (const key of this.countedSince) this.counts.set(key, (this.counts.get(key) ?? 0) - 1);
    this.countedSince = [];
    const isApart = before?.isApart ?? isScratchpad(items);
    const split = (from: number, to: number) =>
      isApart ? splitResults(items, from, to) : items.slice(from, to);
    const from = before?.from ?? 0;
    const until = Math.max(from, items.length - LOOKED_AHEAD);
    const settled = split(from, until);
    const pieces = [...settled, ...split(until, items.length)];
    const read = [...(before?.read ?? []), ...this.readItems(pieces, 0, settled.length)];
    const { open, header } = this;
    this.countedSince = [];
    this.resumed =
      this.opening === null
        ? { items, read, from: until, isApart, atBegin, here: this.knowledge, open, header }
        : null;
    return [...read, ...this.readItems(pieces, settled.length)];
  }

  /** Reads items that follow the list that was read last. */
  readMore(items: readonly SeenItem[]): SeenItem[] {
    this.knowledge = addNativeCalls(this.knowledge, items);
    return this.readItems(items, 0);
  }

  /** The place from which a list can go on: it begins with the list before, and the same is known as then. */
  private findResumed(items: readonly SeenItem[], knowledge: Knowledge): Resumed | null {
    const { resumed } = this;
    if (resumed === null || !isSameKnowledge(resumed.atBegin, knowledge)) return null;
    return countCommonPrefix(resumed.items, items) === resumed.items.length ? resumed : null;
  }

  private addKnowledge(more: Partial<Knowledge>): void {
    this.knowledge = { ...this.knowledge, ...more };
  }

  private addProtocols(protocols: readonly TextProtocol[]): void {
    const fresh = protocols.filter((protocol) => !this.knowledge.protocols.includes(protocol));
    if (fresh.length > 0) this.addKnowledge({ protocols: [...this.knowledge.protocols, ...fresh] });
  }

  private readItems(items: readonly SeenItem[], from: number, to = items.length): SeenItem[] {
    return items.slice(from, to).flatMap((item, k) => {
      const i = from + k;
      this.learnFrom(item);
      const next = items[i + 1];
      if (item.kind === "assistant_text" && isReplyEnd(items, i)) return this.readReply(item, next);
      if (item.kind === "assistant_text" || item.kind === "tool_call") this.open = [];
      else if (item.kind === "user_message") return this.readUserMessage(item, next);
      else if (this.open.length > 0 && item.kind === "tool_result" && item.toolCallId === undefined)
        return this.readToolResult(item);
      return [item];
    });
  }

  /** Learns from what comes before the first reply which protocols are in use. */
  private learnFrom({ kind, content }: SeenItem): void {
    if (this.opening === null) return;
    if (INSTRUCTING.has(kind)) this.opening.push(content);
    if (kind !== "assistant_text" && kind !== "tool_call") return;
    const text = this.opening.join("\n\n");
    this.opening = null;
    const { instructions } = this.knowledge;
    if (text === instructions.text) return;
    const declared = PROTOCOLS.filter((protocol) => protocol.declared(text));
    this.addProtocols(declared);
    if (declared.length > 0 || instructions.text === "")
      this.addKnowledge({ instructions: this.replies.instructed(text) });
  }

  private readUserMessage(item: SeenItem, next: SeenItem | undefined): SeenItem[] {
    if (this.knowledge.protocols.includes(toolTags) && isEnvironment(item.content))
      return this.pieces.get(item, "environment", () => [{ ...item, ...ENVIRONMENT }]);
    if (this.open.length === 0) return [item];
    if (!isHeaderAlone(item.content) || next?.kind !== "user_message") return this.readResultMessage(item);
    this.header = item.content;
    return [];
  }

  /** A reply with the calls that it writes, where its protocol is in use. */
  private readReply(item: SeenItem, next: SeenItem | undefined): SeenItem[] {
    this.open = [];
    const read = this.replies.read(item.content, this.knowledge.instructions);
    const mark = next === undefined || !ANSWERING.has(next.kind) ? null : findResultMark(next.content);
    const place = read.findIndex((reply, i) => {
      const protocol = PROTOCOLS[i];
      return reply !== null && protocol !== undefined && (this.isInUse(protocol) || mark !== null);
    });
    const [reply, protocol] = [read[place], PROTOCOLS[place]];
    if (reply === undefined || reply === null || protocol === undefined) return [item];
    if (mark !== null) this.addProtocols([protocol]);
    if (this.knowledge.mark === null && mark !== null) this.addKnowledge({ mark });
    this.open = reply.calls.map((call) => this.makeAskedCall(call, reply.said));
    return this.pieces.get(item, this.open.map(({ toolCallId }) => toolCallId).join(" "), () => [
      item,
      ...this.open.map((call): SeenItem => ({ kind: "tool_call", ...call, ...WRITTEN_IN_REPLY })),
    ]);
  }

  private isInUse(protocol: TextProtocol): boolean {
    const { protocols, hasNative, mark } = this.knowledge;
    return protocols.includes(protocol) && !(hasNative && protocol === fencedCommand && mark === null);
  }

  /** A call with its id: the one that the same call has elsewhere, else one that is made from its content. */
  private makeAskedCall(call: WrittenCall, text: string): Asked {
    const toolName = nameIn(call.toolName) ?? "tool";
    const key = makeTextCallKey(call);
    const place = this.countUp(key);
    const named = this.named.get(key)?.[place - 1];
    if (named !== undefined) return named;
    const hash = hashContent(`${text.trim()}\n${key}`).slice(0, HASH_CHARS);
    const count = this.countUp(hash);
    return {
      toolName,
      toolCallId: makeTextCallId(`${hash}${count === 1 ? "" : `-${count}`}`),
      content: call.content,
    };
  }

  /** Counts a key. @returns how often it was seen, this time included */
  private countUp(key: string): number {
    const count = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, count);
    if (this.resumed !== null) this.countedSince.push(key);
    return count;
  }

  /**
   * A user message after calls is their results, unless results are marked in this conversation and this one
   * is not.
   */
  private readResultMessage(item: SeenItem): SeenItem[] {
    const { header } = this;
    const content = [header, item.content].filter((text) => text !== "").join("\n");
    this.header = "";
    const mark = findResultMark(content);
    const { mark: usual } = this.knowledge;
    if (usual !== null && mark === null && !isMarkedAtTimes(usual)) {
      this.open = [];
      return [item];
    }
    if (usual === null && mark !== null) this.addKnowledge({ mark });
    const open = this.open;
    const { results, environment } = readResults(content, open.length);
    this.open = open.slice(results.length);
    const key = [header, ...open.map(({ toolCallId }) => toolCallId)].join(" ");
    return this.pieces.get(item, key, () => [
      ...results.map((content, i) => readResult({ ...item, content }, open[i])),
      ...(environment === null ? [] : [{ ...ENVIRONMENT, content: environment }]),
    ]);
  }

  private readToolResult(item: SeenItem): SeenItem[] {
    const [call, ...rest] = this.open;
    this.open = rest;
    return call === undefined
      ? [item]
      : this.pieces.get(item, call.toolCallId, () => [readResult(item, call)]);
  }
}

const ENVIRONMENT = { kind: "other", label: "Environment details" } as const;
const INSTRUCTING: ReadonlySet<string> = new Set(["system_rules", "user_message", "user_goal"]);
const ANSWERING: ReadonlySet<string> = new Set(["user_message", "tool_result"]);

/** The number of items behind an item that decide what it is. */
const LOOKED_AHEAD = 2;

/** Whether a text ends its reply: no other text of it follows, and no call by the API's own means. */
function isReplyEnd(items: readonly SeenItem[], place: number): boolean {
  const next = items[place + 1]?.kind;
  return next !== "assistant_text" && next !== "tool_call" && next !== "thinking";
}

function readResult(item: SeenItem, call: Asked | undefined): SeenItem {
  const result = {
    ...item,
    kind: "tool_result" as const,
    ...(isFailureStated(item.content) && { isError: true }),
  };
  if (call === undefined) return result;
  const { toolName, toolCallId } = call;
  const origin = readOrigin(toolName, readCallArguments(call.content));
  return { ...result, toolName, toolCallId, ...(origin && { origin }) };
}

/** A key that is equal for the same call in any writing of its arguments: text protocols have text where others have values. */
function makeTextCallKey({ toolName, content }: Pick<WrittenCall, "toolName" | "content">): string {
  const args = Object.entries(readCallArguments(content));
  if (args.length === 0) return `${toolName} ${content.trim()}`;
  const texts = args.map(([key, value]): [string, string] => [
    key,
    (typeof value === "string" ? value : JSON.stringify(value)).trim(),
  ]);
  return `${toolName} ${JSON.stringify(texts.sort(([a], [b]) => (a < b ? -1 : 1)))}`;
}
