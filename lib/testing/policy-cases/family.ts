import type { Tolerance } from "./compare";

/** How to run the cases of one policy: input in the family's own shape, output in the expectation's shape. */
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
  /** Runs one case. Throws if the input does not have the family's shape. */
  run(input: Readonly<Record<string, unknown>>): unknown;
}
