import { HOLDERS_MAX, SESSION_VALUES_MAX } from "./values/limits";
import type { Skipped } from "./edge";
import type { Sources } from "./sources";

export interface ValueEntry {
  /** The result in which it appeared first, and the newest ones that hold it, in order of appearance. */
  readonly holders: number[];
  /** How many different sources hold it; the same call made again is the same source. */
  sources: number;
  /** Messages of the model that say it, the newest last. */
  readonly mentions: number[];
}

/**
 * An inverted index over the values of a session, filled in the order in which they appeared. A value belongs to the
 * tool results only while nobody else said it first: what the instructions, the user or the model brought up is known
 * without any evidence.
 */
export class ValueIndex {
  private readonly entries = new Map<string, ValueEntry>();
  private readonly known = new Set<string>();

  constructor(
    private readonly sources: Sources,
    private readonly skipped: Skipped,
  ) {}

  /** Where a value that first appeared in a tool result has been seen; `undefined` for every other value. */
  get(value: string): ValueEntry | undefined {
    return this.known.has(value) ? undefined : this.entries.get(value);
  }

  /** Notes a value that the instructions or the user brought up. */
  addKnown(value: string): void {
    if (this.hasRoom(value)) this.known.add(value);
  }

  /** Notes a value that a tool result holds. */
  addHeld(value: string, block: number): void {
    if (this.known.has(value) || !this.hasRoom(value)) return;
    const entry = this.entries.get(value);
    if (entry === undefined) {
      this.entries.set(value, { holders: [block], sources: 1, mentions: [] });
      return;
    }
    if (entry.holders.at(-1) === block) return;
    const source = this.sources.of(block);
    if (!entry.holders.some((holder) => this.sources.of(holder) === source)) entry.sources++;
    remember(entry.holders, block);
  }

  /** Notes a value that the model says. */
  addSaid(value: string, block: number): void {
    if (this.known.has(value)) return;
    const entry = this.entries.get(value);
    if (entry === undefined) this.addKnown(value);
    else if (entry.mentions.at(-1) !== block) remember(entry.mentions, block);
  }

  private hasRoom(value: string): boolean {
    if (this.entries.size + this.known.size < SESSION_VALUES_MAX) return true;
    if (this.entries.has(value) || this.known.has(value)) return true;
    this.skipped.values++;
    return false;
  }
}

/** Keeps the first of a list and its newest ones. */
function remember(list: number[], block: number): void {
  if (list.length >= HOLDERS_MAX) list.splice(1, 1);
  list.push(block);
}
