import { useVirtualizer } from "@tanstack/react-virtual";
import type { SectionLine } from "@/lib/view/turn/sections";
import { buildWindowOutline } from "@/lib/view/turn/sections";
import { useWindowScroll } from "./use-window-scroll";
import { ABOVE_ROWS, AllLines, heightOf, topsOf, VisibleLines } from "./window-lines";
import { WindowOutline } from "./window-outline";

const ALL_LINES_MAX = 80;
const FIRST_SIGHT = { width: 800, height: 900 };

interface Props {
  sessionId: string;
  turn: number;
  lines: readonly SectionLine[];
  opensAt: number | null;
  chosen: number | null;
  value: string | null;
  /** The line to jump to. A new object jumps again. */
  jump: { readonly at: number } | null;
  onUnfold: (key: string) => void;
}

export function WindowList({ sessionId, turn, lines, opensAt, chosen, value, jump, onUnfold }: Props) {
  const tops = topsOf(lines);
  const { box, sight, goTo, onScroll, onOwnScroll } = useWindowScroll({
    sessionId,
    turn,
    lines,
    tops,
    opensAt,
    chosen,
    jump,
  });
  // oxlint-disable-next-line react-hooks/incompatible-library -- the list is redrawn on every scroll on purpose
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: (i) => heightOf(lines[i]),
    overscan: 12,
    initialRect: FIRST_SIGHT,
    initialOffset: tops[Math.max(0, (chosen ?? opensAt ?? 0) - ABOVE_ROWS)] ?? 0,
    getItemKey: (i) => lines[i]?.key ?? i,
  });
  const marked = jump?.at ?? chosen;
  const drawn = { sessionId, turn, lines, marked, value: marked === chosen ? value : null, onUnfold };
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
        {lines.length <= ALL_LINES_MAX ? (
          <AllLines {...drawn} />
        ) : (
          <VisibleLines
            items={virtualizer.getVirtualItems()}
            height={virtualizer.getTotalSize()}
            {...drawn}
          />
        )}
      </div>
      <WindowOutline stripes={buildWindowOutline(lines)} sight={sight} onPick={goTo} />
    </div>
  );
}
