import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import { BRANCH_RULE } from "@/lib/core/trace/branching";
import type { TraceEvent, TraceEventOf } from "@/lib/core/trace/event";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import type { EpochMs, Tokens } from "@/lib/core/units";
import { findId, nameIn } from "../../shared/bounds";
import { sizeBefore } from "../../shared/compaction-size";
import { readItemsOfContent, readAnthropicUsage } from "../../messages/anthropic";
import { makeBlocks } from "../../messages/blocks";
import { ToolCalls } from "../../messages/tool-calls";
import { recordsOf } from "../../shared/values";
import type { ListedMessage } from "./message-list";
import { MessageList } from "./message-list";
import { findOrphansWithoutRoom } from "./orphan-calls";
import { PlanCalls } from "./plan-calls";
import type { Row } from "./row";
import { isMessage, NO_MODEL } from "./row";
import {
  findCompactionWish,
  isRequest,
  readItemsOfAttachment,
  readItemsOfUserRow,
  stripPromptTags,
} from "./user-row";

type Started = Omit<TraceEventOf<"session.started">, "id" | "session" | "type">;
type Edit = Omit<TraceEventOf<"context.edited">, "id" | "session" | "type" | "turn">;
type TurnFields = Omit<Parameters<SessionWriter["writeTurn"]>[0], "window" | "output">;

interface OpenCall {
  readonly key: string;
  readonly window: readonly ListedMessage[];
  readonly isEdited: boolean;
  readonly output: BlockStatement[];
  lastAt: EpochMs | null;
  fields: TurnFields;
}

const CLEARED_RESULT = "[Old tool result content cleared]";

/** The events of one conversation. A call is one `message.id`, in however many rows. */
export class ClaudeCodeConversation {
  prompt: string | undefined;
  model: string | undefined;
  /** The first row follows one that is not in the file. */
  isContinued = false;
  startedAt: EpochMs | null = null;
  private readonly writer: SessionWriter;
  private readonly plans: PlanCalls;
  private readonly messages = new MessageList();
  private readonly calls = new ToolCalls();
  private readonly taken = new Set<string>();
  private readonly answered = new Set<string>();
  private isFirst = true;
  /** Until a compaction, what stood before the first row stands in the window too. */
  private hasUnseenFront = false;
  private open: OpenCall | null = null;
  private edits: Edit[] = [];
  /** Requests that failed, for which the client wrote an answer itself: attempts at the call that follows. */
  private failed: { readonly at: EpochMs | null; readonly error: string }[] = [];
  /** Results that stand before the row of their call. */
  private early: Row[] = [];
  private lastWindow: readonly ListedMessage[] = [];
  private lastOutput: readonly BlockStatement[] = [];
  private lastInput: Tokens | undefined;
  private lastModel: string | undefined;

  constructor(session: string) {
    this.writer = new SessionWriter(session);
    this.plans = new PlanCalls(this.writer);
  }

  take(row: Row): boolean {
    this.startedAt ??= row.at;
    if (this.isFirst && row.parentUuid !== undefined) this.goOn();
    if (row.isNamed) this.isFirst = false;
    this.messages.link(row.uuid, row.parentUuid);
    if (row.type === "system") this.takeSystem(row);
    if (!isMessage(row)) return true;
    if (this.taken.has(row.uuid)) return false;
    this.taken.add(row.uuid);
    if (this.isEarly(row)) this.early.push(row);
    else this.takeMessage(row);
    return true;
  }

  /** A result can be written before the row of its call, to which it is linked. It follows that row. */
  private isEarly({ type, parentUuid, message }: Row): boolean {
    const isResult =
      type === "user" && recordsOf(message.content).some((part) => part.type === "tool_result");
    return isResult && parentUuid !== undefined && !this.isContinued && !this.messages.isLinked(parentUuid);
  }

  private takeMessage(row: Row): void {
    if (row.type === "user" && this.early.length > 0) this.takeEarly();
    if (row.type === "assistant") this.takeAnswer(row);
    else if (row.type === "user") this.takeUser(row);
    else this.messages.add(row.uuid, makeBlocks(readItemsOfAttachment(row), row.uuid));
    this.takeEarly(row.uuid);
  }

