import { useEffect, useRef, useState } from "react";
import type { JobAnswer } from "@/lib/api/request/request";
import type { ApiWrite, BodyAt, WriteAnswerAt } from "@/lib/api/request/request";
import { followJob } from "../data/follow-job";
import { sendJson } from "../data/send-json";

const AT_ONCE_MS = 1_500;

type RedactingPath = "/api/v1/sessions/{id}/shares" | "/api/v1/sessions/{id}/shares/preview";

interface Redaction {
  /** 0 to 1; `null` while it is not known. */
  readonly share: number | null;
  /** Waits for the worker's answer. Stops the request before. */
  readonly send: <Path extends RedactingPath>(
    path: Path,
    sessionId: string,
    body: BodyAt<"POST", Path>,
    /** Of a preview, for a share of exactly that. */
    job?: string,
  ) => Promise<WriteAnswerAt<"POST", Path>>;
  readonly stop: () => void;
}

/** A large session is searched by a worker, which can be watched and stopped. */
export function useRedaction(): Redaction {
  const [share, setShare] = useState<number | null>(null);
  const running = useRef(new AbortController());
  const stop = () => running.current.abort();
  useEffect(() => () => running.current.abort(), []);
  const send: Redaction["send"] = async (path, sessionId, body, job) => {
    stop();
    const { signal } = (running.current = new AbortController());
    setShare(null);
    const ask = (query: ApiWrite["query"]) =>
      sendJson({ method: "POST" as const, path, params: { id: sessionId }, query, body });
    const answer = await ask({ wait: AT_ONCE_MS, ...(job !== undefined && { job }) });
    if (!isJob(answer)) return answer;
    await followJob(answer, setShare, { cancelled: signal });
    return ask({ job: answer.id });
  };
  return { share, send, stop };
}

/** A request that takes longer than its wait is answered with the job. */
function isJob(answer: unknown): answer is JobAnswer {
  return typeof answer === "object" && answer !== null && "progress" in answer;
}
