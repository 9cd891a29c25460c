import { plural } from "../format/format";

export function describeMoreFindings(more: number): string {
  return `And ${plural(more, "more")}.`;
}

/** Something else than the turns can have changed. */
export function showNews(turns: number): string {
  return turns > 0 ? `Show ${plural(turns, "new turn")}` : "Show what is new";
}
