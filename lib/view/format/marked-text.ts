import { revealText } from "./trace-text";

export interface MarkedPiece {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Splits a text at a value. Falls back to ignoring case when the exact value is not there. */
export function listMarkedPieces(text: string, value: string | null): MarkedPiece[] {
  const wanted = revealText(value ?? "").trim();
  if (wanted === "") return [{ text, isMarked: false }];
  const isExact = text.includes(wanted);
  const [within, needle] = isExact ? [text, wanted] : [text.toLowerCase(), wanted.toLowerCase()];
  if (within.length !== text.length) return [{ text, isMarked: false }];
  const pieces: MarkedPiece[] = [];
  let from = 0;
  for (let at = within.indexOf(needle); at >= 0; at = within.indexOf(needle, from)) {
    if (at > from) pieces.push({ text: text.slice(from, at), isMarked: false });
    from = at + needle.length;
    pieces.push({ text: text.slice(at, from), isMarked: true });
  }
  return from < text.length || pieces.length === 0
    ? [...pieces, { text: text.slice(from), isMarked: false }]
    : pieces;
}
