import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { TraceEventOf } from "@/lib/core/trace/event";
import type { SessionWriter } from "@/lib/core/trace/session-writer";
import { YEAR_MAX } from "@/lib/core/trace/limits";
import type { EpochMs } from "@/lib/core/units";
import type { SeenItem } from "@/lib/core/window/request-tracker";
import { TextCallTracker } from "../messages/text-call-tracker";
import { GoalMark } from "../shared/goal-mark";
import { StatedPlans } from "../shared/plan-calls";
import { ProviderEdits } from "./applied-edits";
import type { Call } from "./calls";
import type { ReportedEdit, ToolRun } from "./facts";
import type { InputMode } from "./rebuild-window";
import { WindowRebuilder } from "./rebuild-window";

/** What is known beside the calls of a lineage. */
export interface Aside {
  readonly edits: readonly ReportedEdit[];
  readonly runs: readonly ToolRun[];
  /** Texts that the agent was given from its memory. */
  readonly memories: ReadonlySet<string>;
  readonly contextWindow: number | undefined;
}

/** What the reader of a session should know about how its windows came to be. */
export interface Written {
  readonly modes: ReadonlyMap<InputMode | "unknown", number>;
  readonly editsApplied: boolean;
}

/** Writes the turns of one lineage with everything that belongs to them. */
export function writeLineage(writer: SessionWriter, calls: readonly Call[], aside: Aside): Written {
  const lineage = new LineageWriter(writer, calls, aside);
  for (const call of calls) lineage.write(call);
  lineage.end();
  return { modes: lineage.modes, editsApplied: lineage.editsApplied };
}

class LineageWriter {
  readonly modes = new Map<InputMode | "unknown", number>();
  editsApplied = false;
  private readonly tracker = new TextCallTracker();
  private readonly goal = new GoalMark();
  private readonly rebuilder: WindowRebuilder;
  private readonly plans: StatedPlans;
  private readonly providerEdits = new ProviderEdits();
  private readonly failed: ReadonlySet<string>;
  private readonly seenCalls = new Set<string>();
  private readonly times: { turn: number; at: number }[] = [];
  private readonly instructions = new Map<string, SeenItem>();
  private readonly summaries = new Set<string>();
  private reportedAt = -1;
  private pendingEdits: ReportedEdit[];

  constructor(
    private readonly writer: SessionWriter,
    calls: readonly Call[],
    private readonly aside: Aside,
  ) {
    this.rebuilder = new WindowRebuilder(calls);
    this.tracker.know(aside.runs.flatMap(namedCall));
    const fullest = calls.findLast(({ messages }) => messages !== undefined);
    this.tracker.survey([
      ...(fullest?.system ?? []),
      ...(fullest?.messages ?? []).flatMap(({ items }) => items),
    ]);
    this.plans = new StatedPlans(writer);
    this.failed = new Set(
      aside.runs.flatMap((run) => (run.isError && run.callId !== undefined ? [run.callId] : [])),
    );
    this.pendingEdits = [...aside.edits].sort((a, b) => a.at - b.at);
  }

  write(call: Call): void {
    const turn = this.writer.turn;
    const [at, ended] = [instant(call.at), instant(call.endedAt)];
    for (const edit of this.editsBefore(call)) {
      this.report(edit.fields, turn, edit.at);
      if (edit.fields.how === "compacted") this.reportedAt = turn;
    }
    const rebuilt = this.rebuilder.next(call);
    const mode = rebuilt?.mode ?? "unknown";
    this.modes.set(mode, (this.modes.get(mode) ?? 0) + 1);
    const items =
      rebuilt === null ? null : [...rebuilt.frame, ...rebuilt.body.flatMap((message) => message.items)];
    const window = items === null ? null : this.tracker.request(this.prepared(items));
    this.noteCompaction(call, window ?? []);
    const seen = window === null ? null : this.providerEdits.apply(call, window);
    for (const edit of seen?.edits ?? []) this.report(edit, turn, call.at);
    this.editsApplied ||= (seen?.edits.length ?? 0) > 0;
    const output = this.answerOf(call);
    for (const block of [...(window ?? []), ...output])
      if (block.toolCallId !== undefined) this.seenCalls.add(`${block.kind} ${block.toolCallId}`);
    this.writer.writeTurn({
      at,
      ...(ended !== null && call.endedAt > call.at && { endedAt: ended }),
      ...turnFields(call),
      ...(seen !== null && { window: seen.window }),
      ...(rebuilt !== null && rebuilt.mode !== "snapshot" && { windowProvenance: "inferred" as const }),
      ...((window !== null || output.length > 0) && { output }),
      completeness: completenessOf(call),
    });
    this.times.push({ turn, at: call.at });
    this.plans.note(turn, at, output);
  }

