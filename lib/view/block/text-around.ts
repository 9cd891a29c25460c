import type { MarkedPiece } from "../format/marked-text";
import { listMarkedPieces } from "../format/marked-text";
import { revealText } from "../format/trace-text";

interface Around {
  readonly text: string;
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** Compares as marking does: exactly, else ignoring case. */
export function isValueShown(text: string, value: string): boolean {
  return listMarkedPieces(revealText(text), value).some(({ isMarked }) => isMarked);
}

/** "…" shows where the text goes on before or after the piece. */
export function cutPiecesAround({ text, isCutBefore, isCutAfter }: Around, value: string): MarkedPiece[] {
  const plain = (said: string) => ({ text: said, isMarked: false });
  return [
    ...(isCutBefore ? [plain("…")] : []),
    ...listMarkedPieces(revealText(text), value),
    ...(isCutAfter ? [plain("…")] : []),
  ];
}
