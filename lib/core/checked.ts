/**
 * When a leaf was last held against what it stands for. A leaf follows something outside of this project, and goes out of date
 * with it: a policy, a file format, a dialect of spans, a rule of findings.
 *
 *     { on: "2026-11-22", against: "langchain@1.5.14" }
 */
export interface Checked {
  /** The day, as `YYYY-MM-DD`. */
  readonly on: string;
  /** The package, program, file or run, with its version where it has one. */
  readonly against: string;
}

export interface LeafNote {
  /** `null` where nothing outside of this project says what the leaf should do, or where it was never tried against it. */
  readonly checked: Checked | null;
  /** Why its program is no longer there. The leaf works as before, for what was recorded, and is listed apart. */
  readonly archived?: string;
}

/** Whether a year has passed since a leaf was checked. @param today as `YYYY-MM-DD` */
export function isOverdue({ on }: Checked, today: string): boolean {
  const [year = "", ...rest] = on.split("-");
  return [String(Number(year) + 1), ...rest].join("-") < today;
}
