import { readFileSync } from "node:fs";

/**
 * The lines of the worked example in a file's comments: those that stand four spaces deeper than their comment, in order and
 * without blank ones. A test works them out again, so that they cannot get old.
 */
export function workedExample(file: string): string[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => /^ \* {4,}(\S.*)$/.exec(line)?.[1] ?? []);
}
