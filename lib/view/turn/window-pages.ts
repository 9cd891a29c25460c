export const TURN_PAGE_ENTRIES = 1_000;

/** The offset of the last part of a long window, which usually holds the new blocks. */
export function computeLastPageOffset(total: number): number {
  return Math.max(0, Math.ceil(total / TURN_PAGE_ENTRIES) - 1) * TURN_PAGE_ENTRIES;
}
