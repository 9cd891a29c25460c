import type { TraceEvent } from "@/lib/core/trace/event";
import type { TurnBuilder } from "../trace-builder";
import { TraceBuilder } from "../trace-builder";
import type { Draw } from "./draw";
import type { Injected } from "./injection";

type Started = ConstructorParameters<typeof TraceBuilder>[1];
const TOOLS = ["lookup", "list_items", "query", "browse", "fetch_page", "status_of"] as const;

interface Pending {
  readonly call: string;
  readonly text: string;
  readonly isError?: boolean;
}

export class InjectedScene {
  next = 0;
  private readonly builder: TraceBuilder;
  private pending: Pending[] = [];
  private calls = 0;
  private oldest = 0;

  constructor(
    private readonly draw: Draw,
    started: Started = {},
    /** Whether unneeded results are sometimes cleared correctly: reported, and with a reference. */
    private readonly tidies = true,
  ) {
    this.builder = new TraceBuilder(`injected-${draw.int(0, 1e9)}`, started);
  }

  turn(write: (turn: TurnBuilder) => unknown): this {
    const pending = this.pending.splice(0);
    this.builder.turn((turn) => {
      for (const { call, text, isError = false } of pending)
        turn.result(call, text, isError ? { isError } : {});
      write(turn);
    });
    this.next++;
    return this;
  }

  event(event: Parameters<TraceBuilder["event"]>[0]): this {
    this.builder.event(event);
    return this;
  }

  noise(least: number, most: number): this {
    for (let left = this.draw.int(least, most); left > 0; left--) {
      if (this.tidies && this.draw.int(1, 4) === 1) this.tidy();
      const isTalk = this.draw.bool();
      const said = `${this.draw.words(3, 12)}.`;
      this.turn((t) => {
        if (isTalk) t.says(said);
        this.look(t);
      });
    }
    return this;
  }

  /** Calls a tool and returns the call's id. The result enters in the next turn. */
  look(turn: TurnBuilder, text = this.answer()): string {
    const call = `n${this.calls++}`;
    turn.calls(this.draw.pick(TOOLS), { of: `${this.draw.word()} ${this.draw.int(1, 9_999)}` }, call);
    this.pending.push({ call, text });
    return call;
  }

  ask(turn: TurnBuilder, tool: string, args: unknown, call: string, text: string): void {
    turn.calls(tool, args, call);
    this.pending.push({ call, text });
  }

  /** A turn with a command that fails or works, by what the record says. */
  fail(command: string, call: string, text: string, isError: boolean): this {
    return this.turn((turn) => {
      turn.calls("bash", { command }, call);
      this.pending.push({ call, text, isError });
    });
  }

  evict(turn: TurnBuilder, call: string): void {
    turn.drop(`call:${call}`, `result:${call}`);
  }

  injected(
    where: { blocks?: readonly string[]; turns?: readonly number[] },
    events = this.events(),
  ): Injected {
    return { events, blocks: where.blocks ?? [], turns: where.turns ?? [] };
  }

  private tidy(): void {
    if (this.calls - this.oldest < 3) return;
    const block = `result:n${this.oldest++}`;
    const text = `store/${this.draw.int(1_000, 9_999)}/${block.slice(7)}.txt`;
    const reference = { kind: "path", text };
    this.event({ type: "context.edited", turn: this.next, how: "cleared", blocks: [block], reference });
    this.turn((t) => t.clear(block, `[${text}]`));
  }

  events(): TraceEvent[] {
    return this.builder.events();
  }

  private answer(): string {
    const words = this.draw.words(5, 120);
    return this.draw.bool() ? words : JSON.stringify({ note: words, count: this.draw.int(1, 99) });
  }
}

export function opening(draw: Draw, started: Started = {}, turnsMost = 6, tidies = true): InjectedScene {
  const scene = new InjectedScene(draw, started, tidies);
  const [rules, task] = [`Work on ${draw.words(1, 3)}.`, `Look into ${draw.words(2, 6)}.`];
  return scene
    .turn((t) => {
      t.system(rules).user(task, "goal");
      scene.look(t);
    })
    .noise(0, turnsMost);
}