  /** @param parent the row whose results are due; without it all are */
  private takeEarly(parent?: string): void {
    const due = this.early.filter((row) => parent === undefined || row.parentUuid === parent);
    if (due.length === 0) return;
    this.early = this.early.filter((row) => !due.includes(row));
    for (const row of due) this.takeUser(row);
  }

  end(started: Started): TraceEvent[] {
    this.takeEarly();
    this.recordFresh();
    this.flush();
    for (const { at, error } of this.failed.splice(0)) this.writer.writeTurn({ at, error, output: [] });
    if (this.edits.length > 0) this.writeEdits(this.messages.window());
    const events = this.writer.take();
    this.writer.write("session.started", started);
    return [...this.writer.take(), ...events];
  }

  private goOn(): void {
    this.isContinued = true;
    this.hasUnseenFront = true;
    this.writer.continueEarlier();
  }

  private takeAnswer(row: Row): void {
    const { id: key = row.uuid, model } = row.message;
    const blocks = makeBlocks(readItemsOfContent("assistant", row.message.content, this.calls), row.uuid);
    if (model === NO_MODEL && row.fields.isApiErrorMessage) {
      this.flush();
      const error = nameIn(blocks.map(({ content }) => content ?? "").join("\n")) ?? "failed";
      this.failed.push({ at: row.at, error });
      return;
    }
    if (model !== NO_MODEL && !this.answered.has(key)) {
      this.flush();
      this.begin(key, row);
      this.model ??= model;
      this.note({ turnId: key, ...(model !== undefined && { model }) });
    }
    this.messages.answer(key, row.uuid, blocks);
    if (this.open?.key !== key) return;
    this.open.output.push(...blocks);
    this.noteOutcome(row);
  }

  /** Rows of one answer repeat its usage. The output grows from row to row. */
  private noteOutcome({ at, message }: Row): void {
    const usage = readAnthropicUsage(message.usage, message.model);
    const { stop_reason: stopReason } = message;
    const output = Math.max(usage?.output ?? 0, this.open?.fields.usage?.output ?? 0);
    if (usage !== undefined) this.note({ usage: { ...usage, output } });
    if (stopReason !== undefined) this.note({ stopReason });
    // A row is written when its part of the answer arrives, so the call's duration is not recorded.
    if (this.open !== null && at !== null) this.open.lastAt = at;
  }

  /** The command that began a compaction stands behind it, and was no message of the window. */
  private noteWish(row: Row): void {
    const instructions = findCompactionWish(row);
    const edit = this.edits.findLast(({ how }) => how === "compacted");
    if (edit !== undefined && instructions !== undefined) edit.instructions = instructions;
  }

  private takeUser(row: Row): void {
    this.noteWish(row);
    const items = readItemsOfUserRow(row, this.calls).map((item) => {
      if (this.prompt !== undefined || !isRequest(item)) return item;
      this.prompt = stripPromptTags(item.content);
      if (this.isContinued) return item;
      return { ...item, kind: "user_goal" as const };
    });
    const blocks = makeBlocks(items, row.uuid);
    const isSummary = row.fields.isCompactSummary;
    if (isSummary && !this.edits.some(({ how }) => how === "compacted")) this.compact(row);
    if (isSummary) this.nameSummary(blocks[0]?.id);
    if (items.some(({ kind }) => kind === "user_message") && this.messages.rewindFor(row.uuid)) {
      this.recordFresh();
      const reason = "The user went back to an earlier message and continued from there.";
      this.edits.push({ at: row.at, how: "removed", rule: BRANCH_RULE, reason });
    }
    this.messages.add(row.uuid, blocks);
  }

