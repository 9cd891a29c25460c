import type { BlockStatement, WindowEntryStatement } from "@/lib/core/trace/blocks-schema";
import type { TraceEvent, TraceEventOf } from "@/lib/core/trace/event";
import type { Mode, SourceKind } from "@/lib/core/vocabulary";

/** A text, or a number of tokens if the text does not matter. */
export type TextOrTokens = string | number;

type Started = Partial<Omit<TraceEventOf<"session.started">, "id" | "session" | "at" | "type">>;
type Entry = Exclude<WindowEntryStatement, string>;
type TurnExtras = Partial<
  Omit<TraceEventOf<"turn.recorded">, "id" | "session" | "at" | "type" | "turn" | "window" | "output">
>;

const MINUTE = 60_000;

export class TurnBuilder {
  readonly output: BlockStatement[] = [];
  readonly extras: TurnExtras = {};
  at: number | null;

  constructor(
    private readonly trace: TraceBuilder,
    readonly index: number,
  ) {
    this.at = trace.startedAt + index * MINUTE;
  }

  block(id: string, kind: SourceKind, text: TextOrTokens, more: Partial<BlockStatement> = {}): this {
    this.trace.entries.push({ id, kind, ...textOf(text), ...more });
    return this;
  }

  system(text: TextOrTokens): this {
    return this.block("system", "system_rules", text);
  }

  user(text: TextOrTokens, id = this.trace.nextId("user")): this {
    return this.block(id, "user_message", text);
  }

  result(callId: string, text: TextOrTokens, more: Partial<BlockStatement> = {}): this {
    const toolName = this.trace.toolOf(callId);
    return this.block(`result:${callId}`, "tool_result", text, {
      toolCallId: callId,
      ...(toolName && { toolName }),
      ...more,
    });
  }

  stand(id: string, mode: Mode, content: string): this {
    this.trace.entries = this.trace.entries.map((entry) =>
      entry.id === id ? { ...bare(entry), mode, content } : entry,
    );
    return this;
  }

  clear(id: string, placeholder = "[Old tool result content cleared]"): this {
    return this.stand(id, "reference", placeholder);
  }

  drop(...ids: string[]): this {
    this.trace.entries = this.trace.entries.filter((entry) => !ids.includes(entry.id));
    return this;
  }

  dropAllBut(...ids: string[]): this {
    this.trace.entries = this.trace.entries.filter((entry) => ids.includes(entry.id));
    return this;
  }

  compact(summaryId: string, text: TextOrTokens, ids: readonly string[]): this {
    const first = Math.max(
      0,
      this.trace.entries.findIndex((entry) => ids.includes(entry.id)),
    );
    this.drop(...ids);
    this.trace.entries.splice(first, 0, { id: summaryId, kind: "compaction_summary", ...textOf(text) });
    return this;
  }

  restore(id: string): this {
    this.trace.entries.push({ id });
    return this;
  }

  says(text: TextOrTokens, id = this.trace.nextId("answer")): this {
    this.output.push({ id, kind: "assistant_text", ...textOf(text) });
    return this;
  }

  calls(toolName: string, args: unknown = {}, callId = this.trace.nextId("call")): this {
    this.trace.noteTool(callId, toolName);
    this.output.push({
      id: `call:${callId}`,
      kind: "tool_call",
      toolName,
      toolCallId: callId,
      content: JSON.stringify(args),
    });
    return this;
  }

  usage(input: number, output = 0, more: Partial<NonNullable<TurnExtras["usage"]>> = {}): this {
    this.extras.usage = { input, output, ...more };
    return this;
  }

  with(extras: TurnExtras): this {
    Object.assign(this.extras, extras);
    return this;
  }
}

/**
 * Writes a session as a story. Windows follow from what is added, cleared and dropped. An answer becomes part of the
 * next window by itself.
 *
 * trace("refund").turn((t) => t.user("refund order 7").calls("get_order", { id: 7 }, "c1"))
 * .turn((t) => t.result("c1", 900).says("It is pending."))
 * .turn((t) => t.clear("result:c1").says("Refunded."))
 */
export class TraceBuilder {
  entries: Entry[] = [];
  readonly startedAt = Date.UTC(2026, 0, 5, 9);
  private readonly written: TraceEvent[] = [];
  private readonly tools = new Map<string, string>();
  private readonly counters = new Map<string, number>();
  private turns = 0;

  constructor(
    readonly session: string,
    started: Started = {},
  ) {
    this.event({ type: "session.started", ...started });
  }

  turn(write: (turn: TurnBuilder) => unknown): this {
    const turn = new TurnBuilder(this, this.turns++);
    write(turn);
    this.event({
      type: "turn.recorded",
      turn: turn.index,
      at: turn.at,
      window: { entries: this.entries.map((entry) => structuredClone(entry)) },
      output: turn.output,
      ...turn.extras,
    });
    this.entries = [...this.entries, ...turn.output];
    return this;
  }

  /** Any other event. Its id is generated, and so is its time unless it is given. */
  event(event: { type: TraceEvent["type"]; at?: number | null } & Record<string, unknown>): this {
    const at =
      event.at === undefined
        ? this.startedAt + Math.max(0, this.turns - 1) * MINUTE + 1_000 + this.written.length
        : event.at;
    this.written.push({
      id: `${this.session}-${this.written.length}`,
      session: this.session,
      ...event,
      at,
    } as TraceEvent);
    return this;
  }

  events(): TraceEvent[] {
    return [...this.written];
  }

  nextId(prefix: string): string {
    const next = (this.counters.get(prefix) ?? 0) + 1;
    this.counters.set(prefix, next);
    return `${prefix}${next}`;
  }

  noteTool(callId: string, toolName: string): void {
    this.tools.set(callId, toolName);
  }

  toolOf(callId: string): string | undefined {
    return this.tools.get(callId);
  }
}

export function trace(session = "s", started: Started = {}): TraceBuilder {
  return new TraceBuilder(session, started);
}

function textOf(text: TextOrTokens): Pick<BlockStatement, "content" | "tokens"> {
  if (typeof text === "string") return { content: text };
  return { content: `text of ${text} tokens`, tokens: { value: text, provenance: "tokenized" } };
}

function bare({ id, kind, toolCallId, toolName }: Entry): Entry {
  return { id, ...(kind && { kind }), ...(toolCallId && { toolCallId }), ...(toolName && { toolName }) };
}
