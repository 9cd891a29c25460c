"use client";

import { count, plural } from "@/lib/view/format";
import type { Band, OccupancyModel, SeriesPoint, Unit } from "@/lib/view/occupancy-model";
import type { TurnRange } from "@/lib/view/scale";
import { linearScale } from "@/lib/view/scale";
import { PLOT_LEFT, PLOT_RIGHT } from "../charts/plot";
import { useWidth } from "../charts/use-width";
import { DeltaStrip } from "./delta-strip";
import { Legend } from "./legend";
import { MarkerRow } from "./marker-row";
import { Minimap } from "./minimap";
import { OccupancyChart } from "./occupancy-chart";
import { OccupancyTable } from "./occupancy-table";

const CHART_HEIGHT = 300;
const FIGURE_HEIGHT = 430;

interface Props {
  sessionId: string;
  model: OccupancyModel;
  points: readonly SeriesPoint[];
  whole: TurnRange;
  range: TurnRange | null;
  cursor: number | null;
  asTable: boolean;
  onTurn: (turn: number) => void;
  onRange: (range: TurnRange | null) => void;
  onHide: (hidden: Band[]) => void;
  onUnit: (unit: Unit) => void;
  onTable: (on: boolean) => void;
}

/** The occupancy of a session as one figure: events, stack, deltas and minimap on one axis; or the same as a table. */
export function OccupancyFigure(props: Props) {
  const { model, range, asTable } = props;
  const [frame, width] = useWidth<HTMLDivElement>();
  return (
    <figure className="min-w-0">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="text-ink-2">{model.summary}</p>
        <Controls {...props} />
      </figcaption>
      <div className="mt-2">
        <Legend bands={model.bands} onHide={props.onHide} />
      </div>
      <div ref={frame} className="mt-2" style={{ minHeight: asTable ? undefined : FIGURE_HEIGHT }}>
        {asTable ? (
          <OccupancyTable model={model} sessionId={props.sessionId} cursor={props.cursor} />
        ) : (
          width > 0 && <Drawing {...props} width={width} />
        )}
      </div>
      <p className="mt-1 text-xs text-ink-3">
        {model.turnsPerStep > 1 &&
          `Each column stands for up to ${count(model.turnsPerStep)} turns and shows the fullest of them. `}
        {range !== null &&
          `Turns ${range.from} to ${range.to} of ${count(props.whole.to - props.whole.from + 1)}. Double-click the strip below the chart, or press 0, for all.`}
      </p>
    </figure>
  );
}

function Drawing({ model, points, whole, range, cursor, onTurn, onRange, width }: Props & { width: number }) {
  const plot: [number, number] = [PLOT_LEFT, width - PLOT_RIGHT];
  const scale = linearScale(model.domain, plot);
  const mapScale = linearScale([whole.from, whole.to + 1], plot);
  const marked = model.steps.findLast((step) => cursor !== null && step.x <= cursor)?.x ?? null;
  return (
    <>
      <MarkerRow
        markers={model.markers}
        scale={scale}
        width={width}
        half={model.turnsPerStep / 2}
        onPick={onTurn}
      />
      <OccupancyChart
        model={model}
        width={width}
        height={CHART_HEIGHT}
        cursor={cursor !== null && cursor < model.domain[1] ? marked : null}
        onPick={onTurn}
      />
      <DeltaStrip
        bars={model.deltas}
        top={model.deltaTop}
        scale={scale}
        width={width}
        turnsPerStep={model.turnsPerStep}
        cursor={cursor}
        onPick={onTurn}
      />
      <div className="mt-2">
        <Minimap
          points={points}
          whole={whole}
          range={range}
          scale={mapScale}
          width={width}
          onRange={onRange}
        />
      </div>
    </>
  );
}

function Controls({ model, whole, asTable, onUnit, onTable }: Props) {
  return (
    <div className="flex items-center gap-1 text-xs">
      <span className="mr-2 text-ink-3">{plural(whole.to - whole.from + 1, "turn")}</span>
      <button
        type="button"
        className="btn"
        aria-pressed={model.unit === "share"}
        onClick={() => onUnit(model.unit === "share" ? "tokens" : "share")}
        title="Tokens or share of the window (u)"
      >
        {model.unit === "share" ? "Share" : "Tokens"}
      </button>
      <button
        type="button"
        className="btn"
        aria-pressed={asTable}
        onClick={() => onTable(!asTable)}
        title="Chart or table (t)"
      >
        {asTable ? "Chart" : "Table"}
      </button>
    </div>
  );
}
