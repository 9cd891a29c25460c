import { PLOT_TEXT } from "@/components/plot-axes";
import type { PointerEvent } from "react";
import { memo, useMemo, useState } from "react";
import type { OccupancyModel } from "@/lib/view/occupancy/model";
import type { Moments, PlottedMoments } from "@/lib/view/occupancy/moments";
import { plotMoments } from "@/lib/view/occupancy/moments";
import type { OccupancyPlot } from "@/lib/view/occupancy/plot";
import { makeOccupancyPlot } from "@/lib/view/occupancy/plot";
import type { TurnRange } from "@/lib/view/chart/scale";
import { RULE_DASHES } from "./marker-legend";
import { LOSS_COLOR } from "../charts/marker-row";
import { ChartBrush } from "../charts/chart-brush";
import { PLOT_LEFT, PLOT_RIGHT } from "../charts/plot";
import { OccupancyTooltip } from "./occupancy-tooltip";
import { useOverviewCursor } from "./overview-cursor";

interface Props {
  model: OccupancyModel;
  moments: Moments;
  width: number;
  height: number;
  onPick: (turn: number) => void;
  onRange: (range: TurnRange) => void;
}

const RESIDUAL_PATTERN = "not-itemised";
const TOP = 4;
const AXIS_PX = 18;

/** A moved cursor draws the cursor again and nothing else. */
export function OccupancyChart({ model, moments, width, height, onPick, onRange }: Props) {
  const plot = useMemo(
    () =>
      makeOccupancyPlot(model, {
        left: PLOT_LEFT,
        right: width - PLOT_RIGHT,
        top: TOP,
        bottom: height - AXIS_PX,
      }),
    [model, width, height],
  );
  const drawn = useMemo(() => plotMoments(moments, plot.x, plot.box), [moments, plot]);
  const [pointed, setPointed] = useState<number | null>(null);
  const press = (x: number) => {
    const turn = turnAt(model, x);
    if (turn !== null) onPick(turn);
  };
  const point = (event: PointerEvent) => {
    if (event.pointerType === "touch") return;
    const pixel = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setPointed(pixel >= plot.box.left && pixel <= plot.box.right ? pixel : null);
  };
  return (
    <ChartBrush domain={model.domain} width={width} onPress={press} onRange={onRange}>
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        className="block"
        role="img"
        aria-label="Tokens in the window by source, a step a turn"
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
      >
        <Drawn plot={plot} moments={drawn} />
        <Cursor plot={plot} model={model} />
        {pointed !== null && (
          <path d={`M${pointed} ${plot.box.top}V${plot.box.bottom}`} stroke="var(--ink-3)" />
        )}
      </svg>
      {pointed !== null && (
        <div
          className="pointer-events-none absolute top-2 z-10"
          style={pointed < width / 2 ? { left: pointed + 12 } : { right: width - pointed + 12 }}
        >
          <OccupancyTooltip model={model} x={plot.x.from(pointed)} />
        </div>
      )}
    </ChartBrush>
  );
}

