import { HOLDERS_MAX, SESSION_VALUES_MAX } from "./values/limits";
import type { Skipped } from "./edge";
import type { Sources } from "./sources";

export interface ValueEntry {
  readonly holders: number[];
  sources: number;
  readonly mentions: number[];
}

/**
 * An inverted index over the values of a session, filled in the order of appearance. A value belongs to the
 * tool results only while nobody else said it first: what the instructions, the user or the model said first
 * is known without evidence.
 */
export class ValueIndex {
  private readonly entries = new Map<string, ValueEntry>();
  private readonly known = new Set<string>();

  constructor(
    private readonly sources: Sources,
    private readonly skipped: Skipped,
  ) {}

  get(value: string): ValueEntry | undefined {
    return this.known.has(value) ? undefined : this.entries.get(value);
  }

  addKnown(value: string): void {
    if (this.hasRoom(value)) this.known.add(value);
  }

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

function remember(list: number[], block: number): void {
  if (list.length >= HOLDERS_MAX) list.splice(1, 1);
  list.push(block);
}
