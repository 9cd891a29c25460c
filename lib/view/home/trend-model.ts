import { ticks } from "d3-array";
import type { TrendFigure, TrendSplit, TrendStep } from "@/lib/core/figures/trend";
import {
  CAUSE_TRENDS,
  COMPARED_MIN,
  differs,
  TREND_FIGURES,
  TREND_SPLITS,
  TREND_STEPS,
  trendName,
} from "@/lib/core/figures/trend";
import { COST_PARTS, SIDE_LABEL } from "../chart/part-looks";
import { BREAK_WORDS } from "../losses/break-words";
import { moneyWords } from "../format/cost";
import { compact, count, duration, figure as decimal, percent, plural } from "../format/format";
import type { TableData } from "../format/table-data";
import { visibleText } from "../format/trace-text";
import type { TrendState } from "./trend-state";
import { trendHref } from "./trend-state";

interface Mean {
  readonly sessions: number;
  readonly known: number;
  readonly mean: number | null;
  readonly error: number | null;
}

export interface TrendInput {
  readonly steps: readonly string[];
  readonly total: readonly Mean[];
  readonly parts: readonly { readonly value: string | null; readonly steps: readonly Mean[] }[];
  readonly otherParts: number;
  readonly currency: string | null;
  readonly sample: { readonly sessions: number; readonly isWhole: boolean };
}

export interface TrendCard {
  readonly figure: TrendFigure;
  readonly label: string;
  readonly value: string;
  readonly change: string;
  /** More of each of these figures is worse. `same` where a difference may be chance. */
  readonly way: "worse" | "better" | "same";
  readonly title: string;
  readonly href: string;
  readonly isOpen: boolean;
  readonly line: string;
}

export const CARD_WIDTH = 88;
export const CARD_HEIGHT = 20;

/** The figures that stand on the first page, each with its newest week and the change since the week before. */
export const CARD_FIGURES = [
  "serious",
  "peakWindow",
  "evictions",
  "repeatedCalls",
  "cost",
] as const satisfies readonly TrendFigure[];

/** @param now the server's time in ms, which says whether the newest step is the present one */
export function trendCard(figure: TrendFigure, input: TrendInput, state: TrendState, now: number): TrendCard {
  const { newest, before, words } = changeOf(figure, input, state.per);
  const value = meanWords(figure, newest?.mean ?? null, input.currency);
  return {
    figure,
    label: trendName(figure).label,
    value,
    change: words,
    way: newest === undefined || before === undefined ? "same" : wayOf(newest, before),
    title: `${trendName(figure).label} a session, ${stepWords(input.steps.at(-1), state.per, now)}: ${value} (mean of ${plural(newest?.known ?? 0, "session")})`,
    href: trendHref(state.figure === figure ? { ...state, figure: null } : { ...state, figure }),
    isOpen: state.figure === figure,
    line: lineOf(input.total.map(({ mean, known }) => (known < COMPARED_MIN ? null : mean))),
  };
}

/** Whose figures the cards show. */
export function trendsTitle(input: TrendInput | undefined, per: TrendStep, now: number): string {
  const { total = [], steps = [] } = input ?? {};
  const step = stepWords(steps.at(-1), per, now);
  const { sessions = 0 } = total.at(-1) ?? {};
  const title = `Average of ${plural(sessions, "session")} ${step}`;
  const at = total.slice(0, -1).findLastIndex((one) => one.sessions > 0);
  const before = total[at]?.sessions;
  if (before === undefined) return title;
  const when = at === total.length - 2 ? `the ${per} before` : stepName(steps[at] ?? "", per);
  const few = Math.min(sessions, before) < COMPARED_MIN ? "; too few to call a change better or worse" : "";
  return `${title}, compared with ${count(before)} ${when}${few}`;
}

/** The change since the step before, or since the last one that had sessions. */
function changeOf(figure: TrendFigure, { total, steps, currency }: TrendInput, per: TrendStep) {
  const newest = total.at(-1);
  const at = total.slice(0, -1).findLastIndex(({ mean }) => mean !== null);
  const before = total[at];
  const [now, then] = [newest?.mean ?? null, before?.mean ?? null];
  if (now === null) return { newest, before, words: "not known" };
  if (then === null) return { newest, before, words: "nothing earlier to compare with" };
  const when = at === total.length - 2 ? "" : ` ${stepName(steps[at] ?? "", per)}`;
  if (now === then) return { newest, before, words: `as ${when === "" ? `the ${per} before` : when.trim()}` };
  if (isFew(newest) || isFew(before))
    return {
      newest,
      before,
      words: `${meanWords(figure, then, currency)}${when === "" ? ` the ${per} before` : when}`,
    };
  const share = then === 0 ? null : Math.abs(now / then - 1);
  const sign = now > then ? "▲" : "▼";
  const by =
    share === null ? "" : share >= 2 ? `${decimal(Math.round(now / then))} times ` : `${percent(share)} `;
  return { newest, before, words: `${sign} ${by}from ${meanWords(figure, then, currency)}${when}` };
}