const Drawn = memo(function Drawn({ plot, moments }: { plot: OccupancyPlot; moments: PlottedMoments }) {
  const { box } = plot;
  return (
    <>
      <defs>
        <pattern
          id={RESIDUAL_PATTERN}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="6" height="6" fill="var(--sunken)" />
          <rect width="3" height="6" fill="var(--kind-residual)" />
        </pattern>
      </defs>
      {plot.values.map(({ y, label }) => (
        <g key={label}>
          <path d={`M${box.left} ${y}H${box.right}`} stroke="var(--line)" />
          <text x={box.left - 8} y={y + 4} textAnchor="end" {...PLOT_TEXT}>
            {label}
          </text>
        </g>
      ))}
      <g data-prompts>
        {moments.bands.map(({ x, width }) => (
          <rect
            key={x}
            x={x}
            width={width}
            y={box.top}
            height={box.bottom - box.top}
            fill="var(--ink)"
            fillOpacity={0.045}
          />
        ))}
      </g>
      {plot.areas.map(({ band, color, hatched, path }) => (
        <path
          key={band}
          data-band={band}
          d={path}
          fill={hatched ? `url(#${RESIDUAL_PATTERN})` : color}
          stroke="var(--surface)"
          strokeWidth={0.5}
        />
      ))}
      <path d={plot.total} fill="none" stroke="var(--ink)" />
      {plot.copied !== null && <CopiedTurns box={box} {...plot.copied} />}
      {moments.flags.map(({ x, path, label }) => (
        <path
          key={label}
          d={path}
          transform={`translate(${x} ${box.top})`}
          fill="var(--surface)"
          stroke="var(--kind-plan)"
          strokeWidth={1.5}
        >
          <title>{label}</title>
        </path>
      ))}
      {moments.arcs.map(({ key, path, color, label }) => (
        <g key={key} data-missed fill="none">
          <path d={path} stroke="var(--surface)" strokeWidth={4} />
          <path d={path} stroke={color} strokeWidth={1.75}>
            <title>{label}</title>
          </path>
        </g>
      ))}
      <path d={`M${box.left} ${box.bottom}H${box.right}`} stroke="var(--line-strong)" />
      {plot.turns.map(({ x, label }) => (
        <text key={label} x={x} y={box.bottom + 14} textAnchor="middle" {...PLOT_TEXT}>
          {label}
        </text>
      ))}
      {plot.losses.map(({ label, path, isExplained }) => (
        <path
          key={label}
          data-loss
          d={path}
          stroke={LOSS_COLOR}
          strokeWidth={2}
          strokeDasharray={isExplained ? undefined : "3 2"}
        >
          <title>{label}</title>
        </path>
      ))}
      {plot.rules.map((rule) => (
        <RuleLine key={rule.path} rule={rule} box={box} />
      ))}
    </>
  );
});

/** They stand here in part only: their tokens and their cost count in another session. */
function CopiedTurns({
  box,
  width,
  label,
}: NonNullable<OccupancyPlot["copied"]> & Pick<OccupancyPlot, "box">) {
  return (
    <g data-copied>
      <rect
        x={box.left}
        y={box.top}
        width={width}
        height={box.bottom - box.top}
        fill="var(--surface)"
        fillOpacity={0.6}
      />
      <path d={`M${box.left + width} ${box.top}V${box.bottom}`} stroke="var(--ink-2)" strokeDasharray="2 3" />
      {label !== null && (
        <text x={box.left + width - 4} y={box.bottom - 6} textAnchor="end" fontSize={11} fill="var(--ink-2)">
          {label}
        </text>
      )}
    </g>
  );
}

const RULE_LABEL_PX = 180;

/** Labels of budgets stand on the left and those of windows on the right, so that close lines stay readable. */
function RuleLine({ rule, box }: { rule: OccupancyPlot["rules"][number]; box: OccupancyPlot["box"] }) {
  const onRight = rule.kind === "window" && rule.right - box.left > RULE_LABEL_PX;
  return (
    <g>
      <path d={rule.path} stroke="var(--ink-2)" strokeDasharray={RULE_DASHES[rule.kind]} />
      <text
        x={onRight ? rule.right - 4 : rule.left + 4}
        y={rule.y + 13}
        textAnchor={onRight ? "end" : "start"}
        fontSize={11}
        fill="var(--ink)"
        stroke="var(--surface)"
        strokeWidth={4}
        strokeLinejoin="round"
        paintOrder="stroke"
      >
        {rule.label}
      </text>
    </g>
  );
}

function Cursor({ plot: { x, box }, model }: { plot: OccupancyPlot; model: OccupancyModel }) {
  const cursor = useOverviewCursor();
  if (cursor === null || cursor >= model.domain[1]) return null;
  const from = model.steps.findLast((step) => step.x <= cursor)?.x;
  if (from === undefined) return null;
  const left = x.to(from);
  const right = Math.min(box.right, x.to(from + model.turnsPerStep));
  return (
    <rect
      x={left}
      width={Math.max(1, right - left)}
      y={box.top}
      height={box.bottom - box.top}
      fill="var(--ink)"
      fillOpacity={0.12}
      stroke="var(--ink)"
    />
  );
}

function turnAt({ domain, steps }: OccupancyModel, x: number): number | null {
  if (x < domain[0] || x >= domain[1]) return null;
  return steps.findLast((step) => step.x <= x)?.turn ?? null;
}
