import { pickKindColor, labelKind } from "../chart/palette";
import { formatTokens } from "../format/format";
import { revealText } from "../format/trace-text";
import type { MadeText, StandingText } from "./model";

export interface MadeRow {
  readonly key: string;
  readonly href: string;
  readonly name: string;
  readonly text: string;
}

export function listMadeRows(sessionId: string, list: readonly MadeText[]): MadeRow[] {
  const said = list.filter(({ text }) => text === null || text.trim() !== "");
  return said.map(({ blockId, kind, name, text, isCut }) => ({
    key: blockId,
    href: `/sessions/${encodeURIComponent(sessionId)}/blocks/${encodeURIComponent(blockId)}`,
    name: name === null ? labelKind(kind) : `calls ${revealText(name)}`,
    text: text === null ? "The text is not known." : `${revealText(text)}${isCut ? " …" : ""}`,
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

export function listStandingTextRows(sessionId: string, list: readonly StandingText[]): StandingRow[] {
  return list
    .toSorted((x, y) => (y.tokens ?? 0) - (x.tokens ?? 0))
    .map(({ blockId, kind, name, hint, tokens: size, provenance }) => ({
      key: blockId,
      href: `/sessions/${encodeURIComponent(sessionId)}/blocks/${encodeURIComponent(blockId)}`,
      name: revealText(name ?? labelKind(kind)),
      hint: revealText(hint),
      color: pickKindColor(kind),
      tokens: formatTokens(size, provenance),
    }));
}
