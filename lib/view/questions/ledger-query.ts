/** Rows that are read at a time. */
export const PAGE_ROWS = 200;
