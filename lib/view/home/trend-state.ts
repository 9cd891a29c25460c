import { createLoader, createSerializer, parseAsStringLiteral } from "nuqs/server";
import type { TrendFigure, TrendSplit, TrendStep } from "@/lib/core/figures/trend";
import { TREND_FIGURES, TREND_SPLITS, TREND_STEPS } from "@/lib/core/figures/trend";

/** The trend that the first page shows; `figure` is `null` while none is opened. */
export interface TrendState {
  readonly figure: TrendFigure | null;
  readonly per: TrendStep;
  readonly split: TrendSplit | null;
}

const trendParams = {
  trend: parseAsStringLiteral(TREND_FIGURES),
  per: parseAsStringLiteral(TREND_STEPS).withDefault("week"),
  split: parseAsStringLiteral(TREND_SPLITS),
};
const load = createLoader(trendParams);
const serialize = createSerializer(trendParams);

export async function loadTrendState(from: Parameters<typeof load>[0]): Promise<TrendState> {
  const { trend, per, split } = await load(from);
  return { figure: trend, per, split };
}

export function makeTrendHref({ figure, per, split }: TrendState): string {
  return `/${figure === null ? "" : serialize({ trend: figure, per, split })}`;
}
