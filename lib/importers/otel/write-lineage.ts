import { countCommonPrefix } from "@/lib/core/common-prefix";
import { hashContent } from "@/lib/core/hash";
import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { TraceEvent, TraceEventOf } from "@/lib/core/trace/event";
import type { SessionWriter } from "@/lib/core/trace/session-writer";
import type { EpochMs } from "@/lib/core/units";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { TextCallTracker } from "../messages/text-calls/text-call-tracker";
import { StatedPlans } from "../sessions/plan-calls";
import { ProviderEdits } from "./applied-edits";
import { assertInOrder } from "./belongs-earlier";
import { convertToInstant } from "./instant";
import type { Call } from "./calls";
import type { PendingEdits } from "./pending-edits";
import type { InputMode } from "./rebuild-window";
import { WindowRebuilder } from "./rebuild-window";
import { RequestItems, sealItem } from "./request-items";
import type { KnownRun, ToolRuns } from "./tool-runs";
import { listMessageItems } from "./spans/messages";

type EditOfCall = Omit<TraceEventOf<"context.edited">, "id" | "session" | "type" | "at" | "turn">;

export interface TurnTime {
  readonly turn: number;
  readonly at: EpochMs;
  readonly endedAt: EpochMs;
}

export interface Aside {
  readonly edits: PendingEdits;
  readonly runs: ToolRuns;
  readonly memories: ReadonlySet<string>;
  readonly isOver: (traceId: string) => boolean;
}

export class LineageWriter {
  readonly modes = new Map<InputMode | "unknown", number>();
  editsApplied = false;
  readonly notKept: { readonly turn: number; readonly what: string }[] = [];
  readonly outdated: string[] = [];
  private readonly tracker = new TextCallTracker();
  private readonly rebuilder = new WindowRebuilder();
  private readonly requests: RequestItems;
  private readonly plans: StatedPlans;
  private readonly providerEdits = new ProviderEdits();
  private readonly seenCalls = new Set<string>();
  private readonly declared = new Map<string, string>();
  /** Runs that no window can show. They are reported only while no window is known. */
  private readonly declaredUnnamed: string[] = [];
  private readonly times: TurnTime[] = [];
  /** The newest window that is known. */
  private window: readonly BlockStatement[] = [];
  private readonly summaries = new Set<string>();
  private reportedAt = -1;
  private unseen: string | undefined;
  /** A compaction within the newest call, which the next window shows. */
  private compaction: EditOfCall | undefined;

  constructor(
    private readonly writer: SessionWriter,
    private readonly aside: Aside,
  ) {
    this.plans = new StatedPlans(writer);
    this.requests = new RequestItems(aside, (kind, id) => this.isSeen(kind, id));
  }

  /** @throws BelongsEarlier when the calls change earlier ones */
  writeAll(calls: readonly Call[]): void {
    this.rebuilder.expectCalls(calls);
    const fullest = calls.findLast(({ messages }) => messages !== undefined);
    const listedItems = [...(fullest?.system ?? []), ...listMessageItems(fullest?.messages ?? [])];
    assertInOrder(this.tracker.expect(listedItems, this.aside.runs.takeNew().flatMap(makeNamedCall)));
    for (const call of calls) this.write(call);
  }

  turnTimes(): readonly TurnTime[] {
    return this.times;
  }

