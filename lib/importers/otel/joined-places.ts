import { assertInOrder } from "./belongs-earlier";
import type { CallPart } from "./spans/facts";
import type { OtelRecord } from "./spans/record";
import type { PlacedRecord, RecordPlace } from "./places";
import { Places } from "./places";

/** A call that was told of under its provider's response id. */
interface Told {
  readonly session: string;
  readonly isRaw: boolean;
  readonly at: number;
  readonly endedAt: number;
  readonly text: string | null;
}

/** Clocks of two recorders of one call may differ so much. */
const APART_MS_MAX = 60_000;

/**
 * The places of records, where sessions that tell of the same calls are one. A raw call and a span with one response id
 * are one call, unless their answers or times say otherwise, and so are two spans of which one stands within the other; a call that goes on from a response belongs to the session
 * of that response. Of the names of such sessions one stands, whatever came first: one that a sender stated, else that of
 * the raw calls, else that of the trace.
 */
export class JoinedPlaces {
  private readonly places = new Places([]);
  private readonly told = new Map<string, Told[]>();
  private readonly asked = new Map<string, string[]>();
  private readonly parent = new Map<string, string>();
  /** Names that earlier records were given. */
  private readonly given = new Set<string>();

  add(records: readonly OtelRecord[]): PlacedRecord[] {
    return this.places.add(records);
  }

  /**
   * Takes in what records tell of calls, before any place of them is asked for.
   * @throws BelongsEarlier when records that were given out have another session now
   */
  join(parts: readonly CallPart[]): void {
    for (const part of parts) this.note(part);
  }

  of(record: PlacedRecord): RecordPlace {
    const { session, thread } = this.places.of(record);
    const name = this.nameOf(session);
    this.given.add(name);
    return { session: name, thread };
  }

  isOver(traceId: string): boolean {
    return this.places.isOver(traceId);
  }

  above(record: PlacedRecord): Generator<PlacedRecord> {
    return this.places.above(record);
  }

  private note(part: CallPart): void {
    const { record, responseId, previousId } = part;
    const { session } = this.places.of(record);
    if (responseId !== undefined) this.noteTold(responseId, tellCall(part, session));
    if (previousId === undefined || !isContinuation(session)) return;
    const existing = this.told.get(previousId) ?? [];
    const holder = existing.findLast(({ at }) => at <= record.start) ?? existing[0];
    if (holder !== undefined) this.unite(session, holder.session);
    else this.asked.set(previousId, [...(this.asked.get(previousId) ?? []), session]);
  }

  private noteTold(id: string, toldCall: Told): void {
    const existing = this.told.get(id) ?? [];
    const sameCalls = existing.filter(
      (otherCall) => otherCall.session !== toldCall.session && isSameCall(otherCall, toldCall),
    );
    if (sameCalls.length === 1 && sameCalls[0] !== undefined)
      this.unite(sameCalls[0].session, toldCall.session);
    if (!existing.some(({ session, isRaw }) => session === toldCall.session && isRaw === toldCall.isRaw))
      this.told.set(id, [...existing, toldCall]);
    for (const session of this.asked.get(id) ?? []) this.unite(session, toldCall.session);
    this.asked.delete(id);
  }

  private nameOf(session: string): string {
    let name = session;
    for (let next = this.parent.get(name); next !== undefined; next = this.parent.get(name)) name = next;
    return name;
  }

  private unite(a: string, b: string): void {
    const [first, second] = [this.nameOf(a), this.nameOf(b)].sort(
      (x, y) => rankOf(x) - rankOf(y) || (x < y ? -1 : 1),
    );
    if (first === undefined || second === undefined || first === second) return;
    assertInOrder(!this.given.has(second));
    this.parent.set(second, first);
  }
}

/** The session of a call that names none and goes on from a response. */
export function makeContinuationName(previousId: string): string {
  return `after-${previousId}`;
}

function isContinuation(session: string): boolean {
  return session.startsWith("after-");
}

/** Names that were made up for calls without a session, the least telling last. */
const MADE_UP = [/^calls?-/, /^trace:/, /^after-/];

function rankOf(session: string): number {
  return MADE_UP.findIndex((form) => form.test(session)) + 1;
}

function tellCall({ record, answer = [] }: CallPart, session: string): Told {
  const spoken = answer.filter(({ kind }) => kind === "assistant_text").map(({ content }) => content);
  return {
    session,
    isRaw: record.signal === "call",
    at: record.start,
    endedAt: Math.max(record.end, record.start),
    text: spoken.length === 0 ? null : spoken.join("\n").trim(),
  };
}

/** Two spans are one call only where one stands within the other, as those of a framework and of the client in it. */
function isSameCall(a: Told, b: Told): boolean {
  if (a.isRaw && b.isRaw) return false;
  if (!a.isRaw && !b.isRaw && !isWithin(a, b) && !isWithin(b, a)) return false;
  if (a.text !== null && b.text !== null && a.text !== b.text) return false;
  return a.at - b.endedAt <= APART_MS_MAX && b.at - a.endedAt <= APART_MS_MAX;
}

function isWithin(inner: Told, outer: Told): boolean {
  return outer.at <= inner.at && inner.endedAt <= outer.endedAt;
}
