import { groupBy } from "../../group-by";
import { writeCanonicalJson, hashContent } from "../../hash";
import type { TurnIndex } from "../../units";
import type { BlockStatement, WindowEntryStatement } from "../blocks-schema";
import type { TraceEvent, TraceEventOf } from "../event";
import { sortInOrder } from "../order";
import type { SessionComparison } from "./compare-sessions";
import type { KeyedTurn } from "./keyed-turns";
import type { TurnPlace } from "./places-of-turns";
import { placeTurns } from "./places-of-turns";
import { findCallsToRename, renameIds } from "./rename-calls";
import type { Variant } from "./variant";
import { makeVariant } from "./variant";
import { listStatedBlocks, WholeWindows } from "./whole-window";

type TurnEvent = TraceEventOf<"turn.recorded">;

const ID_CHARS = 16;
const MARK_CHARS = 6;
const MARKED_ID = /@[0-9a-f]{6}$/;
const NOTE_CHARS_MAX = 1_000;

/**
 * Writes the events of one session that holds the turns of both variants, each turn once and in order. For example, a line is a
 * turn: its window, and behind `->` its answer. The stored variant lacks a turn in the middle, and the fresh one lacks the first:
 *
 *     stored 0: A -> p
 *     stored 1: A p -> q
 *     stored 2: A p q r -> s
 *
 *     fresh 0: A p -> q              the same as stored 1
 *     fresh 1: A p q -> r
 *     fresh 2: A p q r -> s          the same as stored 2
 *     fresh 3: A p q r s -> t
 *     fresh 4: A p q r s t -> u
 *
 *     merged 0: A -> p
 *     merged 1: A p -> q
 *     merged 2: A p q -> r
 *     merged 3: A p q r -> s
 *     merged 4: A p q r s -> t
 *     merged 5: A p q r s t -> u
 *
 *     written 2: A p q -> r          a fresh turn
 *     written 3: A p q r -> s        the stored turn 2 in its new place
 *     written 4: A p q r s -> t
 *     written 5: + t -> u            only what entered
 *
 * The stored turns 0 and 1 stay as they are. A turn's window is written whole, unless the turn before it is the one that it
 * follows in its own variant.
 */
export function spliceEvents(comparison: SessionComparison): readonly TraceEvent[] {
  if (comparison.stored.turns.length === 0 || comparison.fresh.turns.length === 0)
    return listEventsBeside(comparison);
  const fresh = makeVariant(renameIds(comparison.fresh.events, findCallsToRename(comparison)));
  const places = placeTurns(comparison);
  const splice = new Splice(comparison, fresh, places);
  places.forEach((place, i) => splice.put(place, i, places[i - 1]));
  return [
    ...splice.mergeStarts(),
    ...splice.listDiffering(),
    ...splice.events,
    ...splice.mergeEnds(places.at(-1)),
  ];
}

/**
 * Texts of the replaced events that the variant has neither as they are nor in a longer form. They are
 * recorded beside it.
 */
export function findTextsLeftOut(
  before: readonly TraceEvent[],
  variant: readonly TraceEvent[],
): readonly TraceEvent[] {
  const blocks = variant.flatMap((event) => listStatedBlocks(event));
  const texts = new Set(blocks.map(({ content }) => content));
  const byId = groupBy(blocks, ({ id }) => id);
  const writtenTexts = new Set<string>();
  return before.flatMap((event) =>
    listStatedBlocks(event).flatMap((block): TraceEvent[] => {
      const { id, content } = block;
      if (content === undefined || texts.has(content) || isMarked(block) || writtenTexts.has(content))
        return [];
      if ((byId.get(id) ?? []).some((now) => now.content?.startsWith(content.trimEnd()) === true)) return [];
      writtenTexts.add(content);
      const turn = "turn" in event ? (event.turn ?? undefined) : undefined;
      return [recordBeside(event.session, turn ?? 0, { ...block, id: markId(block) })];
    }),
  );
}

