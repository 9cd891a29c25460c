import type { JobAnswer } from "@/lib/api/request/request";
import { makeAddress, makeApiRead, makeApiWrite } from "@/lib/api/request/request";
import { RefusedError, sendJson } from "./send-json";

const LOOK_MS = 500;
const AWAY_MS = 3_000;

/**
 * Polls a job until it is done.
 * @param onProgress gets the share that is done, 0 to 1; `null` while that is not known
 * @param cancelled cancels the job
 * @param left ends the polling; the job goes on
 * @throws RefusedError when it failed, was cancelled or is not known any more
 */
export async function followJob(
  job: JobAnswer,
  onProgress: (share: number | null) => void,
  { cancelled, left }: { readonly cancelled: AbortSignal; readonly left?: AbortSignal },
): Promise<void> {
  const of = { jobId: job.id };
  for (let now = job; left?.aborted !== true;) {
    if (now.status === "done") return;
    if (now.status === "cancelled") throw new RefusedError("It was cancelled.", {});
    if (now.status === "failed") throw new RefusedError(now.error?.message ?? "It failed.", {});
    onProgress(now.progress.of === 0 ? null : now.progress.done / now.progress.of);
    if (cancelled.aborted) now = await sendJson(makeApiWrite("DELETE", "/api/v1/jobs/{jobId}", of));
    else {
      await pause(LOOK_MS, cancelled);
      const answer = await fetch(makeAddress(makeApiRead("/api/v1/jobs/{jobId}", of))).catch(() => null);
      if (answer?.ok === true) now = (await answer.json()) as JobAnswer;
      else if (answer?.status === 404) throw new RefusedError("This job no longer exists.", {});
      else await pause(AWAY_MS, cancelled);
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}
