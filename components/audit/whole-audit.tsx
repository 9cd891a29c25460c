"use client";

import { useRouter } from "next/navigation";
import { useQueryState } from "nuqs";
import { useEffect, useRef, useState } from "react";
import type { JobAnswer } from "@/lib/api/request/request";
import type { BodyAt } from "@/lib/api/request/request";
import { makeApiWrite } from "@/lib/api/request/request";
import { auditParams } from "@/lib/view/url-state";
import { followJob } from "../data/follow-job";
import { JobProgress } from "../data/job-progress";
import { sendJson } from "../data/send-json";
import { Refusal } from "../ui/refusal";

interface Props {
  job: JobAnswer | null;
  isForgotten: boolean;
  isOffered: boolean;
  filters: BodyAt<"POST", "/api/v1/audits">;
}

export function WholeAudit({ job, isForgotten, isOffered, filters }: Props) {
  const router = useRouter();
  const [, setRun] = useQueryState("run", { ...auditParams.run, shallow: false, history: "push" });
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const stop = useRef(() => {});
  const isRunning = job?.status === "running" && error === null;
  useEffect(() => {
    if (job?.status !== "running") return;
    const [cancelled, left] = [new AbortController(), new AbortController()];
    stop.current = () => cancelled.abort();
    followJob(job, setShare, { cancelled: cancelled.signal, left: left.signal }).then(
      () => left.signal.aborted || router.refresh(),
      (problem: unknown) => left.signal.aborted || setError(wordsOf(problem)),
    );
    return () => left.abort();
  }, [job, router]);
  const start = async () => {
    setError(null);
    try {
      const begun = await sendJson(makeApiWrite("POST", "/api/v1/audits", {}, { body: filters }));
      await setRun(begun.job.id);
    } catch (problem) {
      setError(wordsOf(problem));
    }
  };
  return (
    <div className="mt-3 grid max-w-lg justify-items-start gap-2 empty:hidden">
      {isRunning && (
        <JobProgress what="Auditing all sessions" share={share} onCancel={() => stop.current()} />
      )}
      {isForgotten && <p className="text-xs text-ink-2">This audit is no longer stored.</p>}
      <Refusal message={error ?? (job?.status === "done" ? null : (job?.error?.message ?? null))} />
      {isOffered && !isRunning && (
        <button type="button" className="btn" onClick={() => void start()}>
          Audit all sessions
        </button>
      )}
    </div>
  );
}

function wordsOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}
