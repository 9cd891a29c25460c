import { TrendPanel } from "@/components/home/trend-panel";
import { TrendStrip } from "@/components/home/trend-strip";
import { reachableOnce, pageTime } from "@/lib/queries/cached";
import { getTrends } from "@/lib/queries/home/get-trend";
import { buildTrendDetail } from "@/lib/view/home/trend-detail";
import { CARD_FIGURES, isTooFew, makeTrendCard, describeTrendsTitle } from "@/lib/view/home/trend-model";
import type { TrendState } from "@/lib/view/home/trend-state";

export async function Trends({ project, state }: { project: string; state: TrendState }) {
  const now = pageTime();
  const { figure, per, split } = state;
  const figures = [...new Set([...CARD_FIGURES, ...(figure === null ? [] : [figure])])];
  const trends = await getTrends((await reachableOnce(project)).db, project, figures, {
    per,
    split: split ?? undefined,
    now,
  });
  const of = new Map(figures.map((one, i) => [one, trends[i]]));
  const opened = figure === null ? undefined : of.get(figure);
  return (
    <>
      <TrendStrip
        title={describeTrendsTitle(trends[0], per, now)}
        isFew={isTooFew(trends[0])}
        cards={CARD_FIGURES.flatMap((one) => {
          const trend = of.get(one);
          return trend === undefined ? [] : [makeTrendCard(one, trend, state, now)];
        })}
      />
      {figure !== null && opened !== undefined && (
        <TrendPanel detail={buildTrendDetail(figure, opened, state, now)} />
      )}
    </>
  );
}