function recordBeside(session: string, turn: TurnIndex, block: BlockStatement): TraceEvent {
  return nameByContent({ type: "block.recorded", id: "", session, at: null, turn, block });
}

function markId(block: BlockStatement): string {
  return `${block.id}@${markOf(block)}`;
}

function isMarked(block: BlockStatement): boolean {
  return MARKED_ID.test(block.id);
}

function markOf(block: BlockStatement): string {
  return hashContent(describeSaid(block)).slice(0, MARK_CHARS);
}

/**
 * Events beside the turns. If one variant has no calls, there is nothing to order. An event that reuses an id for other content
 * gets a new id.
 */
function listEventsBeside({ stored, fresh }: SessionComparison): readonly TraceEvent[] {
  const texts = new Map(stored.events.map((event) => [event.id, writeCanonicalJson(event)]));
  return fresh.events.map((event) => {
    const before = OF_SESSION.has(event.type) ? undefined : texts.get(event.id);
    return before === undefined || before === writeCanonicalJson(event) ? event : nameByContent(event);
  });
}

export function nameByContent(event: TraceEvent): TraceEvent {
  const { id: _id, session: _session, ...said } = event;
  return { ...event, id: `${event.type}-${hashContent(writeCanonicalJson(said)).slice(0, ID_CHARS)}` };
}

class Splice {
  readonly events: TraceEvent[] = [];
  private readonly sides: Readonly<Record<TurnPlace["side"], { windows: WholeWindows; around: AroundTurns }>>;
  private readonly stated: Set<string>;

  constructor(
    private readonly comparison: SessionComparison,
    private readonly freshVariant: Variant,
    private readonly places: readonly TurnPlace[],
  ) {
    const { stored } = comparison;
    this.sides = { stored: makeSide(stored), fresh: makeSide(freshVariant) };
    this.stated = new Set(stored.events.flatMap((event) => listStatedBlocks(event).map(({ id }) => id)));
  }

  put({ side, turn }: TurnPlace, number: TurnIndex, before: TurnPlace | undefined): void {
    const { windows, around } = this.sides[side];
    const follows =
      before === undefined
        ? turn === 0
        : (before.side === side && before.turn === turn - 1) || this.addsToUnseen(side, turn);
    if (side === "stored" && follows && number === turn) return;
    for (const { event, behind } of around.of(turn)) {
      const moved = { ...event, turn: number + behind } as TraceEvent;
      const whole =
        moved.type === "turn.recorded" && moved.window !== undefined && !follows
          ? { ...moved, window: windows.at(turn) }
          : moved;
      this.events.push(side === "stored" ? whole : this.ownEvent(whole));
    }
  }

  /** Whether a variant begins in the middle of the session: its first window states only what was added. */
  private addsToUnseen(side: TurnPlace["side"], turn: TurnIndex): boolean {
    const { events } = side === "stored" ? this.comparison.stored : this.freshVariant;
    const first = events.find((event) => event.type === "turn.recorded");
    return first?.turn === turn && first.window !== undefined && first.window.entries === undefined;
  }

  listDiffering(): TraceEvent[] {
    const { differing, known, stored } = this.comparison;
    const statedTexts = new Set(stored.events.flatMap((event) => listStatedBlocks(event).map(describeSaid)));
    return differing.flatMap((index) => {
      const match = known.get(index);
      const turn = this.places.findIndex(({ side, turn: at }) => side === "stored" && at === match?.index);
      const blocks = this.sides.fresh.around.of(index).flatMap(({ event }) => listStatedBlocks(event));
      const beside = blocks.flatMap((block): TraceEvent[] => {
        if (statedTexts.has(describeSaid(block))) return [];
        statedTexts.add(describeSaid(block));
        const id = this.stated.has(block.id) ? markId(block) : block.id;
        this.stated.add(id);
        return [recordBeside(this.session, turn, { ...block, id })];
      });
      return [...beside, ...this.stateOtherFacts(index, turn, match)];
    });
  }

