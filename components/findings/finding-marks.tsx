import type { FindingMark } from "@/lib/view/findings/markers";
import { pickSeverityLook } from "@/lib/view/severity";
import type { Scale } from "@/lib/view/chart/scale";
import { useFrozen } from "../data/reader";

const HEIGHT = 14;
const STEP_MIN_PX = 6;

export const FINDING_PATHS = {
  serious: "M-4 2h8v8h-8z",
  warning: "M0 2l5 8h-10z",
  note: "M0 6m-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0",
} as const;

/** Centred on the point (0, 6). In a share it has no link. */
export function FindingMarkLink({
  sessionId,
  mark,
  onPick,
}: {
  sessionId: string;
  mark: FindingMark;
  /** Moves the cursor of the figure instead of following the link. */
  onPick: (turn: number) => void;
}) {
  const { turn, severity, label } = mark;
  const frozen = useFrozen();
  const shape = (
    <>
      <title>{label}</title>
      <path d={FINDING_PATHS[severity]} fill={pickSeverityLook(severity).color} />
    </>
  );
  if (frozen) return <g>{shape}</g>;
  return (
    <a
      href={`/sessions/${sessionId}?turn=${turn}`}
      aria-label={label}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onPick(turn);
      }}
    >
      {shape}
    </a>
  );
}

export function FindingMarks({
  sessionId,
  marks,
  scale,
  width,
  half,
  onPick,
}: {
  sessionId: string;
  marks: readonly FindingMark[];
  scale: Scale;
  width: number;
  half: number;
  onPick: (turn: number) => void;
}) {
  const [left, right] = [scale.to(scale.domain[0]), scale.to(scale.domain[1])];
  const placed = marks
    .map((mark) => ({ ...mark, x: scale.to(mark.turn + half) }))
    .filter(({ x }) => x >= left && x <= right);
  return (
    <svg
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="group"
      aria-label="Findings by turn"
      className="block"
    >
      {spaced(placed).map(({ x, ...mark }) => (
        <g key={mark.turn} transform={`translate(${x} 1)`}>
          <FindingMarkLink sessionId={sessionId} mark={mark} onPick={onPick} />
        </g>
      ))}
    </svg>
  );
}

/** When marks would overlap, keeps a serious one, else the first. */
function spaced<M extends FindingMark & { x: number }>(marks: readonly M[]): M[] {
  const kept: M[] = [];
  for (const mark of marks) {
    const last = kept.at(-1);
    if (last === undefined || mark.x - last.x >= STEP_MIN_PX) kept.push(mark);
    else if (mark.severity === "serious" && last.severity !== "serious") kept[kept.length - 1] = mark;
  }
  return kept;
}
