import type { Snapshot } from "@/lib/core/incident/snapshot";
import type { StripModel } from "./strip";
import { stripModel } from "./strip";

/** What the image beside a link shows. */
export interface CardModel {
  readonly title: string;
  readonly line: string;
  readonly bars: StripModel["bars"];
}

const TITLE_CHARS = 90;
const BARS_TURNS_MAX = 200;

/** The image of a snapshot, made of what the snapshot holds and nothing else. */
export function cardModel(snapshot: Snapshot): CardModel {
  const strip = stripModel(snapshot);
  const every = Math.ceil(strip.columns.length / BARS_TURNS_MAX);
  const drawn = new Set(strip.columns.filter((_, i) => i % every === 0).map(({ turn }) => turn));
  const bars = strip.bars
    .filter(({ turn }) => drawn.has(turn))
    .map((bar) => ({ ...bar, width: bar.width * every }));
  return { title: drawable(snapshot.title).slice(0, TITLE_CHARS), line: drawable(strip.summary), bars };
}

/** Signs that the font at hand has: for others the drawing library would ask a server on the internet. */
function drawable(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, (sign) => (sign === "█" ? "#" : "?"));
}
