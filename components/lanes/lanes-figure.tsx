import { lazy, Suspense } from "react";
import { describeEvictions } from "@/lib/view/lanes/lane-words";
import type { MinimapBar } from "@/lib/view/chart/minimap";
import type { LaneRow, LaneRows } from "@/lib/view/lanes/rows";
import { AXIS_HEIGHT } from "@/lib/view/lanes/lane-view";
import { makeLaneScene } from "@/lib/view/lanes/scene";
import { buildLaneTable, listLaneTableRows } from "@/lib/view/lanes/table";
import type { TurnRange } from "@/lib/view/chart/scale";
import { makeLinearScale } from "@/lib/view/chart/scale";
import { writeSvg } from "@/lib/view/chart/shapes";
import type { FindingMark } from "@/lib/view/findings/markers";
import type { LossMark } from "@/lib/view/losses/loss-marks";
import { listLossMarkers } from "@/lib/view/losses/loss-marks";
import { MARKER_LOOK, MarkerRow } from "../charts/marker-row";
import { FindingMarks } from "../findings/finding-marks";
import { FigureFrame } from "../charts/figure-frame";
import { Minimap } from "../charts/minimap";
import { themeColors } from "../charts/theme-color";
import { useWidth } from "../charts/use-width";
import { LanesCanvas, lanesHeight } from "./lanes-canvas";
import { EVICTION_HOWS } from "@/lib/core/vocabulary";
import { Hinted } from "../ui/hinted";
import { HowGlyph } from "../ui/how-glyph";

const LanesTable = lazy(() => import("./lanes-table"));

const LABEL_WIDE_PX = 260;
/** The marks above the lanes and the whole session below them. */
const ROUND_PX = 110;
const LABEL_NARROW_PX = 132;
const NARROW_PX = 560;
const PLOT_RIGHT_PX = 10;
const EXPORT_ROWS_MAX = 2_000;
const EXPORT_ROW_PX = 20;

interface Props {
  sessionId: string;
  rows: LaneRows;
  marks: readonly FindingMark[];
  density: readonly MinimapBar[];
  whole: TurnRange;
  range: TurnRange | null;
  cursor: number | null;
  selected: string | null;
  losses: readonly LossMark[];
  spoken: string;
  fit: boolean;
  asTable: boolean;
  controls: React.ReactNode;
  note: React.ReactNode;
  onPick: (row: LaneRow, turn: number | null) => void;
  onTurn: (turn: number) => void;
  onRange: (range: TurnRange | null) => void;
  onTable: (on: boolean) => void;
}

export function LanesFigure(props: Props) {
  const { rows, whole, asTable } = props;
  const [frame, width] = useWidth<HTMLDivElement>();
  const range = props.range ?? whole;
  const lossesShown = props.losses.filter(({ turn }) => turn >= range.from && turn <= range.to);
  const labelWidth = width < NARROW_PX ? LABEL_NARROW_PX : LABEL_WIDE_PX;
  const svg = () => {
    const drawn = rows.rows.slice(0, EXPORT_ROWS_MAX);
    const height = drawn.length * EXPORT_ROW_PX + AXIS_HEIGHT;
    const shapes = makeLaneScene({
      rows: drawn,
      range,
      lastTurn: whole.to,
      width,
      height,
      scrollTop: 0,
      rowHeight: EXPORT_ROW_PX,
      labelWidth,
      cursor: props.cursor,
      selected: props.selected,
      losses: props.losses,
    });
    const about = { width, height, title: rows.summary, source: window.location.href };
    return writeSvg(shapes, about, themeColors());
  };
  const tableRows = () => listLaneTableRows(rows.rows);
  return (
    <FigureFrame
      title="evictions"
      summary={rows.summary}
      asTable={asTable}
      onTable={props.onTable}
      data={() => buildLaneTable(tableRows())}
      svg={svg}
      controls={props.controls}
      legend={<LaneLegend />}
      note={props.note}
    >
      {/* The room of the lanes is kept free until the width is known, so that nothing below moves. */}
      <div ref={frame} style={{ minHeight: asTable ? undefined : lanesHeight(rows.rows.length) + ROUND_PX }}>
        {asTable && (
          <Suspense>
            <LanesTable
              sessionId={props.sessionId}
              rows={tableRows()}
              selected={props.selected}
              onSelect={(blockId) => {
                const row = rows.rows.find((r) => r.type === "lane" && r.lane.id === blockId);
                if (row !== undefined) props.onPick(row, null);
              }}
            />
          </Suspense>
        )}
        {!asTable && width > 0 && (
          <>
            {/* Findings and losses come after the page: their room is kept. */}
            <FindingMarks
              sessionId={props.sessionId}
              marks={props.marks}
              scale={makeLinearScale([range.from, range.to + 1], [labelWidth, width - PLOT_RIGHT_PX])}
              width={width}
              half={0.5}
              onPick={props.onTurn}
            />
            <MarkerRow
              markers={listLossMarkers(lossesShown)}
              scale={makeLinearScale([range.from, range.to + 1], [labelWidth, width - PLOT_RIGHT_PX])}
              width={width}
              half={0}
              onPick={props.onTurn}
            />
            <LanesCanvas {...props} rows={rows.rows} range={range} width={width} labelWidth={labelWidth} />
            <div className="mt-2">
              <Minimap
                bars={props.density}
                whole={whole}
                range={props.range}
                scale={makeLinearScale([whole.from, whole.to + 1], [labelWidth, width - PLOT_RIGHT_PX])}
                width={width}
                onRange={props.onRange}
                shows="blocks that left, by turn"
                valueWords={describeEvictions}
              />
            </div>
          </>
        )}
      </div>
    </FigureFrame>
  );
}

function LaneLegend() {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
      {EVICTION_HOWS.map((how) => (
        <li key={how} className="flex items-center gap-1">
          <HowGlyph how={how} />
          {how}
        </li>
      ))}
      <li className="flex items-center gap-1">
        <svg width="11" height="14" viewBox="-5.5 0 11 14" aria-hidden>
          <path d={MARKER_LOOK.loss.path(1)} fill={MARKER_LOOK.loss.color} />
        </svg>
        the prompt cache was lost
      </li>
      <li className="flex items-center gap-1">
        <svg width="22" height="8" aria-hidden>
          <path d="M0 4h22" stroke="var(--ink-3)" strokeWidth="1.5" strokeDasharray="1.5 3" />
        </svg>
        <Hinted label="a reference stays" />
      </li>
      <li className="flex items-center gap-1">
        <svg width="9" height="9" aria-hidden>
          <circle cx="4.5" cy="4.5" r="3.5" fill="none" stroke="var(--state-dangling)" strokeWidth="1.5" />
        </svg>
        <Hinted label="fetched again" />
      </li>
      <li className="flex items-center gap-1">
        <svg width="6" height="11" aria-hidden>
          <path d="M3 0v6M3 8.5v1.5" stroke="var(--state-dangling)" strokeWidth="2" />
        </svg>
        needed later
      </li>
    </ul>
  );
}
