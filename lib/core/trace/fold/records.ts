import type { TraceEvent, TraceEventOf } from "../event";
import type { EventType } from "../event-schema";
import type { OrderKey } from "../order";
import { compareKeys, isWindowGate } from "../order";
import type { RecordEvent } from "../session";

export interface FoldedRecord {
  /** The place of a record: a turn, half a turn more for what came after its call, or infinite if unknown. */
  readonly turn: number;
  readonly event: RecordEvent | TraceEventOf<"session.restarted">;
}

/** Events that change nothing but the list of records. */
const PLAIN: ReadonlySet<EventType> = new Set([
  "plan.declared",
  "plan.revised",
  "plan.step",
  "step.validated",
  "checkpoint.taken",
  "gate.checked",
  "annotation.added",
]);

/** Whether an event can still take its place when later ones were folded before it. */
export function mayComeLate(event: TraceEvent): event is TraceEvent & FoldedRecord["event"] {
  return PLAIN.has(event.type) && !(event.type === "gate.checked" && isWindowGate(event));
}

/** The records of a session in canonical order. A late record is inserted between the others. */
export class RecordList {
  private readonly list: FoldedRecord[] = [];
  private readonly keys: OrderKey[] = [];
  private movedFrom = Number.POSITIVE_INFINITY;

  get all(): readonly FoldedRecord[] {
    return this.list;
  }

  add(event: FoldedRecord["event"], key: OrderKey): boolean {
    const at = this.placeOf(key);
    const before = this.keys[at - 1];
    if (before !== undefined && compareKeys(before, key) === 0) return false;
    if (at < this.keys.length) this.movedFrom = Math.min(this.movedFrom, at);
    this.keys.splice(at, 0, key);
    this.list.splice(at, 0, { turn: key.turn < 0 ? Number.NEGATIVE_INFINITY : key.turn, event });
    return true;
  }

  private placeOf(key: OrderKey): number {
    let [low, high] = [0, this.keys.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareKeys(this.keys[middle] ?? key, key) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The first record that was put in or moved on since the last call; infinite if there were only new ones at the end. */
  takeMoved(): number {
    const from = this.movedFrom;
    this.movedFrom = Number.POSITIVE_INFINITY;
    return from;
  }
}
