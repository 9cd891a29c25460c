import type { BlockStatement, WindowEntryStatement } from "@/lib/core/trace/blocks-schema";
import type { TraceEvent, TraceEventOf } from "@/lib/core/trace/event";
import { SessionWriter } from "@/lib/core/trace/session-writer";
import { tokensOf } from "./filler";

type Entry = Exclude<WindowEntryStatement, string>;
type Started = Omit<TraceEventOf<"session.started">, "id" | "session" | "type" | "at">;
type Writable = Exclude<TraceEvent["type"], "turn.recorded">;
type Fields<T extends Writable> = Omit<TraceEventOf<T>, "id" | "session" | "type" | "at">;

export interface ToolUse {
  readonly id: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly thinks?: string;
  readonly says?: string;
  readonly calls?: readonly ToolUse[];
  readonly phase?: string;
  readonly visibleTools?: readonly string[];
  readonly stopReason?: string;
}

const SECOND = 1_000;

/**
 * Builds a demo session step by step. The story changes the window as a list and sets the clock (`t+1:03` is an hour
 * and three minutes after the start). Every answer becomes part of the next window.
 */
export class Story {
  window: Entry[] = [];
  private readonly writer: SessionWriter;
  private readonly recorded: TraceEvent[] = [];
  private clock: number;
  private answers = 0;
  /** The texts of the previous request. The next request reads its equal beginning from the cache. */
  private sent: (string | undefined)[] = [];
  private readonly tools = new Map<string, string>();

  /** `overhead` is the provider's token overhead per block. Usage is computed from it and the o200k tokenizer. */
  constructor(
    session: string,
    private readonly startedAt: number,
    private readonly started: Started,
    private readonly overhead = 0,
  ) {
    this.writer = new SessionWriter(session);
    this.clock = startedAt;
    this.tell("session.started", started);
  }

  get turn(): number {
    return this.writer.turn;
  }

  at(time: string): this {
    const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number);
    this.clock = this.startedAt + ((hours * 60 + minutes) * 60 + seconds) * SECOND;
    return this;
  }

  add(block: BlockStatement): this {
    this.window = [...this.window, block];
    return this;
  }

  result(callId: string, content: string, more: Partial<BlockStatement> = {}): this {
    const toolName = this.tools.get(callId);
    return this.add({
      id: `result:${callId}`,
      kind: "tool_result",
      toolCallId: callId,
      content,
      ...(toolName !== undefined && { toolName }),
      ...more,
    });
  }

  drop(...ids: readonly string[]): this {
    this.window = this.window.filter((entry) => !ids.includes(entry.id));
    return this;
  }

  stand(id: string, how: Pick<Entry, "mode" | "content"> & Partial<Pick<Entry, "reference">>): this {
    this.window = this.window.map((entry) => {
      if (entry.id !== id) return entry;
      const { mode: _mode, reference: _reference, ...rest } = entry;
      return { ...rest, ...how };
    });
    return this;
  }

  answer({ thinks, says, calls = [], visibleTools, ...known }: Answer): this {
    const number = ++this.answers;
    const blocks: BlockStatement[] = [];
    if (thinks !== undefined) blocks.push({ id: `thinking-${number}`, kind: "thinking", content: thinks });
    if (says !== undefined) blocks.push({ id: `answer-${number}`, kind: "assistant_text", content: says });
    for (const { id, tool, args } of calls) {
      this.tools.set(id, tool);
      blocks.push({
        id: `call:${id}`,
        kind: "tool_call",
        toolName: tool,
        toolCallId: id,
        content: JSON.stringify(args),
      });
    }
    this.writer.writeTurn({
      at: this.clock,
      window: this.window,
      output: blocks,
      ...(this.started.model !== undefined && { model: this.started.model }),
      usage: this.storyUsage(blocks),
      ...(visibleTools !== undefined && { visibleTools: [...visibleTools] }),
      ...known,
    });
    this.window = [...this.window, ...blocks];
    this.clock += SECOND;
    return this;
  }

  private storyUsage(output: readonly BlockStatement[]): {
    input: number;
    output: number;
    cacheRead: number;
    cacheWrite: number;
  } {
    const sizes = this.window.map((entry) => tokensOf(entry.content ?? "") + this.overhead);
    const same = this.sent.findIndex((content, i) => content !== this.window[i]?.content);
    const prefix = same < 0 ? this.sent.length : same;
    const cacheRead = sum(sizes.slice(0, prefix));
    const input = sum(sizes);
    this.sent = this.window.map((entry) => entry.content);
    return {
      input,
      output: sum(output.map((block) => tokensOf(block.content ?? ""))),
      cacheRead,
      cacheWrite: input - cacheRead,
    };
  }

  tell<T extends Writable>(type: T, fields: Fields<T>): this {
    this.writer.write(type, { ...fields, at: this.clock } as unknown as Parameters<
      typeof this.writer.write<T>
    >[1]);
    this.clock += 1;
    return this;
  }

  events(): TraceEvent[] {
    this.recorded.push(...this.writer.take());
    return [...this.recorded];
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
