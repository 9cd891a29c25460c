import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { SectionLine } from "@/lib/view/turn/sections";
import { windowOutline } from "@/lib/view/turn/sections";
import { keepPlace, keptPlace } from "./kept-place";
import { WindowOutline } from "./window-outline";
import { WindowRow } from "./window-row";

const ROW_PX = 44;
const HEAD_PX = 30;
const VIRTUAL_ABOVE = 80;
/** The size that is assumed before the browser has measured the list. */
const FIRST_SIGHT = { width: 800, height: 900 };
const ABOVE_ROWS = 2;

interface Props {
  sessionId: string;
  turn: number;
  lines: readonly SectionLine[];
  opensAt: number | null;
  /** The line that the address asks for, and what is marked in its block's text. */
  chosen: number | null;
  value: string | null;
  /** The line to jump to. A new object jumps again. */
  jump: { readonly at: number } | null;
}

export function WindowList({ sessionId, turn, lines, opensAt, chosen, value, jump }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useState<{ from: number; to: number } | null>(null);
  const tops = topsOf(lines);
  const sizeOf = (i: number) => (lines[i]?.type === "head" ? HEAD_PX : ROW_PX);
  // eslint-disable-next-line react-hooks/incompatible-library -- the list is redrawn on every scroll on purpose
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: sizeOf,
    overscan: 12,
    initialRect: FIRST_SIGHT,
    initialOffset: tops[Math.max(0, (chosen ?? opensAt ?? 0) - ABOVE_ROWS)] ?? 0,
    getItemKey: (i) => lines[i]?.key ?? i,
  });
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
  const marked = jump?.at ?? chosen;
  const isShort = lines.length <= VIRTUAL_ABOVE;
  return (
    <div className="mt-2 flex gap-1 border-y border-line">
      <div
        ref={box}
        tabIndex={0}
        role="group"
        aria-label="Blocks of the window"
        className="max-h-[max(20rem,calc(100vh-22.5rem))] min-w-0 flex-1 overflow-y-auto overscroll-contain"
        onScroll={onScroll}
        onWheel={() => requestAnimationFrame(onOwnScroll)}
        onTouchEnd={() => requestAnimationFrame(onOwnScroll)}
        onKeyUp={(event) => {
          if (/^(Page|Home|End|Arrow(Up|Down)| )/.test(event.key)) onOwnScroll();
        }}
      >
        {isShort ? (
          <ol>
            {lines.map((line, i) => (
              <li key={line.key} style={{ height: sizeOf(i) }} className="border-b border-line">
                <Line
                  sessionId={sessionId}
                  turn={turn}
                  line={line}
                  marked={marked === i}
                  value={marked === chosen ? value : null}
                />
              </li>
            ))}
          </ol>
        ) : (
          <ol className="relative" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map((item) => {
              const line = lines[item.index];
              if (line === undefined) return null;
              return (
                <li
                  key={line.key}
                  aria-setsize={lines.length}
                  aria-posinset={item.index + 1}
                  className="absolute inset-x-0 border-b border-line"
                  style={{ height: item.size, transform: `translateY(${item.start}px)` }}
                >
                  <Line
                    sessionId={sessionId}
                    turn={turn}
                    line={line}
                    marked={marked === item.index}
                    value={marked === chosen ? value : null}
                  />
                </li>
              );
            })}
          </ol>
        )}
      </div>
      <WindowOutline stripes={windowOutline(lines)} sight={sight} onPick={goTo} />
    </div>
  );
}

/** The top of each line in pixels from the first line, and the bottom of the last one. */
function topsOf(lines: readonly SectionLine[]): number[] {
  const tops = [0];
  for (const { type } of lines) tops.push((tops.at(-1) ?? 0) + (type === "head" ? HEAD_PX : ROW_PX));
  return tops;
}

interface LineProps {
  sessionId: string;
  turn: number;
  line: SectionLine;
  marked: boolean;
  value: string | null;
}

function Line({ line, ...rest }: LineProps) {
  if (line.type === "row") return <WindowRow row={line.row} {...rest} />;
  return (
    <div className="flex h-full items-center gap-2 bg-sunken px-2 text-xs">
      <span aria-hidden className="size-2 rounded-xs" style={{ background: line.color }} />
      <span className="font-medium">{line.label}</span>
      <span className="num text-ink-3">{line.detail}</span>
    </div>
  );
}
