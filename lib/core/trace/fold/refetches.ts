import { addToGroup } from "../../group-by";
import type { Source } from "../../source/source";
import { isSameSource } from "../../source/source";
import type { TurnIndex } from "../../units";
import type { FoldedEviction } from "./folded-eviction";

/** How many results of one source are remembered. The newest usually stand longest. */
const NEWEST_MAX = 4;

interface Awaited {
  readonly eviction: FoldedEviction;
  readonly source: Source;
  readonly changes: number;
}

/**
 * Matches evictions with later fetches from the same source. A fetch brings another block, so the window itself shows
 * no return. A failed fetch counts until another one succeeds.
 */
export class Refetches {
  private readonly awaited = new Map<string, Awaited[]>();
  private readonly results = new Map<string, { readonly source: Source; readonly block: number }[]>();
  private readonly settled = new Set<FoldedEviction>();
  private readonly closedBy = new Map<number, readonly Awaited[]>();

  noteArrival(source: Source, block: number): void {
    const list = this.results.get(source.key) ?? [];
    if (list.some((awaited) => awaited.block === block)) return;
    this.results.set(source.key, [...list.slice(1 - NEWEST_MAX), { source, block }]);
  }

  listNewest(source: Source): number[] {
    const list = this.results.get(source.key) ?? [];
    return list.filter((awaited) => isSameSource(awaited.source, source)).map(({ block }) => block);
  }

  /**
   * Notes that something left that each of `sources` can bring back. The result of a command can come back only while
   * nothing has changed.
   */
  noteDeparture(eviction: FoldedEviction, sources: readonly Source[], changes: number): void {
    for (const source of sources) this.await({ eviction, source, changes });
  }

  /**
   * Notes that a call of `turn` fetched from `source`.
   * @returns the evictions that this closes: those of blocks that were gone when the call was made
   */
  noteFetch(source: Source, by: number, turn: TurnIndex, changes: number): FoldedEviction[] {
    const list = this.awaited.get(source.key);
    if (list === undefined) return [];
    const closed: Awaited[] = [];
    const open: Awaited[] = [];
    for (const awaited of list) {
      const { eviction } = awaited;
      if (eviction.turn > turn) open.push(awaited);
      else if (this.settled.has(eviction) || isBackAt(eviction, turn)) continue;
      else if (source.isCommand && awaited.changes !== changes) continue;
      else if (isSameSource(awaited.source, source)) closed.push(awaited);
      else open.push(awaited);
    }
    for (const { eviction } of closed) {
      eviction.refetchedTurn = turn;
      this.settled.add(eviction);
    }
    if (closed.length > 0) this.closedBy.set(by, closed);
    if (open.length === 0) this.awaited.delete(source.key);
    else this.awaited.set(source.key, open);
    return closed.map(({ eviction }) => eviction);
  }

  noteFailure(by: number): void {
    for (const awaited of this.closedBy.get(by) ?? []) {
      this.settled.delete(awaited.eviction);
      this.await(awaited);
    }
    this.closedBy.delete(by);
  }

  private await(awaited: Awaited): void {
    addToGroup(this.awaited, awaited.source.key, awaited);
  }
}

function isBackAt({ reenteredTurn }: FoldedEviction, turn: TurnIndex): boolean {
  return reenteredTurn !== null && reenteredTurn <= turn;
}