  /** What the file says of a call besides its texts, where it differs from what is stored. */
  private stateOtherFacts(index: TurnIndex, turn: TurnIndex, match: KeyedTurn | undefined): TraceEvent[] {
    const statedTurn = this.comparison.fresh.turns.find((keyedTurn) => keyedTurn.index === index);
    if (statedTurn === undefined || match === undefined || statedTurn.facts === match.facts) return [];
    const text = `Another file says of this call: ${statedTurn.facts}`.slice(0, NOTE_CHARS_MAX);
    const { session } = this;
    return [nameByContent({ type: "annotation.added", id: "", session, at: null, turn, text })];
  }

  mergeStarts(): TraceEvent[] {
    const [stored, fresh] = [this.comparison.stored, this.freshVariant].map(({ events }) =>
      events.find((event) => event.type === "session.started"),
    );
    if (fresh === undefined) return [];
    if (stored === undefined) return [fresh];
    const at = getEarlier(stored.at, fresh.at);
    const notes = [...new Set([...(stored.notes ?? []), ...(fresh.notes ?? [])])];
    return [{ ...stored, at, ...(notes.length > 0 && { notes }) }];
  }

  mergeEnds(last: TurnPlace | undefined): TraceEvent[] {
    if (last?.side !== "fresh") return [];
    const [stored, fresh] = [this.comparison.stored, this.freshVariant].map(({ events }) =>
      events.find((event) => event.type === "session.ended"),
    );
    return fresh === undefined ? [] : [{ ...fresh, id: stored?.id ?? fresh.id }];
  }

  private get session(): string {
    return this.comparison.stored.events[0]?.session ?? "";
  }

  private ownEvent(event: TraceEvent): TraceEvent {
    const complete = event.type === "turn.recorded" ? this.addTexts(event) : event;
    for (const { id } of listStatedBlocks(complete)) this.stated.add(id);
    return nameByContent(complete);
  }

  private addTexts(event: TurnEvent): TurnEvent {
    const { window } = event;
    if (window === undefined) return event;
    const stateInFull = (entry: WindowEntryStatement): WindowEntryStatement => {
      if (typeof entry !== "string" || this.stated.has(entry)) return entry;
      return this.sides.fresh.windows.getStatement(entry) ?? entry;
    };
    return {
      ...event,
      window: {
        ...window,
        ...(window.entries && { entries: window.entries.map(stateInFull) }),
        ...(window.append && { append: window.append.map(stateInFull) }),
        ...(window.change && { change: window.change.map(stateInFull) }),
        ...(window.insert && {
          insert: window.insert.map(({ after, entries }) => ({ after, entries: entries.map(stateInFull) })),
        }),
      },
    };
  }
}

function makeSide(variant: Variant): { windows: WholeWindows; around: AroundTurns } {
  return {
    windows: new WholeWindows(variant.recording, variant.events),
    around: new AroundTurns(variant),
  };
}

/** An event and how many turns after its call it stands. An edit after the last call belongs to the turn that never came. */
interface Near {
  readonly event: TraceEvent;
  readonly behind: number;
}

class AroundTurns {
  private readonly byTurn: ReadonlyMap<TurnIndex, Near[]>;

  constructor({ events, turns }: Variant) {
    const [first = 0, ...later] = turns.map(({ index }) => index);
    const near = sortInOrder(events).filter(({ event }) => !OF_SESSION.has(event.type));
    let turn = first;
    this.byTurn = groupBy(
      near.map(({ event, key }) => {
        while (later[0] !== undefined && later[0] <= key.turn) turn = later.shift() ?? turn;
        const behind = Number.isFinite(key.turn) ? Math.max(0, key.turn - turn) : 0;
        return { event, behind, turn };
      }),
      (turnEvent) => turnEvent.turn,
    );
  }

  of(turn: TurnIndex): readonly Near[] {
    return this.byTurn.get(turn) ?? [];
  }
}

const OF_SESSION: ReadonlySet<TraceEvent["type"]> = new Set(["session.started", "session.ended"]);

function getEarlier(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

function describeSaid({ kind, content, id }: BlockStatement): string {
  return `${kind} ${content ?? id}`;
}
