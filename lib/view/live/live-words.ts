import { plural } from "../format/format";

export function moreFindings(more: number): string {
  return `And ${plural(more, "more")}.`;
}

/** The button that shows what arrived. Something can change without a new turn. */
export function showNews(turns: number): string {
  return turns > 0 ? `Show ${plural(turns, "new turn")}` : "Show what is new";
}
