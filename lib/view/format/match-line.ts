import { visibleText } from "./trace-text";

export interface ShownMatch {
  readonly blockId: string;
  readonly turn: number | null;
  readonly text: string;
}

export interface MatchLine {
  readonly href: string;
  readonly turn: string;
  readonly pieces: readonly { readonly text: string; readonly isFound: boolean }[];
}

export function matchLine(sessionId: string, { blockId, turn, text }: ShownMatch): MatchLine {
  const line = text.replace(/\s+/g, " ").trim();
  const pieces = line
    .split(/(\ue000[^\ue000\ue001]*\ue001)/)
    .filter((piece) => piece !== "")
    .map((piece) => ({
      text: visibleText(piece.replace(/[\ue000\ue001]/g, "")),
      isFound: piece.startsWith("\ue000"),
    }));
  return {
    href: `/sessions/${encodeURIComponent(sessionId)}/blocks/${encodeURIComponent(blockId)}`,
    turn: turn === null ? "" : `turn ${turn}`,
    pieces,
  };
}
