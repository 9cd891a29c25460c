"use client";

import { lazy, Suspense } from "react";
import type { TrendLinesProps } from "./trend-lines";

const TrendLines = lazy(() => import("./trend-lines"));

/** The library of charts is loaded only with a chart. */
export function TrendChart(props: TrendLinesProps & { readonly label: string }) {
  const { label, ...lines } = props;
  return (
    <div className="mt-3 h-56" role="img" aria-label={label}>
      <Suspense>
        <TrendLines {...lines} />
      </Suspense>
    </div>
  );
}
