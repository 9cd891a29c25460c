"use client";

import { useSearchParams } from "next/navigation";
import { lazy, Suspense } from "react";

/** Fetched by those who take the tour. */
const Tour = lazy(() => import("./tour"));

export function TourSlot() {
  if (!useSearchParams().has("tour")) return null;
  return (
    <Suspense>
      <Tour />
    </Suspense>
  );
}