  private write(call: Call): void {
    const turn = this.writer.turn;
    const [at, ended] = [convertToInstant(call.at), convertToInstant(call.endedAt)];
    for (const edit of this.aside.edits.takeUntil(call.at)) {
      this.report(edit.fields, turn, edit.at);
      if (edit.fields.how === "compacted") this.reportedAt = turn;
    }
    const rebuilt = this.rebuilder.next(call);
    const mode = rebuilt?.mode ?? "unknown";
    if (call.notKept !== undefined) this.notKept.push({ turn, what: call.notKept });
    const unseen = rebuilt?.unseen;
    if (unseen !== undefined && unseen !== this.unseen)
      this.notKept.push({ turn, what: describeUnseen(unseen) });
    this.unseen = unseen;
    this.modes.set(mode, (this.modes.get(mode) ?? 0) + 1);
    if (rebuilt !== null) this.outdated.push(...this.declaredUnnamed.splice(0));
    const window = rebuilt === null ? null : this.tracker.request(this.requests.of(rebuilt));
    const fresh = window?.slice(countCommonPrefix(this.window, window)) ?? [];
    this.window = window ?? this.window;
    this.noteCompaction(call, fresh);
    const windowSeen = window === null ? null : this.providerEdits.apply(call, window, fresh);
    for (const block of windowSeen?.unseen ?? [])
      this.writer.write("block.recorded", { at, turn: Math.max(0, turn - 1), block });
    const { policy, edits = [] } = call.appliedPolicy ?? {};
    for (const edit of edits) this.report({ ...edit, policy }, turn, call.at);
    for (const edit of windowSeen?.edits ?? []) this.report(edit, turn, call.at);
    this.editsApplied ||= (windowSeen?.edits.length ?? 0) > 0;
    const output = this.answerOf(call);
    this.requests.noteAnswer(call);
    for (const block of [...fresh, ...output])
      if (block.toolCallId !== undefined) this.noteSeen(block.kind, block.toolCallId);
    this.writer.writeTurn({
      at,
      ...(ended !== null && call.endedAt > call.at && { endedAt: ended }),
      ...turnFields(call),
      ...(windowSeen !== null && { window: windowSeen.window }),
      ...(rebuilt !== null && rebuilt.mode !== "snapshot" && { windowProvenance: "inferred" as const }),
      ...((window !== null || output.length > 0) && { output }),
      completeness: unseen === undefined ? decideCompleteness(call) : "stored_elsewhere",
    });
    const summary = output.find(({ kind }) => kind === "compaction_summary");
    if (call.compaction !== undefined && summary !== undefined)
      this.compaction = {
        how: "compacted",
        rule: "compaction",
        blocks: (window ?? []).flatMap(({ id, kind }) => (STAY.has(kind) ? [] : [id])),
        summaryBlock: summary.id,
        ...call.compaction,
      };
    if (at !== null) this.times.push({ turn, at, endedAt: ended ?? at });
    this.plans.note(turn, at, output);
  }

  /** A mark on the call gives the reason if nobody reports the compaction itself. */
  private noteCompaction(call: Call, entered: readonly BlockStatement[]): void {
    const summaries = entered.filter(
      ({ id, kind }) => kind === "compaction_summary" && !this.summaries.has(id),
    );
    for (const { id } of summaries) this.summaries.add(id);
    const within = this.compaction;
    this.compaction = undefined;
    if (summaries.length === 0 || this.reportedAt === this.writer.turn) return;
    if (within !== undefined) this.report(within, this.writer.turn, call.at);
    else if (call.compacted === true) {
      const reason = "the client marks the conversation as compacted (gen_ai.conversation.compacted)";
      this.report({ how: "compacted", reason }, this.writer.turn, call.at);
    }
  }

  writeTail(): TraceEvent[] {
    const turn = this.writer.turn;
    const pending = this.compaction === undefined ? [] : [{ fields: this.compaction, at: 0 }];
    const edits = [...pending, ...this.aside.edits.list()].map(
      (edit) => ["context.edited", { ...edit.fields, at: convertToInstant(edit.at), turn }] as const,
    );
    const runs = [...this.aside.runs.pending.values()].filter((run) => this.isDeclared(run));
    return [...this.writer.draftEvents(edits), ...runs.flatMap((run) => this.makeRunEvents(run))];
  }

  private noteSeen(kind: string, id: string): void {
    const name = `${kind} ${id}`;
    this.seenCalls.add(name);
    if (kind === "tool_result") this.aside.runs.shown.add(id);
    const declared = this.declared.get(name);
    if (declared === undefined) return;
    this.outdated.push(declared);
    this.declared.delete(name);
  }

  /** Writes runs that a later window could have shown and did not. */
  writeRuns(): void {
    for (const [key, run] of this.aside.runs.pending) {
      if (
        run.callId !== undefined &&
        this.isSeen("tool_call", run.callId) &&
        this.isSeen("tool_result", run.callId)
      ) {
        this.aside.runs.settleRun(key, "shown");
        continue;
      }
      if (this.turnOf(run) === this.times.at(-1)?.turn || (run.callId === undefined && !this.hasNoWindow()))
        continue;
      for (const event of this.makeRunEvents(run)) {
        this.writer.put(event);
        if (run.callId === undefined) this.declaredUnnamed.push(event.id);
        else this.declared.set(`${event.block.kind} ${run.callId}`, event.id);
      }
      this.aside.runs.settleRun(key, "told");
    }
  }

