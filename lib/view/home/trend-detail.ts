import { ticks } from "d3-array";
import type { TrendFigure, TrendSplit, TrendStep } from "@/lib/core/figures/trend";
import { CAUSE_TRENDS, TREND_FIGURES, TREND_SPLITS, TREND_STEPS, trendName } from "@/lib/core/figures/trend";
import { COST_PARTS, SIDE_LABEL } from "../chart/part-looks";
import { count } from "../format/format";
import type { TableData } from "../format/table-data";
import { revealText } from "../format/trace-text";
import { BREAK_WORDS } from "../losses/break-words";
import type { Mean, TrendInput } from "./trend-model";
import { changeOf, DAY, describeMean, describeStep } from "./trend-model";
import type { TrendState } from "./trend-state";
import { makeTrendHref } from "./trend-state";

export interface TrendDetail {
  readonly title: string;
  readonly definition: string;
  readonly sentence: string;
  readonly notes: readonly string[];
  readonly lines: readonly {
    readonly key: string;
    readonly label: string;
    readonly color: string;
    readonly dash: string;
  }[];
  /** One a step: its label, and by the key of a line the value and its words. */
  readonly rows: readonly TrendPlotRow[];
  readonly axis: readonly { readonly value: number; readonly label: string }[];
  readonly figures: readonly Choice[];
  readonly steps: readonly Choice[];
  readonly splits: readonly Choice[];
  readonly table: TableData;
}

export interface TrendPlotRow {
  readonly label: string;
  readonly values: Readonly<Record<string, number | null>>;
  readonly words: Readonly<Record<string, string>>;
}

interface Choice {
  readonly label: string;
  readonly href: string;
  readonly isChosen: boolean;
}

const LOOKS = [
  { color: "var(--kind-tool)", dash: "" },
  { color: "var(--kind-memory)", dash: "6 3" },
  { color: "var(--kind-retrieval)", dash: "2 3" },
  { color: "var(--kind-plan)", dash: "8 2 2 2" },
  { color: "var(--kind-user)", dash: "4 4" },
  { color: "var(--kind-other)", dash: "1 4" },
  { color: "var(--kind-assistant)", dash: "10 4" },
] as const;

/** One figure over time, with its parts: the chart below the cards, its choices and its table. */
export function buildTrendDetail(
  figure: TrendFigure,
  input: TrendInput,
  state: TrendState,
  now: number,
): TrendDetail {
  const { label, definition } = trendName(figure);
  const { per } = state;
  const lines = [
    { key: "all", label: "all sessions", color: "var(--ink)", dash: "", steps: input.total },
    ...input.parts.map(({ value, steps }, i) => ({
      key: `part${i}`,
      label: partName(value, state.split),
      steps,
      ...(LOOKS[i % LOOKS.length] ?? LOOKS[0]),
    })),
  ];
  const words = (mean: Mean | undefined) => describeMean(figure, mean?.mean ?? null, input.currency);
  const { words: change, newest } = changeOf(figure, input, per);
  return {
    title: `${label} a session, by ${per}`,
    definition,
    sentence: `${words(newest)} ${describeStep(input.steps.at(-1), per, now)}, ${change}. The mean of the sessions whose value is known; a gap is a ${per} without any.`,
    notes: [
      ...(input.sample.isWhole
        ? []
        : [`This covers the newest ${count(input.sample.sessions)} sessions of this time.`]),
      ...(input.otherParts > 0
        ? [
            `${count(input.otherParts)} more ${state.split ?? "part"}s with fewer sessions are only in the line of all sessions.`,
          ]
        : []),
    ],
    lines: lines.map(({ steps: _, ...line }) => line),
    rows: input.steps.map((iso, i) => ({
      label: DAY.format(new Date(iso)),
      values: Object.fromEntries(lines.map(({ key, steps }) => [key, steps[i]?.mean ?? null])),
      words: Object.fromEntries(lines.map(({ key, steps }) => [key, words(steps[i])])),
    })),
    axis: buildAxis(
      figure,
      lines.flatMap(({ steps }) => steps.flatMap(({ mean }) => mean ?? [])),
      input.currency,
    ),
    figures: TREND_FIGURES.map((choice) => ({
      label: trendName(choice).label,
      href: makeTrendHref({
        ...state,
        figure: choice,
        split: state.split === "cause" && !hasCauses(choice) ? null : state.split,
      }),
      isChosen: choice === figure,
    })),
    steps: TREND_STEPS.map((step) => ({
      label: step,
      href: makeTrendHref({ ...state, per: step }),
      isChosen: step === per,
    })),
    splits: SPLITS.filter((part) => part !== "cause" || hasCauses(figure)).map((one) => ({
      label: one ?? "nothing",
      href: makeTrendHref({ ...state, split: one }),
      isChosen: one === state.split,
    })),
    table: buildTable(input, lines, per, words),
  };
}

function hasCauses(figure: TrendFigure): boolean {
  return CAUSE_TRENDS.some((causeFigure) => causeFigure === figure);
}

const CAUSE_NAMES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(BREAK_WORDS),
  ...Object.entries(COST_PARTS).map(([part, { label }]) => [part, label.toLowerCase()] as const),
  ["other", SIDE_LABEL.toLowerCase()],
]);

function partName(value: string | null, split: TrendSplit | null): string {
  if (value === null) return "not stated";
  return (split === "cause" ? CAUSE_NAMES.get(value) : undefined) ?? revealText(value);
}

const TICKS = 4;

function buildAxis(
  figure: TrendFigure,
  means: readonly number[],
  currency: string | null,
): TrendDetail["axis"] {
  const values = ticks(0, Math.max(...means, 0) || 1, TICKS);
  const step = (values[1] ?? 1) - (values[0] ?? 0);
  const last = values.at(-1) ?? 0;
  const axisValues = last >= Math.max(...means, 0) ? values : [...values, last + step];
  return axisValues.map((value) => ({ value, label: describeMean(figure, value, currency) }));
}

const SPLITS: readonly (TrendSplit | null)[] = [null, ...TREND_SPLITS];

function buildTable(
  input: TrendInput,
  lines: readonly { readonly key: string; readonly label: string; readonly steps: readonly Mean[] }[],
  per: TrendStep,
  words: (mean: Mean | undefined) => string,
): TableData {
  return {
    columns: [
      { key: "step", label: per },
      ...lines.map(({ key, label }) => ({ key, label, numeric: true })),
      { key: "sessions", label: "sessions", numeric: true },
    ],
    rows: input.steps.map((iso, i) => [
      iso.slice(0, 10),
      ...lines.map(({ steps }) => words(steps[i])),
      count(input.total[i]?.sessions ?? 0),
    ]),
  };
}
