import type { ImportJob } from "./upload";

/** An import that a worker still runs from before the page opened; `null` when there is none. */
export async function runningImport(): Promise<ImportJob | null> {
  const answer = await fetch("/api/v1/jobs").catch(() => null);
  if (answer?.ok !== true) return null;
  const { jobs } = (await answer.json()) as { jobs: (ImportJob & { kind: string })[] };
  return jobs.find(({ kind, status }) => kind === "import" && status === "running") ?? null;
}
