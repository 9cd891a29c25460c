import type { StatedTotals } from "@/lib/core/trace/event-parts";
import type { CountedCall } from "@/lib/core/trace/fold/run-totals";
import type { TraceEvent } from "@/lib/core/trace/event";
import { sumDifferences } from "@/lib/core/trace/fold/run-totals";
import type { ImportReport } from "../reading/importer";

/**
 * A sum that a file states over calls that are read into several sessions: it is compared when all of them are read.
 * The sum of one session stands in its `reported`.
 */
export class StatedSum {
  private readonly calls: CountedCall[] = [];

  /** @param of whose sum it is, for the warning: "the sample 3 of log.json" */
  constructor(
    readonly of: string,
    private readonly stated: StatedTotals,
  ) {}

  countIn(events: readonly TraceEvent[]): this {
    for (const event of events)
      if (event.type === "turn.recorded") this.calls.push({ usage: event.usage, attempts: event.attempts });
    return this;
  }

  tell(report: ImportReport): void {
    const differences = sumDifferences(this.stated, this.calls);
    if (differences.length > 0)
      report.warn("totals_differ", `${this.of}: its own sum differs: ${differences.join("; ")}`);
  }
}
