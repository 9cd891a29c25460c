import { apiRead } from "@/lib/api/request/request";
import { readApi } from "../data/read-api";
import type { ImportJob } from "./upload";

/** An import that a worker still runs from before the page opened; `null` when there is none. */
export async function runningImport(): Promise<ImportJob | null> {
  const answer = await readApi(apiRead("/api/v1/jobs", {})).catch(() => null);
  return answer?.jobs.find(({ kind, status }) => kind === "import" && status === "running") ?? null;
}
