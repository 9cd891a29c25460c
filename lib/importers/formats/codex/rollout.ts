import type { TraceEventOf } from "@/lib/core/trace/event";
import type { SessionWriter } from "@/lib/core/trace/session-writer";
import { readHeadingExit } from "@/lib/core/source/heading";
import type { EpochMs, Tokens } from "@/lib/core/units";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { isAnswerItem, isKnownItem, readItemsOfResponseItem } from "../../messages/responses";
import { readCallArguments, ToolCalls } from "../../messages/tool-calls";
import type { ReadingOf } from "../../shared/record-type";
import { listStatedSteps, PlanLog } from "../../shared/plan-log";
import { Transcript } from "../../sessions/transcript";
import type { Loose } from "../../shared/values";
import { keepDefined, recordOf, recordsOf } from "../../shared/values";
import type { CODEX_LINE } from "./records";
import {
  CODEX_COMMUNICATION,
  CODEX_COMPACTED,
  CODEX_EVENT,
  CODEX_META,
  CODEX_USAGE,
  CODEX_CONTEXT,
} from "./records";

type TokenUsage = ReadingOf<typeof CODEX_USAGE>;
type CodexEvent = ReadingOf<typeof CODEX_EVENT>;
type RunTotals = NonNullable<TraceEventOf<"session.started">["reported"]>;
type Usage = NonNullable<TraceEventOf<"turn.recorded">["usage"]>;

interface OpenCall {
  readonly at: EpochMs | null;
  readonly said: SeenItem[];
  /** What arrived while the call was open and takes effect after it, mostly results of its calls. */
  readonly after: (() => void)[];
  isCut: boolean;
  usage: Usage | undefined;
  /** Whether the call's usage was counted before its first item. */
  readonly isCountedFirst: boolean;
  stopReason: string | undefined;
}

/**
 *     agent_message (event) → token_count → reasoning, message      some versions count a text before they write it
 *     function_call → token_count → function_call_output            others, and calls of tools, are counted behind
 *
 * A call is everything that the model produced until its usage was counted, once per call. In versions
 * without counts it ends when something came back to it.
 */
export class Rollout {
  private readonly reader = new ItemReader();
  private readonly transcript: Transcript;
  private readonly plan: PlanLog;
  private open: OpenCall | null = null;
  private model: string | undefined;
  private contextWindow: Tokens | undefined;
  private lastInput: Tokens | undefined;
  private lastTotal: Tokens | undefined;
  private lastTotals: TokenUsage = CODEX_USAGE.of(null);
  /** The text of an answer was announced by an event, and its item has not come. */
  private isAnnounced = false;
  /** The usage of a call whose items are still to come. */
  private early: Usage | undefined;
  /** The items with which every window begins, also after a compaction. */
  private front: SeenItem[] = [];
  private awaitsNotice = false;
  private isRewritten = false;

  /** `counts`: the file has a count of usage for each call. */
  constructor(
    private readonly writer: SessionWriter,
    private readonly counts: boolean,
  ) {
    this.transcript = new Transcript(writer);
    this.plan = new PlanLog(writer, "plan");
  }

  take({ type, payload, timestamp: at }: ReadingOf<typeof CODEX_LINE>): boolean {
    if (type === "session_meta") this.takeMeta(CODEX_META.of(payload));
    else if (type === "turn_context") this.model = CODEX_CONTEXT.of(payload).model ?? this.model;
    else if (type === "response_item") return this.takeItem(recordOf(payload), at);
    else if (type === "inter_agent_communication") {
      const { message, content } = CODEX_COMMUNICATION.of(payload);
      return this.takeItem({ type: "other_agent", content: content ?? message }, at);
    } else if (type === "compacted") this.compact(CODEX_COMPACTED.of(payload), at);
    else if (type === "event_msg") this.takeEvent(CODEX_EVENT.of(payload), at);
    return true;
  }

