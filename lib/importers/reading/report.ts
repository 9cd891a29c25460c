import type { ImportReport } from "./importer";

/** How many records the files of an import hold, and how many of them its warnings name as not read. */
export interface RecordCounts {
  readonly found: number;
  readonly named: number;
}

/** Counts the records of an import and hands on its warnings. */
export class CountingReport implements ImportReport {
  private counts = { found: 0, named: 0 };

  /** @param onWarning gets every warning; equal codes may come again */
  constructor(private readonly onWarning: (code: string, message: string, count: number) => void) {}

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

  get records(): RecordCounts {
    return { ...this.counts };
  }
}

/** A report that nobody reads. */
export function unheard(): ImportReport {
  return new CountingReport(() => undefined);
}
