export const PAGE_ROWS = 200;
