import type { MarkedPiece } from "../format/marked-text";
import { markedPieces } from "../format/marked-text";
import { visibleText } from "../format/trace-text";

interface Around {
  readonly text: string;
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** Compares as marking does: exactly, else ignoring case. */
export function showsValue(text: string, value: string): boolean {
  return markedPieces(visibleText(text), value).some(({ isMarked }) => isMarked);
}

/** "…" shows where the text goes on before or after the piece. */
export function piecesAround({ text, isCutBefore, isCutAfter }: Around, value: string): MarkedPiece[] {
  const plain = (said: string) => ({ text: said, isMarked: false });
  return [
    ...(isCutBefore ? [plain("…")] : []),
    ...markedPieces(visibleText(text), value),
    ...(isCutAfter ? [plain("…")] : []),
  ];
}
