"use client";

import type { ComponentProps } from "react";
import { lazy, Suspense } from "react";
import type { FoundAgents as Drawn } from "./found-agents";

const FoundAgents = lazy(async () => ({ default: (await import("./found-agents")).FoundAgents }));

/** Most readers of the list have their sessions already: what offers the first one is loaded for the others only. */
export function FoundSlot(props: ComponentProps<typeof Drawn>) {
  return (
    <Suspense>
      <FoundAgents {...props} />
    </Suspense>
  );
}