  /** @returns what the file itself counts over all calls */
  end(): RunTotals | undefined {
    this.flush();
    this.transcript.end();
    const { input_tokens: sent, output_tokens: received } = this.lastTotals;
    const totals = keepDefined({ tokensSent: sent, tokensReceived: received });
    return totals.tokensSent === undefined ? undefined : totals;
  }

  private takeMeta(meta: ReadingOf<typeof CODEX_META>): void {
    const rules = meta.base_instructions.text ?? meta.instructions;
    if (rules === undefined || this.front.length > 0) return;
    this.front = [{ kind: "system_rules", slot: "system", content: rules }];
    this.transcript.add(this.front);
  }

  private takeItem(item: Loose, at: EpochMs | null): boolean {
    const items = this.reader.items(item).map(markFailedRun);
    const isRead = items.length > 0 || isKnownItem(item);
    if (!isAnswerItem(item)) {
      if (item.role === "user" && this.open !== null) this.open.isCut = true;
      this.afterCall(() => void this.transcript.add(items));
      return isRead;
    }
    if (this.open !== null && (this.isOver(this.open) || this.early !== undefined)) this.flush();
    this.open ??= {
      at,
      said: [],
      after: [],
      isCut: false,
      usage: this.early,
      isCountedFirst: this.early !== undefined,
      stopReason: undefined,
    };
    this.early = undefined;
    this.isAnnounced = false;
    this.open.said.push(...items);
    this.awaitsNotice = false;
    return isRead;
  }

  private isOver({ usage, after, isCut, isCountedFirst }: OpenCall): boolean {
    if (isCut || (after.length > 0 && (isCountedFirst || !this.counts))) return true;
    return usage !== undefined && !isCountedFirst;
  }

  /** While a call is open, its usage may still arrive. Then the effect waits. */
  private afterCall(effect: () => void): void {
    if (this.open === null) effect();
    else this.open.after.push(effect);
  }

  private takeEvent(event: CodexEvent, at: EpochMs | null): void {
    const { info } = event;
    this.contextWindow = info.model_context_window || event.model_context_window || this.contextWindow;
    if (event.type === "token_count") this.count(info);
    else if (event.type === "turn_aborted" && this.open !== null)
      this.open.stopReason = event.reason ?? "aborted";
    else if (event.type === "agent_message") this.isAnnounced = true;
    else if (event.type === "user_message") this.flush();
    else if (event.type === "context_compacted") this.noteCompaction(at);
  }

  /** A count may be repeated without a call, or after one that ended before its usage was known. */
  private count({ total_token_usage: totals, last_token_usage: last }: CodexEvent["info"]): void {
    const { total_tokens: total } = totals;
    const isRepeated = total !== undefined && total === this.lastTotal;
    this.lastTotal = total ?? this.lastTotal;
    if (total !== undefined) this.lastTotals = totals;
    const usage = isRepeated ? undefined : readCodexUsage(last);
    const isOpen = this.open !== null && this.open.usage === undefined;
    if (usage !== undefined && this.isAnnounced && !isOpen) this.early = usage;
    this.isAnnounced = false;
    if (this.open === null) return;
    if (this.early === undefined && usage !== undefined) this.open.usage ??= usage;
    else if (isRepeated && this.open.usage === undefined) this.open.isCut = true;
  }

  private compact(record: ReadingOf<typeof CODEX_COMPACTED>, at: EpochMs | null): void {
    if (this.open !== null) this.open.isCut = true;
    this.awaitsNotice = true;
    this.afterCall(() => this.rewrite(record, at));
  }

  private rewrite(record: ReadingOf<typeof CODEX_COMPACTED>, at: EpochMs | null): void {
    const items =
      record.replacement_history === undefined || record.replacement_history === null
        ? [{ kind: "compaction_summary" as const, content: record.message ?? "" }]
        : recordsOf(record.replacement_history).flatMap((item) => this.reader.items(item));
    const { left, blocks } = this.transcript.replace([...this.front, ...items]);
    this.isRewritten = false;
    const summaryBlock = blocks.find(({ kind }) => kind === "compaction_summary")?.id;
    this.writer.write("context.edited", {
      at,
      turn: this.writer.turn,
      how: "compacted",
      blocks: [...left],
      ...keepDefined({ tokensBefore: this.lastInput, summaryBlock }),
    });
  }

