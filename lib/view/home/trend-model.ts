import type { TrendFigure, TrendStep } from "@/lib/core/figures/trend";
import { COMPARED_MIN, differs, trendName } from "@/lib/core/figures/trend";
import { describeMoney } from "../format/cost";
import {
  formatCompact,
  count,
  formatDuration,
  formatFigure as decimal,
  formatPercent,
  plural,
} from "../format/format";
import type { TrendState } from "./trend-state";
import { makeTrendHref } from "./trend-state";

export interface Mean {
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
export function makeTrendCard(
  figure: TrendFigure,
  input: TrendInput,
  state: TrendState,
  now: number,
): TrendCard {
  const { newest, before, words } = changeOf(figure, input, state.per);
  const value = describeMean(figure, newest?.mean ?? null, input.currency);
  return {
    figure,
    label: trendName(figure).label,
    value,
    change: words,
    way: newest === undefined || before === undefined ? "same" : findWay(newest, before),
    title: `${trendName(figure).label} a session, ${describeStep(input.steps.at(-1), state.per, now)}: ${value} (mean of ${plural(newest?.known ?? 0, "session")})`,
    href: makeTrendHref(state.figure === figure ? { ...state, figure: null } : { ...state, figure }),
    isOpen: state.figure === figure,
    line: describeLine(input.total.map(({ mean, known }) => (known < COMPARED_MIN ? null : mean))),
  };
}

/** Whose figures the cards show. */
export function describeTrendsTitle(input: TrendInput | undefined, per: TrendStep, now: number): string {
  const { total = [], steps = [] } = input ?? {};
  const step = describeStep(steps.at(-1), per, now);
  const { at, sessions, before } = findCompared(total);
  const title = `Average of ${plural(sessions, "session")} ${step}`;
  if (before === null) return `${title}; nothing earlier to compare with`;
  const when = at === total.length - 2 ? `the ${per} before` : nameStep(steps[at] ?? "", per);
  const few = isTooFew(input) ? "; too few to call a change better or worse" : "";
  return `${title}, compared with ${count(before)} ${when}${few}`;
}

/** Whether no change can be told: then the figures stand for themselves. */
export function isTooFew(input: TrendInput | undefined): boolean {
  const { sessions, before } = findCompared(input?.total ?? []);
  return before === null || Math.min(sessions, before) < COMPARED_MIN;
}

/** The sessions of the newest step, and of the last one before it that had any. */
function findCompared(total: TrendInput["total"]) {
  const at = total.slice(0, -1).findLastIndex((one) => one.sessions > 0);
  return { at, sessions: total.at(-1)?.sessions ?? 0, before: total[at]?.sessions ?? null };
}

/** The change since the step before, or since the last one that had sessions. */
export function changeOf(figure: TrendFigure, { total, steps, currency }: TrendInput, per: TrendStep) {
  const newest = total.at(-1);
  const at = total.slice(0, -1).findLastIndex(({ mean }) => mean !== null);
  const before = total[at];
  const [now, then] = [newest?.mean ?? null, before?.mean ?? null];
  if (now === null) return { newest, before, words: "not known" };
  if (then === null) return { newest, before, words: "nothing earlier to compare with" };
  const when = at === total.length - 2 ? "" : ` ${nameStep(steps[at] ?? "", per)}`;
  if (now === then) return { newest, before, words: `as ${when === "" ? `the ${per} before` : when.trim()}` };
  if (isFew(newest) || isFew(before))
    return {
      newest,
      before,
      words: `${describeMean(figure, then, currency)}${when === "" ? ` the ${per} before` : when}`,
    };
  const share = then === 0 ? null : Math.abs(now / then - 1);
  const sign = now > then ? "▲" : "▼";
  const by =
    share === null
      ? ""
      : share >= 2
        ? `${decimal(Math.round(now / then))} times `
        : `${formatPercent(share)} `;
  return { newest, before, words: `${sign} ${by}from ${describeMean(figure, then, currency)}${when}` };
}

/** A change between so few sessions says nothing. */
const isFew = (mean: Mean | undefined) => (mean?.known ?? 0) < COMPARED_MIN;

function nameStep(iso: string, per: TrendStep): string {
  return `${per === "week" ? "in the week of" : "on"} ${DAY.format(new Date(iso))}`;
}

function findWay(now: Mean, then: Mean): TrendCard["way"] {
  if (!differs(now, then)) return "same";
  return (now.mean ?? 0) > (then.mean ?? 0) ? "worse" : "better";
}

export function describeMean(figure: TrendFigure, mean: number | null, currency: string | null): string {
  if (mean === null) return "–";
  const { unit } = trendName(figure);
  if (unit === "money") return describeMoney(mean, currency ?? "");
  if (unit === "milliseconds") return formatDuration(mean);
  if (unit === "tokens" || mean >= 1_000) return formatCompact(mean);
  return decimal(Math.round(mean * (mean < 10 ? 100 : 10)) / (mean < 10 ? 100 : 10));
}

export const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const DAY_MS = 86_400_000;

export function describeStep(iso: string | undefined, per: TrendStep, now: number): string {
  if (iso === undefined) return "";
  const age = now - Date.parse(iso);
  if (age < DAY_MS * (per === "week" ? 7 : 1)) return per === "week" ? "this week" : "today";
  const year = iso.slice(0, 4) === new Date(now).toISOString().slice(0, 4) ? "" : ` ${iso.slice(0, 4)}`;
  return `${nameStep(iso, per)}${year}`;
}

function describeLine(means: readonly (number | null)[]): string {
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
