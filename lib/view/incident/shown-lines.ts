import { count } from "../format/format";

/** Lines of a long timeline that are there from the start. */
const LINES_FIRST = 500;

/** The lines to show, and what to say when these are not all. */
export function listShownLines<L>(
  lines: readonly L[],
  isWhole: boolean,
): { readonly shown: readonly L[]; readonly words: string | null } {
  if (isWhole || lines.length <= LINES_FIRST) return { shown: lines, words: null };
  return {
    shown: lines.slice(0, LINES_FIRST),
    words: `The first ${count(LINES_FIRST)} of ${count(lines.length)} lines.`,
  };
}
