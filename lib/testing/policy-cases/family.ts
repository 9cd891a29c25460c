import type { Tolerance } from "./compare";

export interface CaseFamily {
  readonly policy: string;
  /**
   * The expectation with names from the case's own placeholder-text (a summariser's event, a word for an outcome) replaced by
   * those of {@link run}.
   */
  readonly inOurWords?: (
    expected: Readonly<Record<string, unknown>>,
    input: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, unknown>>;
  readonly comparison?: Tolerance;
  run(input: Readonly<Record<string, unknown>>): unknown;
}
