/** Rows per read. */
export const PAGE_ROWS = 200;