  /** A mark on the call gives the reason where nobody reports the compaction itself. */
  private noteCompaction(call: Call, window: readonly BlockStatement[]): void {
    const fresh = window.filter(({ id, kind }) => kind === "compaction_summary" && !this.summaries.has(id));
    for (const { id } of fresh) this.summaries.add(id);
    if (fresh.length === 0 || call.compacted !== true || this.reportedAt === this.writer.turn) return;
    const reason = "the client marks the conversation as compacted (gen_ai.conversation.compacted)";
    this.report({ how: "compacted", reason }, this.writer.turn, call.at);
  }

  /** Writes what came after the last call, and what tools gave where no window shows it. */
  end(): void {
    for (const edit of this.pendingEdits) this.report(edit.fields, this.writer.turn, edit.at);
    for (const run of this.aside.runs) this.recordRun(run);
  }

  private answerOf({ answer }: Call): BlockStatement[] {
    return answer === undefined ? [] : this.tracker.answer(answer.map(sealed));
  }

  private prepared(items: readonly SeenItem[]): SeenItem[] {
    let system = 0;
    const described = items.map((raw): SeenItem => {
      const item = sealed(raw);
      if (item.kind === "system_rules") return this.instruction(item, system++);
      if (item.kind === "tool_result" && this.failed.has(item.toolCallId ?? ""))
        return { ...item, isError: true };
      const isRemembered = item.kind === "user_message" && this.aside.memories.has(item.content.trim());
      return isRemembered ? { ...item, kind: "memory" } : item;
    });
    return this.goal.mark(described);
  }

  private instruction(item: SeenItem, index: number): SeenItem {
    const slot = index === 0 ? "system" : `system:${index + 1}`;
    const before = this.instructions.get(slot);
    if (before?.content === item.content) return before;
    const slotted = { ...item, slot };
    this.instructions.set(slot, slotted);
    return slotted;
  }

  private editsBefore(call: Call): ReportedEdit[] {
    const due = this.pendingEdits.filter((edit) => edit.at <= call.at);
    this.pendingEdits = this.pendingEdits.filter((edit) => edit.at > call.at);
    return due;
  }

  private report(fields: ReportedEdit["fields"], turn: number, at: number): void {
    this.writer.write("context.edited", { ...fields, at: instant(at), turn });
  }

  private recordRun(run: ToolRun): void {
    const id =
      run.callId ?? (this.modes.get("unknown") === this.times.length ? run.record.spanId : undefined);
    const turn = this.times.findLast(({ at }) => at <= run.record.start)?.turn ?? this.times[0]?.turn;
    if (id === undefined || id === "" || turn === undefined) return;
    const base = { toolName: run.name, toolCallId: id };
    const at = instant(run.record.start);
    if (!this.seenCalls.has(`tool_call ${id}`)) {
      const block: BlockStatement = { id: `call:${id}`, kind: "tool_call", ...base, ...contentOf(run.args) };
      this.writer.write("block.recorded", { at, turn, block });
    }
    if (this.seenCalls.has(`tool_result ${id}`)) return;
    const block: BlockStatement = {
      id: `result:${id}`,
      kind: "tool_result",
      ...base,
      ...contentOf(run.result),
      ...(run.isError && { isError: true }),
    };
    this.writer.write("block.recorded", { at: instant(run.record.end), turn, block });
  }
}

function namedCall({ callId, name, args }: ToolRun): SeenItem[] {
  if (callId === undefined || args === undefined) return [];
  return [{ kind: "tool_call", toolCallId: callId, toolName: name, content: args }];
}

function contentOf(content: string | undefined): Pick<BlockStatement, "content" | "completeness"> {
  return content === undefined ? { completeness: "metadata_only" } : { content };
}

/** Thinking of which only the signature is stored has no content that could be counted. */
function sealed(item: SeenItem): SeenItem {
  return item.kind === "thinking" && item.content === "" ? { ...item, completeness: "metadata_only" } : item;
}

function turnFields(call: Call): Omit<Partial<TraceEventOf<"turn.recorded">>, "window" | "turn"> {
  const { model, provider, usage, stopReason, error, appliedEdits, contextWindow, tools } = call;
  const fields = { turnId: call.key, model, provider, usage, stopReason, error, appliedEdits, contextWindow };
  const names = tools?.flatMap((tool) => tool.toolName ?? []);
  return {
    ...(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as object),
    ...(names !== undefined && { visibleTools: names }),
  };
}

function completenessOf(call: Call): NonNullable<TraceEventOf<"turn.recorded">["completeness"]> {
  if (call.completeness !== undefined) return call.completeness;
  return call.messages === undefined ? "metadata_only" : "complete";
}

/** No clock is believed from here on. */
const TIME_END_MS = Date.UTC(YEAR_MAX + 1, 0);

/** A time in whole milliseconds, or unknown. */
export function instant(at: number): EpochMs | null {
  return at > 0 && at < TIME_END_MS ? Math.round(at) : null;
}
