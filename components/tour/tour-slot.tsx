"use client";

import { useSearchParams } from "next/navigation";
import { lazy, Suspense } from "react";

const Tour = lazy(() => import("./tour"));

export function TourSlot() {
  if (!useSearchParams().has("tour")) return null;
  return (
    <Suspense>
      <Tour />
    </Suspense>
  );
}
