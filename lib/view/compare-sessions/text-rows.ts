import { kindColor, kindLabel } from "../chart/palette";
import { tokens } from "../format/format";
import { visibleText } from "../format/trace-text";
import type { MadeText, StandingText } from "./model";

export interface MadeRow {
  readonly key: string;
  readonly href: string;
  readonly name: string;
  readonly text: string;
}

export function madeRows(sessionId: string, list: readonly MadeText[]): MadeRow[] {
  const said = list.filter(({ text }) => text === null || text.trim() !== "");
  return said.map(({ blockId, kind, name, text, isCut }) => ({
    key: blockId,
    href: `/sessions/${encodeURIComponent(sessionId)}/blocks/${encodeURIComponent(blockId)}`,
    name: name === null ? kindLabel(kind) : `calls ${visibleText(name)}`,
    text: text === null ? "The text is not known." : `${visibleText(text)}${isCut ? " …" : ""}`,
  }));
}

export interface StandingRow {
  readonly key: string;
  readonly href: string;
  readonly name: string;
  readonly hint: string;
  readonly color: string;
  readonly tokens: string;
}

export function standingTextRows(sessionId: string, list: readonly StandingText[]): StandingRow[] {
  return list
    .toSorted((x, y) => (y.tokens ?? 0) - (x.tokens ?? 0))
    .map(({ blockId, kind, name, hint, tokens: size, provenance }) => ({
      key: blockId,
      href: `/sessions/${encodeURIComponent(sessionId)}/blocks/${encodeURIComponent(blockId)}`,
      name: visibleText(name ?? kindLabel(kind)),
      hint: visibleText(hint),
      color: kindColor(kind),
      tokens: tokens(size, provenance),
    }));
}