/** A change between so few sessions says nothing. */
const isFew = (mean: Mean | undefined) => (mean?.known ?? 0) < COMPARED_MIN;

function stepName(iso: string, per: TrendStep): string {
  return `${per === "week" ? "in the week of" : "on"} ${DAY.format(new Date(iso))}`;
}

function wayOf(now: Mean, then: Mean): TrendCard["way"] {
  if (!differs(now, then)) return "same";
  return (now.mean ?? 0) > (then.mean ?? 0) ? "worse" : "better";
}

function meanWords(figure: TrendFigure, mean: number | null, currency: string | null): string {
  if (mean === null) return "–";
  const { unit } = trendName(figure);
  if (unit === "money") return moneyWords(mean, currency ?? "");
  if (unit === "milliseconds") return duration(mean);
  if (unit === "tokens" || mean >= 1_000) return compact(mean);
  return decimal(Math.round(mean * (mean < 10 ? 100 : 10)) / (mean < 10 ? 100 : 10));
}

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const DAY_MS = 86_400_000;

function stepWords(iso: string | undefined, per: TrendStep, now: number): string {
  if (iso === undefined) return "";
  const age = now - Date.parse(iso);
  if (age < DAY_MS * (per === "week" ? 7 : 1)) return per === "week" ? "this week" : "today";
  const year = iso.slice(0, 4) === new Date(now).toISOString().slice(0, 4) ? "" : ` ${iso.slice(0, 4)}`;
  return `${stepName(iso, per)}${year}`;
}

function lineOf(means: readonly (number | null)[]): string {
  const known = means.filter((mean) => mean !== null);
  const top = Math.max(...known, 0) || 1;
  let open = false;
  return means
    .map((mean, i) => {
      if (mean === null) {
        open = false;
        return "";
      }
      const x = Math.round((i / Math.max(1, means.length - 1)) * (CARD_WIDTH - 4) * 10) / 10 + 2;
      const y = Math.round((CARD_HEIGHT - 2 - (mean / top) * (CARD_HEIGHT - 4)) * 10) / 10;
      const step = `${open ? "L" : "M"}${x} ${y}${open ? "" : "h.01"}`;
      open = true;
      return step;
    })
    .join("");
}

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

export function trendDetail(
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
  const words = (mean: Mean | undefined) => meanWords(figure, mean?.mean ?? null, input.currency);
  const { words: change, newest } = changeOf(figure, input, per);
  return {
    title: `${label} a session, by ${per}`,
    definition,
    sentence: `${words(newest)} ${stepWords(input.steps.at(-1), per, now)}, ${change}. The mean of the sessions whose value is known; a gap is a ${per} without any.`,
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
    axis: axisOf(
      figure,
      lines.flatMap(({ steps }) => steps.flatMap(({ mean }) => mean ?? [])),
      input.currency,
    ),
    figures: TREND_FIGURES.map((one) => ({
      label: trendName(one).label,
      href: trendHref({
        ...state,
        figure: one,
        split: state.split === "cause" && !hasCauses(one) ? null : state.split,
      }),
      isChosen: one === figure,
    })),
    steps: TREND_STEPS.map((one) => ({
      label: one,
      href: trendHref({ ...state, per: one }),
      isChosen: one === per,
    })),
    splits: SPLITS.filter((one) => one !== "cause" || hasCauses(figure)).map((one) => ({
      label: one ?? "nothing",
      href: trendHref({ ...state, split: one }),
      isChosen: one === state.split,
    })),
    table: tableOf(input, lines, per, words),
  };
}

function hasCauses(figure: TrendFigure): boolean {
  return CAUSE_TRENDS.some((one) => one === figure);
}

const CAUSE_NAMES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(BREAK_WORDS),
  ...Object.entries(COST_PARTS).map(([part, { label }]) => [part, label.toLowerCase()] as const),
  ["other", SIDE_LABEL.toLowerCase()],
]);

function partName(value: string | null, split: TrendSplit | null): string {
  if (value === null) return "not stated";
  return (split === "cause" ? CAUSE_NAMES.get(value) : undefined) ?? visibleText(value);
}

const TICKS = 4;

function axisOf(figure: TrendFigure, means: readonly number[], currency: string | null): TrendDetail["axis"] {
  const values = ticks(0, Math.max(...means, 0) || 1, TICKS);
  const step = (values[1] ?? 1) - (values[0] ?? 0);
  const last = values.at(-1) ?? 0;
  const all = last >= Math.max(...means, 0) ? values : [...values, last + step];
  return all.map((value) => ({ value, label: meanWords(figure, value, currency) }));
}

const SPLITS: readonly (TrendSplit | null)[] = [null, ...TREND_SPLITS];

function tableOf(
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
