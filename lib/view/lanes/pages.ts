export interface LanePage {
  readonly offset: number;
  readonly limit: number;
}

/** The first part: more lanes than a screen shows, but few enough to load at once. */
const FIRST: LanePage = { offset: 0, limit: 1_000 };
const PER_PAGE = 10_000;
const BLOCKS_MAX = 50_000;

export function listLanePages(blocks: number): [LanePage, ...LanePage[]] {
  const pages: [LanePage, ...LanePage[]] = [FIRST];
  for (let offset = FIRST.limit; offset < Math.min(blocks, BLOCKS_MAX); offset += PER_PAGE)
    pages.push({ offset, limit: PER_PAGE });
  return pages;
}
