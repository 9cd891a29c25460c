import { assert, at } from "@/lib/core/assert";
import { groupBy } from "@/lib/core/group-by";
import type { Tokens } from "@/lib/core/units";
import type { History } from "./history";
import type { Message } from "./message";

export type ItemStatus = "kept" | "trimmed" | "cleared" | "removed" | "summarized";

/**
 * A difference from the previous projection. Positions are those of the history. A message that no change has named is
 * kept. An insertion stands before the history message at `before`; an insertion with a known id replaces the older
 * one.
 */
export type Change =
  | { readonly status: "kept" | "removed" | "summarized"; readonly from: number; readonly to: number }
  | { readonly status: "trimmed" | "cleared"; readonly index: number; readonly message: Message }
  | { readonly status: "inserted"; readonly before: number; readonly message: Message }
  | { readonly status: "withdrawn"; readonly id: string };

/** Returns true to hold a change of a message back. `null` means that the message becomes the original again. */
export type Guard = (
  index: number,
  next: { readonly status: Exclude<ItemStatus, "kept">; readonly message: Message | null } | null,
) => boolean;

interface Altered {
  readonly status: Exclude<ItemStatus, "kept">;
  readonly message: Message | null;
}

interface Inserted {
  readonly before: number;
  readonly message: Message;
}

/** The part of a projection that is not "kept", as plain JSON. With the history it gives the projection back. */
export interface ProjectionRecord {
  readonly altered: readonly {
    readonly id: string;
    readonly status: Altered["status"];
    readonly message?: Message;
  }[];
  readonly inserted: readonly Inserted[];
}

/**
 * The window that a policy makes of a history, stored as differences from that history. A step costs what it changes;
 * only {@link messages} walks the whole list.
 */
export class Projection {
  readonly #history: History;
  readonly #tokensOf: (message: Message) => Tokens;
  readonly #altered = new Map<number, Altered>();
  readonly #inserted = new Map<string, Inserted>();
  /** A change that it holds back does not happen. */
  guard: Guard | null = null;
  #journal: Change[] = [];
  #covered = 0;
  #tokens = 0;

  constructor(history: History, tokensOf: (message: Message) => Tokens) {
    this.#history = history;
    this.#tokensOf = tokensOf;
  }

  get tokens(): Tokens {
    this.#coverNew();
    return this.#tokens;
  }

  statusAt(index: number): ItemStatus {
    return this.#altered.get(index)?.status ?? "kept";
  }

  at(index: number): Message | null {
    const altered = this.#altered.get(index);
    return altered === undefined ? this.#history.at(index) : altered.message;
  }

  hasInserted(id: string): boolean {
    return this.#inserted.has(id);
  }

  apply(changes: readonly Change[]): void {
    this.#coverNew();
    for (const change of changes) if (this.#applyOne(change)) this.#journal.push(change);
  }

  get changes(): readonly Change[] {
    return this.#journal;
  }

  takeChanges(): readonly Change[] {
    const changes = this.#journal;
    this.#journal = [];
    return changes;
  }

  messages(): Message[] {
    return [...this.entries()].map((entry) => entry.message);
  }

  *entries(): Generator<{
    readonly index: number | null;
    readonly status: ItemStatus;
    readonly message: Message;
  }> {
    const insertions = groupBy(this.#inserted.values(), (one) => Math.min(one.before, this.#history.length));
    for (let index = 0; index <= this.#history.length; index++) {
      for (const { message } of insertions.get(index) ?? []) yield { index: null, status: "kept", message };
      if (index === this.#history.length) break;
      const message = this.at(index);
      if (message !== null) yield { index, status: this.statusAt(index), message };
    }
  }

  record(): ProjectionRecord {
    const altered = [...this.#altered].map(([index, { status, message }]) => {
      const { id } = this.#history.at(index);
      return message === null ? { id, status } : { id, status, message };
    });
    return { altered, inserted: [...this.#inserted.values()] };
  }

  /** Restores the projection from `record`. Messages that the history does not hold are skipped. */
  restore(record: ProjectionRecord): void {
    for (const { id, status, message } of record.altered) {
      const index = this.#history.indexOf(id);
      if (index === undefined) continue;
      this.#coverNew();
      this.#set(index, { status, message: message ?? null });
    }
    this.apply(record.inserted.map((one) => ({ status: "inserted", ...one })));
    this.takeChanges();
  }

  #coverNew(): void {
    for (; this.#covered < this.#history.length; this.#covered++) {
      this.#tokens += this.#history.measure(this.#tokensOf).at(this.#covered);
    }
  }

  #applyOne(change: Change): boolean {
    switch (change.status) {
      case "inserted":
        return this.#insert(change);
      case "withdrawn":
        return this.#withdraw(change.id);
      case "trimmed":
      case "cleared":
        return this.#set(change.index, { status: change.status, message: change.message });
      default:
        return this.#setRange(change);
    }
  }

  #insert({ before, message }: Inserted): boolean {
    const same = this.#inserted.get(message.id);
    if (same?.before === before && same.message === message) return false;
    this.#withdraw(message.id);
    this.#inserted.set(message.id, { before, message });
    this.#tokens += this.#tokensOf(message);
    return true;
  }

  #withdraw(id: string): boolean {
    const inserted = this.#inserted.get(id);
    if (inserted === undefined) return false;
    this.#tokens -= this.#tokensOf(inserted.message);
    return this.#inserted.delete(id);
  }

  #setRange({
    status,
    from,
    to,
  }: {
    status: "kept" | "removed" | "summarized";
    from: number;
    to: number;
  }): boolean {
    let changed = false;
    for (let index = from; index < to; index++) {
      const next = status === "kept" ? null : { status, message: null };
      if (this.#set(index, next)) changed = true;
    }
    return changed;
  }

  #set(index: number, next: Altered | null): boolean {
    assert(index < this.#covered, `no message at ${index} of ${this.#covered}`);
    const previous = this.#altered.get(index);
    const isSame = previous?.status === next?.status && isSameText(previous?.message, next?.message);
    if (isSame && next !== null) return false;
    if (this.guard?.(index, next) === true || isSame) return false;
    this.#tokens += this.#tokensAs(index, next ?? undefined) - this.#tokensAs(index, previous);
    if (next === null) this.#altered.delete(index);
    else this.#altered.set(index, next);
    return true;
  }

  #tokensAs(index: number, altered: Altered | undefined): Tokens {
    if (altered === undefined) return this.#history.measure(this.#tokensOf).at(index);
    return altered.message === null ? 0 : this.#tokensOf(altered.message);
  }
}

function isSameText(a: Message | null | undefined, b: Message | null | undefined): boolean {
  if (a === b || !a || !b) return (a ?? null) === (b ?? null);
  return a.text === b.text && a.thinking === b.thinking && isSameCalls(a, b) && isSameApprovals(a, b);
}

function isSameApprovals(a: Message, b: Message): boolean {
  return (
    a.approvalRequests?.length === b.approvalRequests?.length &&
    a.approvalResponses?.length === b.approvalResponses?.length
  );
}

function isSameCalls(a: Message, b: Message): boolean {
  const calls = a.toolCalls ?? [];
  const others = b.toolCalls ?? [];
  return calls.length === others.length && calls.every((call, i) => at(others, i).args === call.args);
}
