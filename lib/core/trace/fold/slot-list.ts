import type { StandingEntry } from "./entries";

export interface Slot {
  standing: StandingEntry;
  rank: number;
  residency: number;
  prev: Slot | null;
  next: Slot | null;
}

export class SlotList {
  first: Slot | null = null;
  last: Slot | null = null;

  link(slot: Slot, before: Slot | null): void {
    slot.prev = before;
    slot.next = before === null ? this.first : before.next;
    if (slot.next === null) this.last = slot;
    else slot.next.prev = slot;
    if (before === null) this.first = slot;
    else before.next = slot;
  }

  /** Removes `slot`. Its own pointers stay, so that a walk standing on it can continue. */
  unlink(slot: Slot): void {
    if (slot.prev === null) this.first = slot.next;
    else slot.prev.next = slot.next;
    if (slot.next === null) this.last = slot.prev;
    else slot.next.prev = slot.prev;
  }

  *from(start: Slot | null): Generator<Slot> {
    for (let slot = start; slot !== null;) {
      const { next }: Slot = slot;
      yield slot;
      slot = next;
    }
  }
}
