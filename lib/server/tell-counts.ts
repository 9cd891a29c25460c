import type { ProcessCounts } from "@/lib/metrics";
import { meters } from "@/lib/metrics";

const EVERY_MS = 5_000;

/** What a process tells the one that started it. */
export interface CountsMessage {
  readonly type: "counts";
  readonly counted: ProcessCounts;
}

/** Tells the parent process every five seconds what this one has counted. */
export function tellCounts(): void {
  setInterval(() => {
    void meters()
      .registry.getMetricsAsJSON()
      .then((counted) => process.send?.({ type: "counts", counted } satisfies CountsMessage));
  }, EVERY_MS).unref();
}
