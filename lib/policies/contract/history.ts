import { at } from "@/lib/core/assert";
import type { Message, MessageRole, ToolCall } from "./message";

/** The size of one message in a unit of the measure's own. It must depend on the message alone. */
export type MeasureOf = (message: Message) => number;

export interface PlacedCall {
  readonly index: number;
  readonly call: ToolCall;
}

/**
 * All messages of a session's requests, in order. It only grows. Everything that policies ask for (sums, positions by
 * role, the call of a result) is updated at a constant cost per message.
 */
export class History {
  readonly #messages: Message[] = [];
  readonly #byRole: Record<MessageRole, number[]> = { system: [], user: [], assistant: [], tool: [] };
  readonly #indexById = new Map<string, number>();
  readonly #callById = new Map<string, PlacedCall>();
  readonly #callByResult = new Map<number, PlacedCall>();
  readonly #resultByCall = new Map<string, number>();
  /**
   * How many messages are in the id and call maps. The maps are filled on demand, because most policies do not need
   * them.
   */
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

  positions(role: MessageRole): readonly number[] {
    return this.#byRole[role];
  }

  indexOf(id: string): number | undefined {
    this.#index();
    return this.#indexById.get(id);
  }

  /** The call that a result answers; undefined for an orphan. */
  callOf(index: number): PlacedCall | undefined {
    this.#index();
    return this.#callByResult.get(index);
  }

  resultOf(callId: string): number | undefined {
    this.#index();
    return this.#resultByCall.get(callId);
  }

  callNamed(id: string): ToolCall | undefined {
    this.#index();
    return this.#callById.get(id)?.call;
  }

  toolNameOf(index: number): string | undefined {
    return this.at(index).toolName ?? this.callOf(index)?.call.name;
  }

  #index(): void {
    for (; this.#indexed < this.#messages.length; this.#indexed++) {
      const message = this.at(this.#indexed);
      this.#indexById.set(message.id, this.#indexed);
      // Some formats reuse the same call ids every turn, so a result belongs to the latest call before it.
      const answered = message.toolCallId === undefined ? undefined : this.#callById.get(message.toolCallId);
      if (answered !== undefined) this.#callByResult.set(this.#indexed, answered);
      if (message.role === "tool" && message.toolCallId !== undefined)
        this.#resultByCall.set(message.toolCallId, this.#indexed);
      for (const call of message.toolCalls ?? []) this.#callById.set(call.id, { index: this.#indexed, call });
    }
  }

  /** Sums of a measure over ranges, in constant time. The same function gives the same cached sums. */
  measure(of: MeasureOf): Measure {
    const known = this.#measures.get(of);
    if (known !== undefined) return known;
    const measure = new Measure(this.#messages, of);
    this.#measures.set(of, measure);
    return measure;
  }
}

/** One measure over a history. Each message is measured once, on demand. */
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

  /** The sum over positions from `from` (inclusive) to `to` (exclusive). */
  sum(from: number, to: number): number {
    while (this.#before.length <= to) {
      const index = this.#before.length - 1;
      this.#before.push(at(this.#before, index) + this.#of(at(this.#messages, index)));
    }
    return to <= from ? 0 : at(this.#before, to) - at(this.#before, from);
  }

  total(): number {
    return this.sum(0, this.#messages.length);
  }
}
