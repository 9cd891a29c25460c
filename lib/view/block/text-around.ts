import type { MarkedPiece } from "../format/marked-text";
import { markedPieces } from "../format/marked-text";
import { visibleText } from "../format/trace-text";

interface Around {
  readonly text: string;
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** Whether a text says a value as marking finds it: exactly, or but for case. */
export function saysValue(text: string, value: string): boolean {
  return markedPieces(visibleText(text), value).some(({ isMarked }) => isMarked);
}

/** The text around a value, marked, with "…" where more stands before or after it. */
export function piecesAround({ text, isCutBefore, isCutAfter }: Around, value: string): MarkedPiece[] {
  const plain = (said: string) => ({ text: said, isMarked: false });
  return [
    ...(isCutBefore ? [plain("…")] : []),
    ...markedPieces(visibleText(text), value),
    ...(isCutAfter ? [plain("…")] : []),
  ];
}
