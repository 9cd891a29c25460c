import type { SeriesPoint } from "@/lib/view/answers";
import { lazy, Suspense, useMemo } from "react";
import {
  describeAllTurns,
  describeColumn,
  describeRange,
  describeTokens,
  describeTurns,
} from "@/lib/view/occupancy/words";
import type { MinimapBar } from "@/lib/view/chart/minimap";
import type { Story } from "@/lib/core/story/story-schema";
import { NO_MOMENTS } from "@/lib/view/occupancy/moments";
import { writeStoryText } from "@/lib/view/story/story-words";
import type { OccupancyModel, BandInfo } from "@/lib/view/occupancy/model";
import type { Band, Unit } from "@/lib/view/occupancy/input";
import { listDrawnTokens } from "@/lib/view/occupancy/model";
import { buildOccupancyTable } from "@/lib/view/occupancy/table";
import type { TurnRange } from "@/lib/view/chart/scale";
import { makeLinearScale } from "@/lib/view/chart/scale";
import type { FindingMark } from "@/lib/view/findings/markers";
import { RequestNotes } from "../ui/request-notes";
import { FindingMarks } from "../findings/finding-marks";
import { FigureFrame } from "../charts/figure-frame";
import { Minimap } from "../charts/minimap";
import { PLOT_LEFT, PLOT_RIGHT } from "../charts/plot";
import { useWidth } from "../charts/use-width";
import { DeltaStrip } from "./delta-strip";
import { MarkerLegend } from "./marker-legend";
import { MarkerRow } from "../charts/marker-row";
import { OccupancyChart } from "./occupancy-chart";

const OccupancyTable = lazy(() => import("./occupancy-table"));

const CHART_HEIGHT = 300;
/** All that is drawn: its room is kept until the width is known, so that nothing below moves. */
const FIGURE_HEIGHT = 472;

interface Props {
  sessionId: string;
  turnNote: string | null;
  rangeNote: string | null;
  model: OccupancyModel;
  story: Story | null;
  awaitsLosses: boolean;
  marks: readonly FindingMark[];
  points: readonly SeriesPoint[];
  whole: TurnRange;
  range: TurnRange | null;
  asTable: boolean;
  onTurn: (turn: number) => void;
  onRange: (range: TurnRange | null) => void;
  onHide: (hidden: Band[]) => void;
  onUnit: (unit: Unit) => void;
  onTable: (on: boolean) => void;
}

export function OccupancyFigure(props: Props) {
  const { model, asTable } = props;
  const [frame, width] = useWidth<HTMLDivElement>();
  return (
    <FigureFrame
      title="occupancy"
      summary={model.summary}
      story={props.story === null || props.range !== null ? null : writeStoryText(props.story)}
      asTable={asTable}
      onTable={props.onTable}
      data={() => buildOccupancyTable(model)}
      controls={<Controls {...props} />}
      isLegendBelow
      legend={
        <div className="flex flex-wrap gap-x-6 gap-y-1">
          <Legend bands={model.bands} onHide={props.onHide} />
          {!asTable && (
            <MarkerLegend
              markers={model.markers}
              marks={props.marks}
              rules={model.rules}
              moments={props.story ?? NO_MOMENTS}
              awaitsLosses={props.awaitsLosses}
            />
          )}
        </div>
      }
      note={<Note {...props} />}
    >
      <div ref={frame} className="print:min-h-0!" style={{ minHeight: asTable ? undefined : FIGURE_HEIGHT }}>
        {asTable ? (
          <Suspense>
            <OccupancyTable model={model} sessionId={props.sessionId} />
          </Suspense>
        ) : (
          width > 0 && <Drawing {...props} width={width} />
        )}
      </div>
    </FigureFrame>
  );
}

function Note({ model, range, whole, turnNote, rangeNote }: Props) {
  return (
    <>
      <RequestNotes notes={[turnNote, rangeNote]} />
      {describeColumn(model.turnsPerStep)}
      {range !== null && describeRange(range, whole)}
    </>
  );
}

