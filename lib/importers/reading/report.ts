import type { VerdictLine } from "@/lib/core/findings/verdict";
import type { ImportReport } from "./importer";

export interface RecordCounts {
  readonly found: number;
  readonly named: number;
}

/** Passes on what an import reports, and counts the records that it found and those that it names as not read. */
export class CountingReport implements ImportReport {
  private counts = { found: 0, named: 0 };

  constructor(
    private readonly onWarning: (code: string, message: string, count: number) => void,
    private readonly onVerdict: (said: VerdictLine) => void = () => undefined,
  ) {}

  warn(code: string, message: string, count = 1): void {
    if (count > 0) this.onWarning(code, message, count);
  }

  found(records: number): void {
    this.counts.found += records;
  }

  passOver(code: string, message: string, count = 1): void {
    this.counts.named += count;
    this.warn(code, message, count);
  }

  verdict(line: VerdictLine): void {
    this.onVerdict(line);
  }

  get records(): RecordCounts {
    return { ...this.counts };
  }
}

/** For an attempt whose warnings nobody is to see. */
export function makeUnheardReport(): ImportReport {
  return new CountingReport(() => undefined);
}
