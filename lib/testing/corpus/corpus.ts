import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** The corpus of recorded sessions is outside this project. Without it, its tests are skipped and say so. */
export const CORPUS = path.resolve(process.env.SIGHTGLASS_TRACES ?? "../shared/traces");
export const hasCorpus = existsSync(path.join(CORPUS, "STATS.md"));

/** The results of an independent count over one session of the corpus; `null` if it gives no figure. */
export interface CorpusFigures {
  readonly file: string;
  readonly session: string;
  readonly calls: number;
  readonly usageCalls: number;
  readonly maxInput: number | null;
  readonly toolCalls: number;
  readonly repeats: number;
  readonly compactions: number;
}

export function corpusFigures(): CorpusFigures[] {
  const rows = readFileSync(path.join(CORPUS, "STATS.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| "));
  return rows.slice(1).flatMap((line) => {
    const cells = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    const [file = "", session = "", calls, usage, max, , , tools, , , , repeats, , compactions] = cells;
    if (!file.includes("/")) return [];
    return [
      {
        file,
        session,
        calls: Number(calls),
        usageCalls: Number(usage),
        maxInput: max === undefined || max === "" ? null : Number(max),
        toolCalls: Number(tools),
        repeats: Number(repeats),
        compactions: Number(compactions ?? 0) || 0,
      },
    ];
  });
}

/** Says once that the corpus is missing, so that nobody overestimates a green run. */
export function noteMissingCorpus(what: string): void {
  if (!hasCorpus)
    console.warn(
      `SKIPPED: ${what}: the trace corpus is not at ${CORPUS}; set SIGHTGLASS_TRACES to where it is`,
    );
}