  private takeSystem(row: Row): void {
    if (row.subtype === "compact_boundary") this.compact(row);
    if (row.subtype !== "microcompact_boundary") return;
    const { compactedToolIds, trigger, tokensSaved: tokensFreed } = row.fields.microcompactMetadata;
    const ids = Array.isArray(compactedToolIds) ? compactedToolIds.flatMap((id) => findId(id) ?? []) : [];
    const blocks = this.messages.clear(new Set(ids), CLEARED_RESULT);
    this.edits.push({
      at: row.at,
      how: "cleared",
      blocks,
      ...(trigger !== undefined && { trigger }),
      ...(tokensFreed !== undefined && { tokensFreed }),
    });
  }

  private compact(row: Row): void {
    const {
      preservedSegment,
      trigger,
      preTokens,
      postTokens: tokensAfter,
      durationMs,
    } = row.fields.compactMetadata;
    const { headUuid: head, tailUuid: tail } = preservedSegment;
    this.recordFresh();
    this.hasUnseenFront = false;
    this.messages.compact(head === undefined || tail === undefined ? null : { head, tail });
    const lastInput = this.open === null ? this.lastInput : (this.open.fields.usage?.input ?? undefined);
    this.edits.push({
      at: row.at,
      how: "compacted",
      ...(trigger !== undefined && { trigger }),
      ...sizeBefore(preTokens, lastInput),
      ...(tokensAfter !== undefined && { tokensAfter }),
      ...(typeof durationMs === "number" && durationMs >= 0 && { numbers: { durationMs } }),
    });
  }

  private nameSummary(summaryBlock: string | undefined): void {
    const edit = this.edits.findLast(({ how }) => how === "compacted");
    if (edit !== undefined && summaryBlock !== undefined) edit.summaryBlock = summaryBlock;
  }

  private begin(key: string, { at }: Row): void {
    const window = this.messages.window();
    const isEdited = this.edits.length > 0;
    this.writeEdits(window);
    this.answered.add(key);
    const attempts = this.failed.splice(0).map(({ error }) => ({ error }));
    const fields = {
      at,
      ...(attempts.length > 0 && { attempts }),
      ...(this.hasUnseenFront && { windowProvenance: "inferred" as const }),
    };
    this.open = { key, window, isEdited, output: [], lastAt: at, fields };
  }

  private note(fields: Partial<TurnFields>): void {
    if (this.open !== null) this.open.fields = { ...this.open.fields, ...fields };
  }

  private flush(): void {
    if (this.open === null) return;
    const { output, fields, lastAt } = this.open;
    const window = this.sent(this.open);
    const turn = this.writer.writeTurn({ ...fields, window, output });
    this.plans.note(turn, lastAt, output);
    [this.lastWindow, this.lastOutput] = [window, output];
    this.lastInput = fields.usage?.input ?? undefined;
    this.lastModel = fields.model ?? undefined;
    this.open = null;
  }

  /** The window without unanswered calls that its measured size has no room for. */
  private sent({ window, isEdited, fields }: OpenCall): readonly ListedMessage[] {
    if (isEdited || this.lastModel !== fields.model) return window;
    const [inputBefore, input] = [this.lastInput, fields.usage?.input ?? undefined];
    const left = findOrphansWithoutRoom({ before: this.lastWindow, window, inputBefore, input }, (call) =>
      this.messages.isAnswered(call),
    );
    if (left.size === 0) return window;
    this.messages.withhold(left);
    return window.filter(({ id }) => !left.has(id));
  }

  private writeEdits(window: readonly ListedMessage[]): void {
    if (this.edits.length === 0) return;
    const stays = new Set(window.map(({ id }) => id));
    const isGone = ({ id }: { readonly id: string }) => !stays.has(id);
    const removed = this.lastWindow.filter(isGone).map(({ id }) => id);
    const unsent = this.lastOutput.filter(isGone).map(({ id }) => id);
    for (const edit of this.edits.splice(0)) {
      const blocks = edit.rule === BRANCH_RULE ? [...removed, ...unsent] : removed;
      this.writer.write("context.edited", { blocks, ...edit, turn: this.writer.turn });
    }
  }

  private recordFresh(): void {
    const turn = this.open === null ? this.writer.turn - 1 : this.writer.turn;
    for (const block of this.messages.takeFresh())
      this.writer.write("block.recorded", { at: null, ...(turn >= 0 && { turn }), block });
  }
}
