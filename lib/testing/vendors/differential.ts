import fc from "fast-check";
import { it } from "vitest";

const SEED_MAX = 0x7fffffff;
/** Long enough that a failure can report its seed on a busy machine. */
const TIMEOUT_MS = 180_000;

const seedText = process.env["SIGHTGLASS_TEST_SEED"];
/** The seed of this run. `SIGHTGLASS_TEST_SEED` repeats a seed; otherwise each run draws its own. */
const seed = Number(seedText ?? Math.floor(Math.random() * SEED_MAX));

/**
 * A test that compares two implementations on generated inputs. Its title names the seed; a failure prints it with the
 * input on which they differ. A run with a given seed searches for the smallest such input, which can take minutes.
 */
export function itAgrees<Drawn>(
  title: string,
  drawn: fc.Arbitrary<Drawn>,
  compare: (drawn: Drawn) => Promise<void> | void,
  numRuns = 50,
): void {
  const property = fc.asyncProperty(drawn, async (one) => {
    await compare(one);
  });
  const parameters = { numRuns, seed, endOnFailure: seedText === undefined };
  it(`${title} (seed ${seed})`, () => fc.assert(property, parameters), TIMEOUT_MS);
}
