import type { SlotKind } from "@/lib/jobs/lanes";

/**
 * How many jobs of a kind run here at once. A worker takes any job that is next, but for the kinds that are full, so that one look
 * into the queue serves all kinds.
 *
 * For example, with two jobs of `bulk` and four in all of it and of `interactive`: while two of `bulk` run, the next two are
 * `interactive`, and while those run, no job of either kind is taken.
 */
export class Slots {
  private readonly running = new Map<SlotKind, number>();

  /** @param groups how many of some kinds together */
  constructor(private readonly groups: readonly SlotGroup[]) {}

  /** The kinds of which no more is to be taken. */
  listFull(): SlotKind[] {
    return this.groups.flatMap((group) => (this.count(group) >= group.most ? group.kinds : []));
  }

  /** Whether one more of a kind fits: two may be taken in the same moment. */
  hasRoom(kind: SlotKind): boolean {
    return !this.listFull().includes(kind);
  }

  async run(kind: SlotKind, work: () => Promise<void>): Promise<void> {
    this.running.set(kind, (this.running.get(kind) ?? 0) + 1);
    try {
      await work();
    } finally {
      this.running.set(kind, (this.running.get(kind) ?? 1) - 1);
    }
  }

  private count({ kinds }: SlotGroup): number {
    return kinds.reduce((sum, kind) => sum + (this.running.get(kind) ?? 0), 0);
  }
}

export interface SlotGroup {
  readonly kinds: SlotKind[];
  readonly most: number;
}
