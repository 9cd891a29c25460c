import { appendFile, writeFile } from "node:fs/promises";
import { writeGithubAnnotations, writeGithubSummary } from "./gate-github";
import type { GateCase } from "./gate-report";
import { writeGateJson, writeGateJunit } from "./gate-report";
import { writeGateSarif } from "./gate-sarif";

/** Where the verdicts are written: the paths of files. */
export interface GateFiles {
  readonly junit?: string | undefined;
  readonly json?: string | undefined;
  readonly sarif?: string | undefined;
}

/**
 * Writes the verdicts of a gate to files. On GitHub Actions it also annotates the run and writes its summary.
 * @param say prints a line, where annotations can be read
 * @throws Error for a file that cannot be written, in plain words
 */
export async function writeGateFiles(
  gate: string,
  cases: readonly GateCase[],
  { junit, json, sarif }: GateFiles,
  {
    env,
    say,
  }: {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly say: ((line: string) => void) | null;
  },
): Promise<void> {
  if (env.GITHUB_ACTIONS === "true" && say !== null)
    for (const line of writeGithubAnnotations(cases)) say(line);
  if (env.GITHUB_STEP_SUMMARY)
    await writeNamed(env.GITHUB_STEP_SUMMARY, writeGithubSummary(gate, cases), appendFile);
  if (sarif !== undefined) await writeNamed(sarif, writeGateSarif(gate, cases));
  if (json !== undefined) await writeNamed(json, writeGateJson(gate, cases));
  if (junit !== undefined) await writeNamed(junit, writeGateJunit(gate, cases));
}

async function writeNamed(
  file: string,
  text: string,
  write: (file: string, text: string) => Promise<void> = writeFile,
): Promise<void> {
  try {
    await write(file, text);
  } catch (error) {
    throw new Error(`${file} cannot be written: ${describeFileProblem(error)}`, { cause: error });
  }
}

const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EISDIR: "it is a folder",
  EACCES: "it is not permitted",
  ENOTDIR: "its folder is a file",
};

/** What an error of the file system says, in plain words. */
export function describeFileProblem(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return FILE_PROBLEMS[code] ?? (error instanceof Error ? error.message : String(error));
}