  /**
   * The event follows the record. Without the record nobody knows what was kept, and only the totals tell.
   */
  private noteCompaction(at: EpochMs | null): void {
    if (this.awaitsNotice) {
      this.awaitsNotice = false;
      return;
    }
    if (this.open !== null) this.open.isCut = true;
    this.afterCall(() => {
      this.isRewritten = true;
      this.writer.write("context.edited", {
        at,
        turn: this.writer.turn,
        how: "compacted",
        rule: "totals_only",
        reason: "The file says that the context was compacted, not what was kept: only the totals are known.",
        ...keepDefined({ tokensBefore: this.lastInput }),
      });
    });
  }

  private flush(): void {
    const call = this.open;
    if (call === null) return;
    this.open = null;
    const { turn, output } = this.transcript.call(call.said, {
      at: call.at,
      ...keepDefined({
        model: this.model,
        contextWindow: this.contextWindow,
        usage: call.usage,
        stopReason: call.stopReason,
        windowProvenance: this.isRewritten ? ("inferred" as const) : undefined,
      }),
    });
    this.lastInput = call.usage?.input ?? undefined;
    for (const { id, kind, toolName, content } of output) {
      if (kind !== "tool_call" || toolName !== "update_plan") continue;
      const steps = listStatedSteps(readCallArguments(content).plan, "step");
      if (steps.length > 0) this.plan.state({ turn, at: call.at, block: id }, steps);
    }
    for (const effect of call.after) effect();
  }
}

/** Reads a call's usage. Its input includes the cached part. A total of 0 means that nothing was counted. */
function readCodexUsage(reported: TokenUsage): Usage | undefined {
  const { input_tokens: input } = reported;
  if (!input) return undefined;
  return keepDefined({
    input,
    cacheRead: reported.cached_input_tokens,
    cacheWrite: reported.cache_write_input_tokens,
    output: reported.output_tokens,
    reasoning: reported.reasoning_output_tokens,
  });
}

/** How texts begin that the harness puts in front of a conversation, in the user's name. */
const CONTEXT = /^\s*<(environment_context|permissions instructions|turn_aborted|subagent_notification)\b/;
const INSTRUCTIONS = /^\s*(<user_instructions>|# AGENTS\.md instructions\b|<skill>)/;
const SUMMARY =
  /^(Another language model started to solve this problem|You were originally given instructions)/;

/** Reads a rollout's items in order, and recognises what the harness added. */
class ItemReader {
  private readonly calls = new ToolCalls();
  private goal: string | null = null;

  items(item: Loose): SeenItem[] {
    return readItemsOfResponseItem(item, this.calls).map((piece) => this.named(piece));
  }

  private named(item: SeenItem): SeenItem {
    const { kind, content } = item;
    if (kind !== "user_message") return item;
    if (CONTEXT.test(content)) return { ...item, kind: "other" };
    if (INSTRUCTIONS.test(content)) return { ...item, kind: "repository_instructions" };
    if (SUMMARY.test(content)) return { ...item, kind: "compaction_summary" };
    this.goal ??= content;
    return content === this.goal ? { ...item, kind: "user_goal" } : item;
  }
}

/** How a command ended, whether the user ended it, and whether a script that calls tools ended with an error of one, only the heading of its output says. */
function markFailedRun(item: SeenItem): SeenItem {
  if (item.kind !== "tool_result" || typeof item.content !== "string") return item;
  const isFailed =
    FAILED_SCRIPT.test(item.content) ||
    ABORTED.test(item.content) ||
    (readHeadingExit(item.content) ?? 0) !== 0;
  return isFailed ? { ...item, isError: true } : item;
}

/** The whole text that the program writes in place of an output that was aborted. */
const ABORTED = /^(?:Wall time: [\d.]+ seconds\n)?aborted by user(?: after [\d.]+s)?$/;
const FAILED_SCRIPT = /^Script failed\nWall time:? [\d.]+ seconds\n/;
