import type { TurnIndex } from "../../units";
import type { EvictionFacts } from "./evictions";

/**
 * Closes the loop of what left and was fetched again: the same tool called with the same arguments, or the same file
 * read by whatever call. What comes back is another block, so the window itself shows no return.
 */
export class Refetches {
  private readonly awaited = new Map<string, EvictionFacts[]>();

  /** Notes that something left which can be had again under each of `sources`. */
  left(eviction: EvictionFacts, sources: readonly string[]): void {
    for (const source of sources) {
      const list = this.awaited.get(source);
      if (list === undefined) this.awaited.set(source, [eviction]);
      else list.push(eviction);
    }
  }

  /**
   * Notes that a call of `turn` fetched from `source`.
   * @returns the evictions that this closes: those of what was gone when the call was made
   */
  fetched(source: string, turn: TurnIndex): EvictionFacts[] {
    const list = this.awaited.get(source);
    if (list === undefined) return [];
    const closed: EvictionFacts[] = [];
    const open: EvictionFacts[] = [];
    for (const eviction of list) {
      if (eviction.turn > turn) open.push(eviction);
      else if (eviction.refetchedTurn === null && !isBackAt(eviction, turn)) {
        eviction.refetchedTurn = turn;
        closed.push(eviction);
      }
    }
    if (open.length === 0) this.awaited.delete(source);
    else this.awaited.set(source, open);
    return closed;
  }
}

function isBackAt({ reenteredTurn }: EvictionFacts, turn: TurnIndex): boolean {
  return reenteredTurn !== null && reenteredTurn <= turn;
}

/** The source that a call is: its tool and canonical arguments. */
export function callSource(callKey: string): string {
  return `call ${callKey}`;
}

/** The source that a file is. */
export function pathSource(path: string): string {
  return `path ${path}`;
}
