"use client";

import { lazy, Suspense } from "react";

/** Only a page of a project whose alerts are told in browsers fetches this code. */
const AlertWatch = lazy(() => import("./alert-watch"));

export function AlertNews() {
  return (
    <Suspense>
      <AlertWatch />
    </Suspense>
  );
}
