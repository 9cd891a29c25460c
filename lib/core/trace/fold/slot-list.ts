import type { StandingEntry } from "./entries";

/** One place in the window: what stands there, its rank, and the residency it is living through. */
export interface Slot {
  standing: StandingEntry;
  rank: number;
  residency: number;
  prev: Slot | null;
  next: Slot | null;
}

/** A doubly linked list of slots: putting in and taking out cost nothing but themselves. */
export class SlotList {
  first: Slot | null = null;
  last: Slot | null = null;

  /** Puts `slot` after `before`, or in front when that is `null`. */
  link(slot: Slot, before: Slot | null): void {
    slot.prev = before;
    slot.next = before === null ? this.first : before.next;
    if (slot.next === null) this.last = slot;
    else slot.next.prev = slot;
    if (before === null) this.first = slot;
    else before.next = slot;
  }

  /** Takes `slot` out. Its own pointers stay, so that a walk that stands on it can go on. */
  unlink(slot: Slot): void {
    if (slot.prev === null) this.first = slot.next;
    else slot.prev.next = slot.next;
    if (slot.next === null) this.last = slot.prev;
    else slot.next.prev = slot.prev;
  }

  /** The slots from `start` on, the next one read before each is handed out. */
  *from(start: Slot | null): Generator<Slot> {
    for (let slot = start; slot !== null;) {
      const { next }: Slot = slot;
      yield slot;
      slot = next;
    }
  }
}
