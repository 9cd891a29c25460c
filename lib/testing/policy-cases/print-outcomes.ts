import { readFileSync } from "node:fs";
import { type CaseOutcome, runCases, tallyCases } from "@/lib/testing/policy-cases/run-cases";

/**
 * lib/cli/policy-cases.mjs runs this with the path of a case file. It prints what passed, by policy, and every
 * difference.
 */
function main(file: string): void {
  const outcomes = readAndRun(file);
  const tallies = tallyCases(outcomes);
  const width = Math.max(...tallies.map(({ policy }) => policy.length));
  for (const { policy, passed, failed } of tallies)
    console.log(`${policy.padEnd(width)}  ${passed} passed  ${failed} failed`);
  for (const { id, failure } of outcomes) if (failure !== null) console.log(`✗ ${id}: ${failure}`);
  const failed = outcomes.filter((outcome) => outcome.failure !== null).length;
  console.log(`${outcomes.length - failed} of ${outcomes.length} cases passed, ${failed} failed`);
  process.exitCode = failed > 0 || outcomes.length === 0 ? 1 : 0;
}

function readAndRun(file: string): CaseOutcome[] {
  try {
    return runCases(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(
      `${file} is no file of cases ({"cases": [{"id", "policy", "input", "expected"}]}): ${reason}`,
    );
    process.exit(1);
  }
}

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("expected the path of a case file");
main(file);
