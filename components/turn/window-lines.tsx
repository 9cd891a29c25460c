import type { VirtualItem } from "@tanstack/react-virtual";
import type { SectionLine } from "@/lib/view/turn/sections";
import { WindowRow } from "./window-row";

export const ROW_PX = 44;
export const HEAD_PX = 30;
export const ABOVE_ROWS = 2;

interface Props {
  sessionId: string;
  turn: number;
  lines: readonly SectionLine[];
  marked: number | null;
  value: string | null;
  onUnfold: (key: string) => void;
}

export function AllLines({ lines, marked, value, ...where }: Props) {
  return (
    <ol>
      {lines.map((line, i) => (
        <li key={line.key} style={{ height: heightOf(line) }} className="border-b border-line">
          <Line line={line} marked={marked === i} value={value} {...where} />
        </li>
      ))}
    </ol>
  );
}

interface VisibleProps extends Props {
  items: readonly VirtualItem[];
  height: number;
}

export function VisibleLines({ items, height, lines, marked, value, ...where }: VisibleProps) {
  return (
    <ol className="relative" style={{ height }}>
      {items.map((item) => {
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
            <Line line={line} marked={marked === item.index} value={value} {...where} />
          </li>
        );
      })}
    </ol>
  );
}

/** The top of each line in pixels from the first line, and the bottom of the last one. */
export function topsOf(lines: readonly SectionLine[]): number[] {
  const tops = [0];
  for (const line of lines) tops.push((tops.at(-1) ?? 0) + heightOf(line));
  return tops;
}

export function heightOf(line: SectionLine | undefined): number {
  return line === undefined || line.type === "row" ? ROW_PX : HEAD_PX;
}

interface LineProps {
  sessionId: string;
  turn: number;
  line: SectionLine;
  marked: boolean;
  value: string | null;
  onUnfold: (key: string) => void;
}

function Line({ line, onUnfold, ...rest }: LineProps) {
  if (line.type === "row") return <WindowRow row={line.row} {...rest} />;
  if (line.type === "fold")
    return (
      <button
        type="button"
        className="h-full w-full bg-sunken px-2 text-left text-xs text-ink-2 hover:text-ink"
        aria-expanded={false}
        onClick={() => onUnfold(line.key)}
      >
        ▸ {line.label}
      </button>
    );
  return (
    <div className="flex h-full items-center gap-2 bg-sunken px-2 text-xs">
      <span aria-hidden className="size-2 rounded-xs" style={{ background: line.color }} />
      <span className="font-medium">{line.label}</span>
      <span className="num text-ink-3">{line.detail}</span>
    </div>
  );
}
