import type { Tolerance } from "./compare";

/** How the cases of one policy are run: the input in the family's own shape in, the result in the expectation's shape out. */
export interface CaseFamily {
  /** The `policy` field of its cases. */
  readonly policy: string;
  /**
   * What a case expects, with names that only its own stand-ins gave (a summariser's event, a word for an outcome) put into
   * those of {@link run}.
   */
  readonly inOurWords?: (
    expected: Readonly<Record<string, unknown>>,
    input: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, unknown>>;
  readonly comparison?: Tolerance;
  /** Runs one case. Throws where the input is not of the family's shape. */
  run(input: Readonly<Record<string, unknown>>): unknown;
}
