import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { makeBlocks } from "../../messages/blocks";
import { readItemsOfCustomMessage, readItemsOfPiMessage, findUsageOfPi } from "../../messages/pi";
import { ToolCalls } from "../../messages/tool-calls";
import type { Loose } from "../../shared/values";
import type { PI_MESSAGE } from "../../messages/pi-records";
import { PI_USAGE } from "../../messages/pi-records";
import type { ReadingOf } from "../../shared/record-type";
import type { PiRecord } from "./records";
import { PI_RECORD } from "./records";
import type { CallNode, CompactionNode, LeafNode, Node, PlainNode } from "./node";
import { isYield } from "./node";

const YIELD_MESSAGE = "openclaw.sessions_yield";
/** Replies that OpenClaw's gateway writes into the file; they are never sent to a model. */
const GATEWAY_MODELS = new Set(["gateway-injected", "delivery-mirror"]);
/** A slash command without arguments says nothing about what the user wants. */
const BARE_COMMAND = /^\s*\/\S*\s*$/;
const ERROR_CHARS_MAX = 10_000;

type PiMessage = ReadingOf<typeof PI_MESSAGE>;

interface LastCall {
  readonly text: string;
  readonly totalTokens: unknown;
  readonly yielded: boolean;
}

export class NodeReader {
  prompt: string | undefined;
  mirrors = 0;
  gatewayReplies = 0;
  isOpenClaw = false;
  private readonly calls = new ToolCalls();
  private readonly keys = new Set<string>();
  private previous: string | null = null;
  private lastCall: LastCall | null = null;

  /**
   * `number` is the record's place in the file, from the header as 0. Files of version 1 have no other ids.
   */
  read(line: Loose, number: number): Node | null {
    const record = PI_RECORD.of(line);
    const { id: key = String(number) } = record;
    if (this.keys.has(key)) return null;
    this.keys.add(key);
    const parent = "parentId" in line ? (record.parentId ?? null) : this.previous;
    this.previous = key;
    if (record.customType?.startsWith("openclaw") === true) this.isOpenClaw = true;
    const base = { key, parent, at: record.timestamp };
    switch (record.type) {
      case "message":
        return this.message(base, record.message, record);
      case "custom_message":
        return makePlainNode(
          base,
          readItemsOfCustomMessage(record),
          record,
          record.customType === YIELD_MESSAGE,
        );
      case "branch_summary":
        return makePlainNode(base, listSummaryItems(record), record, false);
      case "compaction":
        return makeCompactionNode(base, record);
      case "leaf":
        return makeLeafNode(base, record, "appendParentId" in line);
      default:
        return makePlainNode(base, [], record, false);
    }
  }

  private message(base: Pick<Node, "key" | "parent" | "at">, message: PiMessage, record: PiRecord): Node {
    if (message.role === "assistant") return this.answer(base, message, record);
    const items = readItemsOfPiMessage(message, this.calls).map((item) => this.markGoal(item));
    return makePlainNode(base, items, record, message.role === "toolResult");
  }

  private answer(base: Pick<Node, "key" | "parent" | "at">, message: PiMessage, record: PiRecord): Node {
    const items = readItemsOfPiMessage(message, this.calls);
    const text = items
      .flatMap(({ kind, content }) => (kind === "assistant_text" ? [content] : []))
      .join("\n");
    const { totalTokens } = PI_USAGE.of(message.usage);
    if (message.provider === "openclaw" && GATEWAY_MODELS.has(message.model ?? "")) {
      this.gatewayReplies++;
      return makePlainNode(base, [], record, true);
    }
    if (this.isMirror(items, text, totalTokens)) {
      this.mirrors++;
      return makePlainNode(base, [], record, true);
    }
    const call = makeCallNode(base, message, items);
    this.lastCall = { text, totalTokens, yielded: isYield(call) };
    return call;
  }

  /** When a yield ends a run, OpenClaw records the reply a second time, with the usage of the whole run. */
  private isMirror(items: readonly SeenItem[], text: string, totalTokens: unknown): boolean {
    const last = this.lastCall;
    if (last === null || !last.yielded || text === "" || text !== last.text) return false;
    return totalTokens === last.totalTokens && items.every(({ kind }) => kind !== "tool_call");
  }

  private markGoal(item: SeenItem): SeenItem {
    if (this.prompt !== undefined || item.kind !== "user_message" || item.label !== undefined) return item;
    if (BARE_COMMAND.test(item.content)) return item;
    this.prompt = item.content;
    return { ...item, kind: "user_goal" };
  }
}

type BaseFields = Pick<Node, "key" | "parent" | "at">;

function makePlainNode(base: BaseFields, items: SeenItem[], record: PiRecord, endsRun: boolean): PlainNode {
  const blocks = makeBlocks(items, base.key);
  return { type: "plain", ...base, blocks, endsRun, isSide: record.appendMode === "side" };
}

/** An entry is written after its message: a later time of the message is that of another clock. */
function makeCallNode({ key, parent, at }: BaseFields, message: PiMessage, items: SeenItem[]): CallNode {
  const usage = findUsageOfPi(message.usage);
  const { model, provider, stopReason, timestamp: begun, responseId: turnId = key } = message;
  const error = message.errorMessage?.slice(0, ERROR_CHARS_MAX);
  return {
    type: "call",
    key,
    parent,
    at: begun === null || (at !== null && begun > at) ? at : begun,
    blocks: makeBlocks(items, key),
    fields: {
      turnId,
      ...(at !== null && { endedAt: at }),
      ...(model !== undefined && { model }),
      ...(provider !== undefined && { provider }),
      ...(usage !== undefined && { usage }),
      ...(stopReason !== undefined && { stopReason }),
      ...(error !== undefined && { error }),
    },
  };
}

function listSummaryItems({ summary: content }: PiRecord): SeenItem[] {
  return content === undefined ? [] : [{ kind: "other", label: "branch summary", content }];
}

function makeCompactionNode(base: BaseFields, record: PiRecord): CompactionNode {
  const { summary: content = "", firstKeptEntryIndex: index, tokensBefore, fromHook } = record;
  return {
    type: "compaction",
    ...base,
    blocks: makeBlocks([{ kind: "compaction_summary", content }], base.key),
    firstKept: typeof index === "number" ? String(index) : record.firstKeptEntryId,
    tokensBefore,
    fromHook,
  };
}

/** @param appends whether it says what the next record names as its parent */
function makeLeafNode(base: BaseFields, { targetId, appendParentId }: PiRecord, appends: boolean): LeafNode {
  const target = targetId ?? null;
  const appendTo = appends ? (appendParentId ?? null) : target;
  return { type: "leaf", ...base, blocks: [], target, appendTo };
}
