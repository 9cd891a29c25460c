import { at } from "../../assert";
import type { TurnIndex } from "../../units";
import type { Mode } from "../../vocabulary";
import type { ENTRY_FACTS } from "../block-facts";
import type { Learned } from "../fact";
import type { StandingEntry } from "./entries";
import { NO_ENTRY_FACTS } from "./entries";
import type { FoldedEviction } from "./folded-eviction";
import { findLongestAscending } from "./longest-ascending";
import type { Slot } from "./slot-list";
import { SlotList } from "./slot-list";
import { Marks } from "./touched";

/** An entry of the window, with the turns in which it stood in this form. */
export interface OpenResidency extends Learned<typeof ENTRY_FACTS> {
  block: number;
  version: number;
  mode: Mode;
  /** The turn in which the block entered, even if its mode, text or place changed later. */
  since: TurnIndex;
  from: TurnIndex;
  to: TurnIndex | null;
  rank: number;
  continues: boolean;
  eviction: FoldedEviction | null;
}

export interface WindowChange {
  readonly entered: number[];
  readonly left: number[];
  readonly changed: { before: number; after: number }[];
  /** Blocks that entered in a shorter form than is known of them: `before` is their residency in full, which covers no turn. */
  readonly cut: { before: number; after: number }[];
}

/**
 * If neighbours are closer than this, the following slots get new ranks. The value is far above the spacing of doubles
 * in that range.
 */
const RANK_GAP_MIN = 1e-6;

/**
 * The window from turn to turn: a linked list of slots in the order that the model saw. A change costs what it touches;
 * a window stated whole costs its length. A slot keeps its rank while its residency lives. So sorting the residencies
 * of any past turn by rank gives the order of that window. Of `b~` only a reference stands:
 *
 *     turn 0: a b c
 *     turn 1: a d c
 *     turn 2: a d~ c
 *     turn 3: c a d~
 *
 *     residency 0: a turns 0- rank 0
 *     residency 1: b turns 0-0 rank 1     it left with turn 1
 *     residency 2: c turns 0-2 rank 2
 *     residency 3: d turns 1-1 rank 1     it came between a and c
 *     residency 4: d~ turns 2- rank 1     its mode changed: a new residency in the same place
 *     residency 5: c turns 3- rank -1     it moved before a: a new residency in another place
 */
export class WindowState {
  readonly residencies: OpenResidency[] = [];
  readonly touched = new Marks();
  private readonly slots = new Map<number, Slot>();
  private readonly history: (number[] | undefined)[] = [];
  private readonly list = new SlotList();
  private turn: TurnIndex = -1;
  private previous: TurnIndex = -1;
  private change: WindowChange = { entered: [], left: [], changed: [], cut: [] };

  get size(): number {
    return this.slots.size;
  }

  has(block: number): boolean {
    return this.slots.has(block);
  }

  getStanding(block: number): StandingEntry | undefined {
    return this.slots.get(block)?.standing;
  }

  historyOf(block: number): readonly number[] {
    return this.history[block] ?? [];
  }

  /** The residency of `block` that covers `turn`; `undefined` if the block did not stand in that window. */
  findStandingAt(block: number, turn: TurnIndex): OpenResidency | undefined {
    const indexes = this.historyOf(block);
    for (let i = indexes.length - 1; i >= 0; i--) {
      const residency = this.residencies[indexes[i] ?? -1];
      if (residency === undefined || residency.from > turn) continue;
      return residency.to === null || residency.to >= turn ? residency : undefined;
    }
    return undefined;
  }

  /** Starts the window of `turn`. Blocks that leave now were last seen in the previous turn's window. */
  begin(turn: TurnIndex): void {
    this.previous = this.turn;
    this.turn = turn;
    this.change = { entered: [], left: [], changed: [], cut: [] };
  }

  takeChange(): WindowChange {
    return this.change;
  }

  /** Replaces the whole window. Entries that name a block a second time are ignored; returns how many were ignored. */
  setAll(statedEntries: readonly StandingEntry[]): number {
    const seenBlocks = new Set<number>();
    const entries = statedEntries.filter(({ block }) => !seenBlocks.has(block) && seenBlocks.add(block));
    let slot = this.list.first;
    let matched = 0;
    for (; slot !== null && slot.standing.block === entries[matched]?.block; slot = slot.next, matched++) {
      this.restand(slot, entries[matched] as StandingEntry);
    }
    this.setRest(slot, entries.slice(matched));
    return statedEntries.length - entries.length;
  }

  remove(block: number): boolean {
    const slot = this.slots.get(block);
    if (slot === undefined) return false;
    this.list.unlink(slot);
    this.slots.delete(block);
    this.close(slot, true);
    return true;
  }

  restandBlock(entry: StandingEntry): boolean {
    const slot = this.slots.get(entry.block);
    if (slot === undefined) return false;
    this.restand(slot, entry);
    return true;
  }

  /**
   * Inserts entries after a block, at the front for `null`, at the end for `undefined`. Entries that already stand
   * move.
   */
  insert(after: number | null | undefined, run: readonly StandingEntry[]): void {
    const moved = run.map((entry) => this.detachForMove(entry.block));
    const { last } = this.list;
    const anchor = after === undefined ? last : after === null ? null : (this.slots.get(after) ?? last);
    this.linkRun(anchor, run, moved);
  }

