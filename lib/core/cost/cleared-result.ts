import type { Tokens } from "../units";

/** Stands for a server's own words in place of a cleared result. They are not published; published totals fit this length. */
export const CLEARED_PLACEHOLDER = "[Tool result cleared by the API.]";

/** Published runs never cleared smaller results: they save nothing. */
export const TINY_RESULT_TOKENS: Tokens = 13;
