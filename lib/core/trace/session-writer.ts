import { countCommonPrefix } from "../common-prefix";
import type { BlockStatement, WindowEntryStatement, WindowStatement } from "./blocks-schema";
import type { TraceEvent, TraceEventOf } from "./event";
import type { EventType } from "./event-schema";

type Entry = Exclude<WindowEntryStatement, string>;
type Fields<T extends EventType> = Omit<TraceEventOf<T>, "id" | "session" | "type">;
type TurnFields = Omit<Fields<"turn.recorded">, "window" | "turn"> & {
  /** The whole window as the importer knows it; left out if the source does not show it. */
  window?: readonly Entry[] | undefined;
};

/**
 * Writes one session's events for an importer. The importer states every window whole. The writer emits the edit
 * against the previous window, and every text once. Event ids follow from their place, so importing the same file again
 * writes the same events.
 */
export class SessionWriter {
  private readonly pending: TraceEvent[] = [];
  private readonly shown = new Map<string, Entry>();
  private readonly counters = new Map<string, number>();
  private previous: readonly Entry[] | null = null;
  private nextTurn = 0;

  constructor(readonly session: string) {}

  /** The source begins in the middle of a session: its first window is stated as what was added to one that it does not show. */
  continueEarlier(): void {
    this.previous = [];
  }

  get turn(): number {
    return this.nextTurn;
  }

  writeTurn({ window, ...fields }: TurnFields): number {
    const turn = this.nextTurn++;
    const statedWindow = window === undefined ? {} : { window: this.stateWindow(window) };
    const output = fields.output?.map((block) => this.remember(block));
    this.add(
      "turn.recorded",
      { ...fields, ...(output && { output }), ...statedWindow, turn },
      `turn-${turn}`,
    );
    return turn;
  }

  write<T extends Exclude<EventType, "turn.recorded">>(type: T, fields: Fields<T>): void {
    const count = this.counters.get(type) ?? 0;
    this.counters.set(type, count + 1);
    this.add(type, fields, `${type}-${count}`);
  }

  put(event: TraceEvent): void {
    this.pending.push(event);
  }

  /** What `write` would emit. Nothing is written, because the events may still change. */
  draftEvents<T extends Exclude<EventType, "turn.recorded">>(
    events: readonly (readonly [type: T, fields: Fields<T>])[],
  ): TraceEvent[] {
    const counts = new Map(this.counters);
    return events.map(([type, fields]) => {
      const count = counts.get(type) ?? 0;
      counts.set(type, count + 1);
      return this.makeEvent(type, fields, `${type}-${count}`);
    });
  }

  take(): TraceEvent[] {
    return this.pending.splice(0);
  }

  private add(type: EventType, fields: object, id: string): void {
    this.pending.push(this.makeEvent(type, fields, id));
  }

  private makeEvent(type: EventType, fields: object, id: string): TraceEvent {
    return { ...fields, id, session: this.session, type } as TraceEvent;
  }

  private remember(block: BlockStatement): BlockStatement {
    this.shown.set(block.id, block);
    return block;
  }

  private stateWindow(window: readonly Entry[]): WindowStatement {
    const before = this.previous;
    this.previous = [...window];
    if (before === null) return { entries: window.map((entry) => this.mentionEntry(entry)) };
    return this.stateEdit(before, window) ?? { entries: window.map((entry) => this.mentionEntry(entry)) };
  }

  private stateEdit(allBefore: readonly Entry[], whole: readonly Entry[]): WindowStatement | undefined {
    const sameEntries = countCommonPrefix(allBefore, whole);
    const [before, window] = [allBefore.slice(sameEntries), whole.slice(sameEntries)];
    const ids = new Set(window.map((entry) => entry.id));
    const entriesBefore = new Map(before.map((entry) => [entry.id, entry]));
    const inOldOrder = before.filter((entry) => ids.has(entry.id)).map((entry) => entry.id);
    const inNewOrder = window.filter((entry) => entriesBefore.has(entry.id)).map((entry) => entry.id);
    if (inOldOrder.some((id, i) => id !== inNewOrder[i])) return undefined;
    const remove = before.filter((entry) => !ids.has(entry.id)).map((entry) => entry.id);
    const change: WindowEntryStatement[] = [];
    const insert: { after: string | null; entries: WindowEntryStatement[] }[] = [];
    let after = whole[sameEntries - 1]?.id ?? null;
    let run: { after: string | null; entries: WindowEntryStatement[] } | null = null;
    for (const entry of window) {
      const old = entriesBefore.get(entry.id);
      if (old === undefined) {
        if (run === null) insert.push((run = { after, entries: [] }));
        run.entries.push(this.mentionEntry(entry));
        continue;
      }
      run = null;
      after = entry.id;
      if (!standsAlike(old, entry)) change.push(this.mentionEntry(entry, true));
    }
    const append = run === null ? undefined : insert.pop()?.entries;
    return {
      ...(remove.length > 0 && { remove }),
      ...(change.length > 0 && { change }),
      ...(insert.length > 0 && { insert }),
      ...(append !== undefined && { append }),
    };
  }

  private mentionEntry(entry: Entry, always = false): WindowEntryStatement {
    const shownEntry = this.shown.get(entry.id);
    if (
      !always &&
      shownEntry !== undefined &&
      (entry.mode ?? "full") === "full" &&
      shownEntry.content === entry.content
    )
      return entry.id;
    if ((entry.mode ?? "full") === "full") this.shown.set(entry.id, entry);
    return entry;
  }
}

function standsAlike(a: Entry, b: Entry): boolean {
  return a === b || (a.mode === b.mode && a.content === b.content);
}
