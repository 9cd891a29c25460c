/** A part of a session's blocks, by their order. */
export interface LanePage {
  readonly offset: number;
  readonly limit: number;
}

/** More lanes than a screen shows, and few enough to be there at once. */
const FIRST: LanePage = { offset: 0, limit: 1_000 };
const PER_PAGE = 10_000;
const BLOCKS_MAX = 50_000;

/** The parts in which the lanes of a session are read: what is seen first, then the rest of them up to a bound. */
export function lanePages(blocks: number): [LanePage, ...LanePage[]] {
  const pages: [LanePage, ...LanePage[]] = [FIRST];
  for (let offset = FIRST.limit; offset < Math.min(blocks, BLOCKS_MAX); offset += PER_PAGE)
    pages.push({ offset, limit: PER_PAGE });
  return pages;
}
