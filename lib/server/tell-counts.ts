import type { OtherProcesses, ProcessCounts } from "@/lib/metrics";
import { meters, sumOfCounts } from "@/lib/metrics";

const EVERY_MS = 5_000;

/** What a process tells the one that started it. */
export interface CountsMessage {
  readonly type: "counts";
  readonly counted: ProcessCounts;
}

/**
 * Tells the parent process every five seconds what this one has counted.
 * @param others processes of this one, whose counts it passes on
 */
export function tellCounts(others?: OtherProcesses): void {
  setInterval(() => {
    void meters()
      .registry.getMetricsAsJSON()
      .then((own) => (others === undefined ? own : sumOfCounts([own, ...others.counted()])))
      .then((counted) => process.send?.({ type: "counts", counted } satisfies CountsMessage));
  }, EVERY_MS).unref();
}
