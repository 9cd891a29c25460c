import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { SectionLine } from "@/lib/view/turn/sections";
import { ABOVE_ROWS, ROW_PX } from "./window-lines";

interface Scrolled {
  sessionId: string;
  turn: number;
  lines: readonly SectionLine[];
  tops: readonly number[];
  opensAt: number | null;
  chosen: number | null;
  jump: { readonly at: number } | null;
}

export function useWindowScroll({ sessionId, turn, lines, tops, opensAt, chosen, jump }: Scrolled) {
  const box = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useState<{ from: number; to: number } | null>(null);
  const topOf = (at: number) => tops[at] ?? 0;
  const firstBelow = (px: number) =>
    Math.max(
      0,
      tops.findIndex((_, i) => topOf(i + 1) > px),
    );
  const scrollTo = (at: number, below = 0) => {
    if (box.current !== null) box.current.scrollTop = Math.max(0, topOf(at) + below);
  };
  const open = useEffectEvent(() => {
    if (chosen !== null) {
      scrollTo(Math.max(0, chosen - ABOVE_ROWS));
      return;
    }
    const place = keptPlace(sessionId);
    const at =
      place === null
        ? -1
        : lines.findIndex((line) => line.type === "row" && line.row.blockId === place.blockId);
    if (place !== null && at >= 0) scrollTo(at, place.below);
    else if (opensAt !== null) scrollTo(Math.max(0, opensAt - ABOVE_ROWS));
  });
  useEffect(() => open(), [turn]);
  const goTo = (at: number) => {
    scrollTo(Math.max(0, at - ABOVE_ROWS));
    box.current?.scrollIntoView({ block: "nearest" });
  };
  const onJump = useEffectEvent(goTo);
  useEffect(() => {
    if (jump !== null) onJump(jump.at);
  }, [jump]);
  const onScroll = () => {
    const element = box.current;
    if (element === null) return;
    const at = firstBelow(element.scrollTop);
    setSight({ from: at, to: Math.min(lines.length - 1, at + Math.ceil(element.clientHeight / ROW_PX)) });
  };
  /** Only a scroll of the reader keeps the place, not a jump of the page. */
  const onOwnScroll = () => {
    const element = box.current;
    const at = firstBelow(element?.scrollTop ?? 0);
    const line = lines.slice(at).find(({ type }) => type === "row");
    if (element === null || line?.type !== "row") return;
    keepPlace({ sessionId, blockId: line.row.blockId, below: Math.max(0, element.scrollTop - topOf(at)) });
  };
  return { box, sight, goTo, onScroll, onOwnScroll };
}

/** The block at the top of the list, and the scroll offset in it. */
interface KeptPlace {
  readonly sessionId: string;
  readonly blockId: string;
  readonly below: number;
}

let kept: KeptPlace | null = null;

/** `null` forgets it; then the next turn opens at its new blocks. */
function keepPlace(place: KeptPlace | null): void {
  kept = place;
}

function keptPlace(sessionId: string): KeptPlace | null {
  return kept?.sessionId === sessionId ? kept : null;
}
