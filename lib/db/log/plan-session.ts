import { runEachInSlices } from "../slices";
import { makeUuid } from "../session-id";
import type { EncodedEvent } from "./encode";
import type { TextPlace } from "./pack";
import { layOut } from "./pack";
import { makeDeltaWindow } from "./window-delta";
import { getRememberedWindow } from "./window-memory";

export type EventVerdict = "accepted" | "duplicate" | "conflict";

/** What to do with an event whose id is known with other content: refuse it, or replace the old one. */
export type OnConflict = "refuse" | "replace";

export interface Pending {
  readonly key: string;
  readonly externalId: string;
  readonly events: EncodedEvent[];
  readonly places: number[];
}

/** A session's row as it is while the batch is written. */
export interface StoredSessionRow {
  session_id: string;
  last_seq: number;
  next_batch: number;
  window_seq: number | null;
  superseded: number;
  derived_seq: number;
  derived_stamp: string;
  /** A session that was deleted and sent again has another time. */
  born: Date;
}

export interface KnownEvent {
  readonly seq: number;
  readonly fingerprint: bigint;
}

export interface WrittenSession {
  readonly key: string;
  readonly externalId: string;
  readonly life: string;
  readonly batch: number;
  readonly firstSeq: number;
  readonly bodies: readonly string[];
  readonly events: readonly EncodedEvent[];
  readonly rows: readonly { readonly id: string; readonly seq: number; readonly hash: bigint }[];
  readonly superseded: readonly number[];
  readonly texts: readonly TextPlace[];
  readonly window: { seq: number; entries: readonly unknown[] } | null;
  readonly windowSeq: number | null;
}

export async function planSession(
  { key, externalId, events, places }: Pending,
  row: StoredSessionRow | undefined,
  knownEvents: ReadonlyMap<string, KnownEvent>,
  stored: ReadonlySet<string>,
  onConflict: OnConflict,
  verdicts: EventVerdict[],
): Promise<WrittenSession> {
  const firstSeq = row?.last_seq ?? 0;
  const rows = new Map<string, KnownEvent>();
  const superseded: number[] = [];
  const bodies: string[] = [];
  const accepted: EncodedEvent[] = [];
  const texts = new Map<string, string>();
  const life = makeLife(key, row?.born);
  let window = getRememberedWindow(life, row?.window_seq ?? null);
  await runEachInSlices(events, (event, i) => {
    const before = rows.get(event.id) ?? knownEvents.get(event.id);
    const verdict = judgeEvent(event, before, onConflict);
    verdicts[places[i] ?? -1] = verdict;
    if (verdict !== "accepted") return;
    if (before !== undefined) superseded.push(before.seq);
    const seq = firstSeq + bodies.length + 1;
    for (const { hash, text } of event.texts) if (!stored.has(makeUuid(hash))) texts.set(hash, text);
    accepted.push(event);
    bodies.push(writeBody(event, window?.entries ?? null));
    rows.set(event.id, { seq, fingerprint: event.fingerprint });
    window = makeWindowAfter(event.body, seq) ?? window;
  });
  return {
    key,
    externalId,
    life,
    batch: row?.next_batch ?? 0,
    firstSeq,
    bodies,
    events: accepted,
    rows: [...rows].map(([id, { seq, fingerprint }]) => ({ id, seq, hash: fingerprint })),
    superseded,
    texts: layOut([...texts].map(([hash, text]) => ({ hash, text }))),
    window,
    windowSeq: window?.seq ?? row?.window_seq ?? null,
  };
}

/** Identifies a session between its creation and its deletion. */
export function makeLife(key: string, born: Date | undefined): string {
  return `${key} ${born?.getTime() ?? ""}`;
}

function writeBody(event: EncodedEvent, before: readonly unknown[] | null): string {
  const body = makeDeltaWindow(event.body, before);
  return body === event.body ? event.json : JSON.stringify(body);
}

function judgeEvent(
  event: EncodedEvent,
  before: KnownEvent | undefined,
  onConflict: OnConflict,
): EventVerdict {
  if (before === undefined) return "accepted";
  if (before.fingerprint === event.fingerprint) return "duplicate";
  return onConflict === "replace" ? "accepted" : "conflict";
}

function makeWindowAfter(
  body: Record<string, unknown>,
  seq: number,
): { seq: number; entries: readonly unknown[] } | null {
  const entries = (body.window as { entries?: readonly unknown[] } | undefined)?.entries;
  return entries === undefined ? null : { seq, entries };
}