  private isSeen(kind: string, id: string): boolean {
    return this.seenCalls.has(`${kind} ${id}`);
  }

  private hasNoWindow(): boolean {
    return this.modes.get("unknown") === this.times.length;
  }

  /**
   * Before a later call shows it, a run is reported only if its trace is over, or if no window will show it.
   */
  private isDeclared(run: KnownRun): boolean {
    return this.hasNoWindow() || this.aside.isOver(run.traceId);
  }

  private answerOf({ answer }: Call): BlockStatement[] {
    return answer === undefined ? [] : this.tracker.answer(answer.map(sealItem));
  }

  private report(fields: EditOfCall, turn: number, at: number): void {
    this.writer.write("context.edited", { ...fields, at: convertToInstant(at), turn });
  }

  private turnOf(run: KnownRun): number | undefined {
    return this.times.findLast(({ at }) => at <= run.start)?.turn ?? this.times[0]?.turn;
  }

  private makeRunEvents(run: KnownRun): TraceEventOf<"block.recorded">[] {
    const id = run.callId ?? (this.hasNoWindow() ? run.spanId : "");
    const turn = this.turnOf(run);
    if (id === "" || turn === undefined) return [];
    const base = { toolName: run.name, toolCallId: id };
    const call: BlockStatement = { id: `call:${id}`, kind: "tool_call", ...base, ...makeContent(run.args) };
    const result: BlockStatement = {
      id: `result:${id}`,
      kind: "tool_result",
      ...base,
      ...makeContent(run.result),
      ...(run.isError && { isError: true }),
    };
    return [
      { at: convertToInstant(run.start), block: call },
      { at: convertToInstant(run.end), block: result },
    ]
      .filter(({ block }) => !this.isSeen(block.kind, id))
      .map(({ at, block }) => ({
        at,
        turn,
        block,
        id: `block.recorded-${hashContent(block.id).slice(0, EVENT_ID_CHARS)}`,
        session: this.writer.session,
        type: "block.recorded",
      }));
  }
}

const STAY: ReadonlySet<string> = new Set(["system_rules", "tool_schemas"]);

function describeUnseen(response: string): string {
  return `the request goes on from the response ${response}, which was not recorded: what stood before is not known`;
}

const EVENT_ID_CHARS = 20;

function makeNamedCall({ callId, name, args }: KnownRun): SeenItem[] {
  if (callId === undefined || args === undefined) return [];
  return [{ kind: "tool_call", toolCallId: callId, toolName: name, content: args }];
}

function makeContent(content: string | undefined): Pick<BlockStatement, "content" | "completeness"> {
  return content === undefined ? { completeness: "metadata_only" } : { content };
}

function turnFields(call: Call): Omit<Partial<TraceEventOf<"turn.recorded">>, "window" | "turn"> {
  const { model, provider, usage, stopReason, error, contextWindow, tools, attempts } = call;
  const appliedEdits = listEdits(call);
  const statedFields = { model, provider, usage, stopReason, error, appliedEdits, contextWindow, attempts };
  const fields = { turnId: call.key, ...statedFields };
  const names = tools?.flatMap((tool) => tool.toolName ?? []);
  return {
    ...(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as object),
    ...(names !== undefined && { visibleTools: names }),
  };
}

function listEdits({ appliedPolicy, appliedEdits }: Call): Call["appliedEdits"] {
  if (appliedPolicy === undefined) return appliedEdits;
  const { policy, edits: _edits, ...about } = appliedPolicy;
  return [{ type: policy, by: "proxy", ...about }, ...(appliedEdits ?? [])];
}

function decideCompleteness(call: Call): NonNullable<TraceEventOf<"turn.recorded">["completeness"]> {
  if (call.completeness !== undefined) return call.completeness;
  if (call.messages === undefined) return "metadata_only";
  return call.notKept === undefined ? "complete" : "client_truncated";
}
