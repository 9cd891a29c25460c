import type { EvictionHow } from "@/lib/core/vocabulary";
import { count, plural } from "./format";
import { revealText } from "./trace-text";

export interface ShownMatch {
  readonly blockId: string;
  readonly turn: number | null;
  readonly text: string;
  /** How many blocks of the session hold the words, as far as they were counted. */
  readonly hits: number;
  readonly hasMore: boolean;
  /** When the text stood in the window, in order. */
  readonly stood: readonly {
    readonly from: number;
    readonly to: number | null;
    readonly how: EvictionHow | null;
  }[];
}

/** The life of a text in a session's windows: bars between 0 and 1 of its turns. */
export interface MatchLane {
  readonly bars: readonly { readonly x: number; readonly width: number; readonly left: boolean }[];
  readonly words: string;
}

export interface MatchLine {
  readonly href: string;
  /** "in 3 blocks, first at turn 4" */
  readonly place: string;
  readonly pieces: readonly { readonly text: string; readonly isFound: boolean }[];
  /** `null` where the text stood in no window that is known. */
  readonly lane: MatchLane | null;
}

/** @param turns of the session */
export function matchLine(
  sessionId: string,
  { blockId, turn, text, stood, hits, hasMore }: ShownMatch,
  turns: number,
): MatchLine {
  const line = text.replace(/\s+/g, " ").trim();
  const pieces = line
    .split(/(\ue000[^\ue000\ue001]*\ue001)/)
    .filter((piece) => piece !== "")
    .map((piece) => ({
      text: revealText(piece.replace(/[\ue000\ue001]/g, "")),
      isFound: piece.startsWith("\ue000"),
    }));
  const [lead, ...rest] = pieces;
  const cut = lead === undefined || lead.isFound ? lead : { ...lead, text: endOf(lead.text) };
  return {
    href: `/sessions/${encodeURIComponent(sessionId)}/blocks/${encodeURIComponent(blockId)}`,
    place: placeWords(hits, hasMore, turn),
    pieces: cut === undefined ? [] : [cut, ...rest],
    lane: drawLife(stood, turns),
  };
}

function placeWords(hits: number, hasMore: boolean, turn: number | null): string {
  const blocks = hasMore ? `in ${count(hits)} or more blocks` : `in ${plural(hits, "block")}`;
  return turn === null ? blocks : `${blocks}, first at turn ${turn}`;
}

/** @param turns of the session. `null` where it stood in no window that is known */
export function drawLife(stood: ShownMatch["stood"], turns: number): MatchLane | null {
  const [first, last] = [stood[0], stood.at(-1)];
  if (first === undefined || last === undefined || turns === 0) return null;
  const end = Math.max(turns, ...stood.map(({ from, to }) => (to ?? from) + 1));
  const until =
    last.to === null || last.how === null ? "until the end" : `until turn ${last.to}, then ${last.how}`;
  const between = stood.length > 1 ? `, with ${stood.length - 1} changes between` : "";
  return {
    bars: stood.map(({ from, to, how }) => ({
      x: from / end,
      width: ((to ?? end - 1) + 1 - from) / end,
      left: how !== null,
    })),
    words: `in the window from turn ${first.from} ${until}${between}`,
  };
}

const LEAD_CHARS = 24;

/** So little of what stands before a hit that the hit is seen also where there is room for one line only. */
function endOf(text: string): string {
  if (text.length <= LEAD_CHARS) return text;
  const end = text.slice(-LEAD_CHARS);
  const space = end.indexOf(" ");
  return `…${(space === -1 ? end : end.slice(space + 1)).toWellFormed()}`;
}
