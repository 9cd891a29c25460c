import { at } from "@/lib/core/assert";
import type { Message, MessageRole, ToolCall } from "./message";

/** How much one message counts for, in a unit of the measure's own. It must depend on the message alone. */
export type MeasureOf = (message: Message) => number;

/** A call and the position of the message that makes it. */
export interface PlacedCall {
  readonly index: number;
  readonly call: ToolCall;
}

/**
 * Every message that a session's requests were made of, in order. It only grows, and everything that policies ask of it
 * (sums, positions by role, the call behind a result) is kept up to date at a constant cost for each message.
 */
export class History {
  readonly #messages: Message[] = [];
  readonly #byRole: Record<MessageRole, number[]> = { system: [], user: [], assistant: [], tool: [] };
  readonly #indexById = new Map<string, number>();
  readonly #callById = new Map<string, PlacedCall>();
  readonly #callByResult = new Map<number, PlacedCall>();
  readonly #resultByCall = new Map<string, number>();
  /** Messages whose ids and calls are in the maps: most policies ask for none, so they are filled when asked. */
  #indexed = 0;
  readonly #measures = new Map<MeasureOf, Measure>();

  get length(): number {
    return this.#messages.length;
  }

  append(messages: Iterable<Message>): void {
    for (const message of messages) {
      const index = this.#messages.push(message) - 1;
      this.#byRole[message.role].push(index);
    }
  }

  at(index: number): Message {
    return at(this.#messages, index);
  }

  /** Positions of the messages of one role, ascending. The list is live: it grows with the history. */
  positions(role: MessageRole): readonly number[] {
    return this.#byRole[role];
  }

  indexOf(id: string): number | undefined {
    this.#index();
    return this.#indexById.get(id);
  }

  /** The call that a result answers and where it was made; undefined for an orphan. */
  callOf(index: number): PlacedCall | undefined {
    this.#index();
    return this.#callByResult.get(index);
  }

  /** Where the newest result of a call stands; undefined where it has none. */
  resultOf(callId: string): number | undefined {
    this.#index();
    return this.#resultByCall.get(callId);
  }

  /** The newest call of an id; undefined where there is none. */
  callNamed(id: string): ToolCall | undefined {
    this.#index();
    return this.#callById.get(id)?.call;
  }

  /** The tool whose result stands at `index`: as the message says, else as its call says. */
  toolNameOf(index: number): string | undefined {
    return this.at(index).toolName ?? this.callOf(index)?.call.name;
  }

  #index(): void {
    for (; this.#indexed < this.#messages.length; this.#indexed++) {
      const message = this.at(this.#indexed);
      this.#indexById.set(message.id, this.#indexed);
      // Some formats use the same call ids again every turn: a result belongs to the latest call before it.
      const answered = message.toolCallId === undefined ? undefined : this.#callById.get(message.toolCallId);
      if (answered !== undefined) this.#callByResult.set(this.#indexed, answered);
      if (message.role === "tool" && message.toolCallId !== undefined)
        this.#resultByCall.set(message.toolCallId, this.#indexed);
      for (const call of message.toolCalls ?? []) this.#callById.set(call.id, { index: this.#indexed, call });
    }
  }

  /** Sums of a measure over ranges, in constant time. Pass the same function again to get the same sums. */
  measure(of: MeasureOf): Measure {
    const known = this.#measures.get(of);
    if (known !== undefined) return known;
    const measure = new Measure(this.#messages, of);
    this.#measures.set(of, measure);
    return measure;
  }
}

/** One measure over a history: each message is measured once, when it is first asked for. */
export class Measure {
  readonly #messages: readonly Message[];
  readonly #of: MeasureOf;
  readonly #before: number[] = [0];

  constructor(messages: readonly Message[], of: MeasureOf) {
    this.#messages = messages;
    this.#of = of;
  }

  at(index: number): number {
    return this.sum(index, index + 1);
  }

  /** The sum over positions from `from` up to, not including, `to`. */
  sum(from: number, to: number): number {
    while (this.#before.length <= to) {
      const index = this.#before.length - 1;
      this.#before.push(at(this.#before, index) + this.#of(at(this.#messages, index)));
    }
    return to <= from ? 0 : at(this.#before, to) - at(this.#before, from);
  }

  /** The sum over everything so far. */
  total(): number {
    return this.sum(0, this.#messages.length);
  }
}
