import type { BlockStatement, WindowEntryStatement } from "@/lib/core/trace/blocks-schema";

export type ListedMessage = Exclude<WindowEntryStatement, string>;

interface Message {
  readonly isAnswer: boolean;
  readonly said: ListedMessage[];
  readonly results: ListedMessage[];
  place: number;
}

/** The messages that a compaction keeps behind its summary, by their first and last row. */
export interface KeptStretch {
  readonly head: string;
  readonly tail: string;
}

function isPrompt({ said }: Message): boolean {
  return said.some(({ kind }) => kind === "user_message" || kind === "user_goal");
}

/**
 * The messages that the next call is given. Rows of one answer and results of its calls interleave in the
 * file, because tools run while the answer still streams in. The model is shown the whole answer first, then
 * the results in the order of arrival.
 */
export class MessageList {
  private messages: Message[] = [];
  private readonly flat: ListedMessage[] = [];
  private readonly ends: number[] = [];
  private readonly answers = new Map<string, Message>();
  private readonly ofRow = new Map<string, Message>();
  private readonly ofCall = new Map<string, Message>();
  private readonly parents = new Map<string, string | undefined>();
  private fresh: BlockStatement[] = [];
  private kept: Message[] = [];

  link(row: string, parent: string | undefined): void {
    this.parents.set(row, parent);
  }

  /** Whether the row has been in the file so far. */
  isLinked(row: string): boolean {
    return this.parents.has(row);
  }

  /** Adds a row of an answer. Rows with equal keys are one answer. */
  answer(key: string, row: string, blocks: readonly BlockStatement[]): void {
    const known = this.answers.get(key);
    const message = known !== undefined && known.place >= 0 ? known : this.open(true);
    this.answers.set(key, message);
    message.said.push(...blocks);
    this.outdate(message);
    this.ofRow.set(row, message);
    for (const { kind, toolCallId } of blocks)
      if (kind === "tool_call" && toolCallId !== undefined) this.ofCall.set(toolCallId, message);
  }

  add(row: string, blocks: readonly BlockStatement[]): void {
    this.fresh.push(...blocks);
    const others: BlockStatement[] = [];
    for (const block of blocks) {
      const caller = block.kind === "tool_result" ? this.ofCall.get(block.toolCallId ?? "") : undefined;
      if (caller === undefined || caller.place < 0) others.push(block);
      else {
        caller.results.push(block);
        this.ofRow.set(row, caller);
        this.outdate(caller);
      }
    }
    if (others.length === 0) return;
    const message = this.open(false);
    message.said.push(...others);
    this.ofRow.set(row, message);
    const last = this.kept.at(-1);
    if (last === undefined) return;
    this.stand([...this.messages, ...this.kept.splice(0)]);
    // Rows that are linked to the summary come after the kept messages.
    this.ofRow.set(row, last);
  }

  window(): ListedMessage[] {
    this.fresh = [];
    this.flat.length = this.ends.at(-1) ?? 0;
    for (let i = this.ends.length; i < this.messages.length; i++) {
      const message = this.messages[i];
      for (const entry of message?.said ?? []) this.flat.push(entry);
      for (const entry of message?.results ?? []) this.flat.push(entry);
      this.ends.push(this.flat.length);
    }
    return this.flat.slice();
  }

  isAnswered(callId: string): boolean {
    return this.ofCall.get(callId)?.results.some(({ toolCallId }) => toolCallId === callId) ?? false;
  }

  withhold(ids: ReadonlySet<string>): void {
    for (const message of this.messages) {
      const kept = message.said.filter(({ id }) => !ids.has(id));
      if (kept.length === message.said.length) continue;
      message.said.splice(0, message.said.length, ...kept);
      this.outdate(message);
    }
  }

  takeFresh(): BlockStatement[] {
    return this.fresh.splice(0);
  }

  /**
   * The prompt in `row` replaces an earlier one, so that one and what answered it are withdrawn. Where no other prompt
   * follows the message that `row` is linked to, nothing is replaced: records of hooks are linked to calls that are long
   * over, and the next prompt to them.
   *
   *     prompt ─ call ─ result ─ answer          prompt ─ answer ─ prompt ─ answer
   *                └ hook ─ prompt: goes on                 └ prompt: replaces
   *
   * @returns whether anything was withdrawn
   */
  rewindFor(row: string): boolean {
    const place = this.placeOf(this.nearestMessageRow(row));
    const later = place < 0 ? [] : this.messages.slice(place + 1);
    const answered = later.findIndex(({ isAnswer }) => isAnswer);
    if (answered < 0 || !later.slice(0, answered).some(isPrompt)) return false;
    this.stand(this.messages.slice(0, place + 1));
    return true;
  }

  compact(stretch: KeptStretch | null): void {
    const [head, tail] = [this.placeOf(stretch?.head), this.placeOf(stretch?.tail)];
    this.kept = head < 0 || tail < head ? [] : this.messages.slice(head, tail + 1);
    this.stand([]);
  }

  clear(callIds: ReadonlySet<string>, placeholder: string): string[] {
    const cleared: string[] = [];
    for (const message of this.messages) {
      const { results } = message;
      results.forEach((entry, i) => {
        if (entry.toolCallId === undefined || !callIds.has(entry.toolCallId)) return;
        const { content: _content, ...rest } = entry;
        cleared.push(entry.id);
        this.outdate(message);
        results[i] = {
          ...rest,
          mode: "reference",
          content: placeholder,
          reference: { kind: "placeholder", text: placeholder },
        };
      });
    }
    return cleared;
  }

  private open(isAnswer: boolean): Message {
    const message: Message = { isAnswer, said: [], results: [], place: this.messages.length };
    this.messages.push(message);
    return message;
  }

  private stand(messages: Message[]): void {
    for (const message of this.messages) message.place = -1;
    messages.forEach((message, place) => {
      message.place = place;
    });
    this.messages = messages;
    this.ends.length = 0;
  }

  private outdate({ place }: Message): void {
    if (place < this.ends.length) this.ends.length = place;
  }

  private placeOf(row: string | undefined): number {
    return row === undefined ? -1 : (this.ofRow.get(row)?.place ?? -1);
  }

  private nearestMessageRow(row: string): string | undefined {
    const seen = new Set<string>();
    let ancestor = this.parents.get(row);
    while (ancestor !== undefined && !this.ofRow.has(ancestor) && !seen.has(ancestor)) {
      seen.add(ancestor);
      ancestor = this.parents.get(ancestor);
    }
    return ancestor;
  }
}
