import { lazy, Suspense } from "react";
import type { CostBarsProps } from "./cost-bars";

const CostBars = lazy(() => import("./cost-bars"));

/** The library of charts is loaded only with a chart. */
export function CostChart(props: CostBarsProps) {
  return (
    <div className="h-64 print:h-auto" role="img" aria-label="Stacked cost of each turn">
      <Suspense>
        <CostBars {...props} />
      </Suspense>
    </div>
  );
}
