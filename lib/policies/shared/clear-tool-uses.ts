import type { History } from "../contract/history";
import { type Message, setText } from "../contract/message";
import type { Change, Projection } from "../contract/projection";

/** Collects the changes of clearing tool uses in one step. Several calls of one message become one change. */
export class ToolUseClearing {
  readonly #history: History;
  readonly #shown: Projection;
  readonly #changed = new Map<number, Change & { readonly message: Message }>();

  constructor(history: History, shown: Projection) {
    this.#history = history;
    this.#shown = shown;
  }

  get changes(): readonly Change[] {
    return [...this.#changed.values()];
  }

  isCleared(index: number): boolean {
    return (this.#changed.get(index)?.status ?? this.#shown.statusAt(index)) === "cleared";
  }

  at(index: number): Message | null {
    return this.#changed.get(index)?.message ?? this.#shown.at(index);
  }

  clearResult(index: number, placeholder: string): void {
    const message = this.at(index);
    if (message === null) return;
    this.#changed.set(index, { status: "cleared", index, message: setText(message, placeholder) });
  }

  clearInputsOf(resultIndex: number): number | null {
    const found = this.#history.callOf(resultIndex);
    const message = found === undefined ? null : this.at(found.index);
    if (found === undefined || message === null) return null;
    const toolCalls = (message.toolCalls ?? []).map((call) =>
      call.id === found.call.id ? { ...call, args: {} } : call,
    );
    const clearedCallIds = [...new Set([...(message.clearedCallIds ?? []), found.call.id])].sort();
    const changed = { ...message, toolCalls, clearedCallIds };
    this.#changed.set(found.index, { status: "trimmed", index: found.index, message: changed });
    return found.index;
  }
}