  /**
   * Gives a block that entered in this turn, and never stood before, a residency in full that ends before the turn. It takes the
   * number of the one that stands, so that the residencies of a block are in order.
   */
  putCut(index: number, full: number): void {
    const stands = this.getResidency(index);
    const after = this.residencies.length;
    const slot = this.slots.get(stands.block);
    if (slot === undefined) return;
    this.residencies.push(stands);
    const cut = { mode: "full", version: full, to: this.previous } as const;
    this.residencies[index] = { ...stands, ...NO_ENTRY_FACTS, ...cut };
    this.history[stands.block] = [index, after];
    slot.residency = after;
    this.touched.add(index);
    this.touched.add(after);
    this.change.entered[this.change.entered.indexOf(index)] = after;
    this.change.cut.push({ before: index, after });
  }

  getResidency(index: number): OpenResidency {
    return at(this.residencies, index);
  }

  /** The standings in order. Linear in the window; for tests and snapshots. */
  *listInOrder(): Generator<StandingEntry & { rank: number }> {
    for (const slot of this.list.from(this.list.first)) yield { rank: slot.rank, ...slot.standing };
  }

  private setRest(old: Slot | null, entries: readonly StandingEntry[]): void {
    const place = new Map(entries.map((entry, i) => [entry.block, i]));
    const slots: Slot[] = [];
    for (const slot of this.list.from(old)) {
      if (place.has(slot.standing.block)) slots.push(slot);
      else this.remove(slot.standing.block);
    }
    const inPlace = findLongestAscending(slots.map((slot) => place.get(slot.standing.block) ?? -1));
    const anchors = new Set(inPlace.map((i) => entries[i]?.block));
    let anchor = old === null ? this.list.last : old.prev;
    for (let i = 0; i < entries.length;) {
      const entry = entries[i] as StandingEntry;
      if (anchors.has(entry.block)) {
        anchor = this.slots.get(entry.block) ?? anchor;
        if (anchor !== null) this.restand(anchor, entry);
        i++;
        continue;
      }
      const run: StandingEntry[] = [];
      for (; i < entries.length && !anchors.has(entries[i]?.block); i++)
        run.push(entries[i] as StandingEntry);
      const moved = run.map(({ block }) => this.detachForMove(block));
      anchor = this.linkRun(anchor, run, moved);
    }
  }

  private detachForMove(block: number): Slot | null {
    const slot = this.slots.get(block);
    if (slot === undefined) return null;
    this.list.unlink(slot);
    return slot;
  }

  private linkRun(
    anchor: Slot | null,
    run: readonly StandingEntry[],
    moved: readonly (Slot | null)[],
  ): Slot | null {
    const following = anchor === null ? this.list.first : anchor.next;
    const low = anchor?.rank ?? (following === null ? -1 : following.rank - run.length - 1);
    const step = following === null ? 1 : (following.rank - low) / (run.length + 1);
    let before = anchor;
    run.forEach((entry, i) => {
      const rank = low + step * (i + 1);
      const slot = moved[i] ?? null;
      before = slot === null ? this.open(entry, rank, before) : this.relink(slot, entry, rank, before);
    });
    if (step < RANK_GAP_MIN && following !== null) this.spreadFrom(anchor?.next ?? this.list.first);
    return before;
  }

  private spreadFrom(start: Slot | null): void {
    for (const slot of this.list.from(start)) {
      this.rerank(slot, (slot.prev?.rank ?? slot.rank - 1) + 1);
    }
  }

  private open(entry: StandingEntry, rank: number, before: Slot | null): Slot {
    const slot: Slot = {
      standing: entry,
      rank,
      residency: this.newResidency(entry, rank, false, this.turn),
      prev: null,
      next: null,
    };
    this.slots.set(entry.block, slot);
    this.list.link(slot, before);
    this.change.entered.push(slot.residency);
    return slot;
  }

  private relink(slot: Slot, entry: StandingEntry, rank: number, before: Slot | null): Slot {
    this.list.link(slot, before);
    this.rerank(slot, rank);
    this.restand(slot, entry);
    return slot;
  }

  private rerank(slot: Slot, rank: number): void {
    slot.rank = rank;
    this.replaceResidency(slot, true);
  }

  private restand(slot: Slot, entry: StandingEntry): void {
    const { mode, version } = slot.standing;
    if (mode === entry.mode && version === entry.version) return;
    slot.standing = entry;
    const before = slot.residency;
    this.replaceResidency(slot, mode === entry.mode);
    if (slot.residency !== before) this.change.changed.push({ before, after: slot.residency });
  }

  /** Closes the slot's residency and opens another. A residency that began in this turn is corrected instead. */
  private replaceResidency(slot: Slot, continues: boolean): void {
    const residency = this.getResidency(slot.residency);
    if (residency.from === this.turn) {
      Object.assign(residency, slot.standing);
      residency.rank = slot.rank;
      this.touched.add(slot.residency);
      return;
    }
    this.close(slot, false);
    slot.residency = this.newResidency(slot.standing, slot.rank, continues, residency.since);
  }

  private newResidency(entry: StandingEntry, rank: number, continues: boolean, since: TurnIndex): number {
    const index = this.residencies.length;
    this.residencies.push({
      since,
      from: this.turn,
      to: null,
      rank,
      continues,
      eviction: null,
      ...entry,
    });
    const history = this.history[entry.block];
    if (history === undefined) this.history[entry.block] = [index];
    else history.push(index);
    return index;
  }

  private close(slot: Slot, leaves: boolean): void {
    const residency = this.getResidency(slot.residency);
    residency.to = this.previous;
    this.touched.add(slot.residency);
    if (leaves) this.change.left.push(slot.residency);
  }
}
