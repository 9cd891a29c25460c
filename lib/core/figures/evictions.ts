import type { Eviction } from "../trace/session";
import type { Tokens } from "../units";

/** What the figures need of an eviction. `block` tells blocks apart, by any name. */
export interface CountedEviction extends Pick<
  Eviction,
  "tokensFreed" | "restorable" | "refetchedTurn" | "reenteredTurn"
> {
  readonly block: number | string;
}

export interface EvictionCounts {
  readonly evictions: number;
  /** The tokens that were freed; `null` if something left and no size is known. */
  readonly tokensFreed: Tokens | null;
  readonly restorable: number;
  readonly unrestorable: number;
  /** Blocks, each once, however often they left. */
  readonly blocksLeft: number;
  readonly fetchedAgain: number;
  readonly cameBack: number;
}

/** The only place that counts evictions and what became of them: of a session, a turn, a tool or a range. */
export function countEvictions(evictions: readonly CountedEviction[]): EvictionCounts {
  const countBlocks = (countedEvictions: readonly CountedEviction[]) =>
    new Set(countedEvictions.map(({ block }) => block)).size;
  const sizes = evictions.flatMap(({ tokensFreed }) => tokensFreed ?? []);
  const restorable = evictions.filter((eviction) => eviction.restorable).length;
  return {
    evictions: evictions.length,
    tokensFreed:
      evictions.length > 0 && sizes.length === 0 ? null : sizes.reduce((sum, size) => sum + size, 0),
    restorable,
    unrestorable: evictions.length - restorable,
    blocksLeft: countBlocks(evictions),
    fetchedAgain: countBlocks(evictions.filter(({ refetchedTurn }) => refetchedTurn !== null)),
    cameBack: countBlocks(evictions.filter(({ reenteredTurn }) => reenteredTurn !== null)),
  };
}