function Drawing({
  sessionId,
  model,
  story,
  marks,
  points,
  whole,
  range,
  onTurn,
  onRange,
  width,
}: Props & { width: number }) {
  const { domain, turnsPerStep } = model;
  const half = turnsPerStep / 2;
  const scale = useMemo(() => makeLinearScale(domain, plotOf(width)), [domain, width]);
  const mapScale = useMemo(() => makeLinearScale([whole.from, whole.to + 1], plotOf(width)), [whole, width]);
  const bars = useMemo(() => minimapBars(points), [points]);
  return (
    <div className="select-none">
      <FindingMarks
        sessionId={sessionId}
        marks={marks}
        scale={scale}
        width={width}
        half={half}
        onPick={onTurn}
      />
      <MarkerRow markers={model.markers} scale={scale} width={width} half={half} onPick={onTurn} />
      <OccupancyChart
        model={model}
        moments={story ?? NO_MOMENTS}
        width={width}
        height={CHART_HEIGHT}
        onPick={onTurn}
        onRange={onRange}
      />
      <DeltaStrip
        bars={model.deltas}
        top={model.deltaTop}
        bottom={model.deltaBottom}
        scale={scale}
        width={width}
        turnsPerStep={turnsPerStep}
        onPick={onTurn}
      />
      <Minimap
        bars={bars}
        whole={whole}
        range={range}
        scale={mapScale}
        width={width}
        onRange={onRange}
        shows="tokens in the window"
        valueWords={describeTokens}
      />
    </div>
  );
}

function plotOf(width: number): [number, number] {
  return [PLOT_LEFT, width - PLOT_RIGHT];
}

function minimapBars(points: readonly SeriesPoint[]): MinimapBar[] {
  const drawn = listDrawnTokens(points);
  return points.map(({ bucket, markers }, i) => ({
    from: bucket.from,
    to: bucket.to,
    value: drawn[i] ?? 0,
    marked: markers.compactions > 0,
  }));
}

function Controls({ model, whole, range, onRange, onUnit }: Props) {
  return (
    <>
      {range === null ? (
        <span className="mr-2 text-ink-3">{describeTurns(whole)}</span>
      ) : (
        <button
          type="button"
          className="btn btn-primary"
          onClick={() => onRange(null)}
          title="The whole session (0)"
        >
          {describeAllTurns(whole)}
        </button>
      )}
      <button
        type="button"
        className="btn"
        aria-pressed={model.unit === "share"}
        onClick={() => onUnit(model.unit === "share" ? "tokens" : "share")}
        title="Tokens or share of the window (u)"
      >
        {model.unit === "share" ? "Share" : "Tokens"}
      </button>
    </>
  );
}

/** A click shows only that band; a second click shows all. Ctrl and a click hide or show one band. */
function Legend({ bands, onHide }: { bands: readonly BandInfo[]; onHide: (hidden: Band[]) => void }) {
  const hidden = bands.filter((band) => band.hidden).map((band) => band.band);
  function pick(band: Band, single: boolean) {
    if (single) return onHide(hidden.includes(band) ? hidden.filter((b) => b !== band) : [...hidden, band]);
    const otherBands = bands.map((b) => b.band).filter((b) => b !== band);
    const isolated =
      otherBands.length > 0 && otherBands.every((b) => hidden.includes(b)) && !hidden.includes(band);
    onHide(isolated ? [] : otherBands);
  }
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1 text-xs">
      {bands.map((band) => (
        <li key={band.band}>
          <button
            type="button"
            aria-pressed={!band.hidden}
            className={`-my-[3px] flex items-center gap-1.5 py-[3px] ${band.hidden ? "text-ink-3 line-through" : "text-ink-2 hover:text-ink"}`}
            title="Click: only this one. Ctrl-click: hide or show it."
            onClick={(event) => pick(band.band, event.ctrlKey || event.metaKey)}
          >
            <span
              aria-hidden
              data-swatch={band.color}
              className="size-2.5 rounded-xs"
              style={{
                background: band.hatched
                  ? `repeating-linear-gradient(45deg, ${band.color} 0 2px, transparent 2px 4px)`
                  : band.color,
              }}
            />
            {band.label}
          </button>
        </li>
      ))}
    </ul>
  );
}
