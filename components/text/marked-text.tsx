"use client";

import { useEffect, useRef } from "react";
import type { MarkedPiece } from "@/lib/view/format/marked-text";

interface Props {
  pieces: readonly MarkedPiece[];
  scroll?: "center" | "nearest";
}

export function MarkedText({ pieces, scroll = "center" }: Props) {
  const first = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const mark = first.current;
    if (mark !== null && document.querySelector("mark[data-value]") === mark)
      mark.scrollIntoView({ block: scroll });
  }, [scroll]);
  const firstMarked = pieces.findIndex(({ isMarked }) => isMarked);
  return pieces.map((piece, i) =>
    piece.isMarked ? (
      <mark
        key={i}
        data-value
        ref={i === firstMarked ? first : undefined}
        className="rounded-xs bg-warning/25 text-ink"
      >
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
