"use client";

import { useEffect, useRef, useState } from "react";
import type { RunningJob } from "../data/follow-job";
import { followJob } from "../data/follow-job";
import { sendJson } from "../data/send-json";

const AT_ONCE_MS = 1_500;

interface Redaction {
  /** The share of a worker's search that is done, 0 to 1; `null` while it is not known. */
  readonly share: number | null;
  /** Sends a request that a worker redacts for, and waits for its answer. It stops the one before. */
  readonly send: <T>(path: string, body: object) => Promise<T>;
  readonly stop: () => void;
}

/** Requests about a share. A large session is searched by a worker, which can be watched and stopped. */
export function useRedaction(): Redaction {
  const [share, setShare] = useState<number | null>(null);
  const running = useRef(new AbortController());
  const stop = () => running.current.abort();
  useEffect(() => () => running.current.abort(), []);
  const send = async <T>(path: string, body: object): Promise<T> => {
    stop();
    const { signal } = (running.current = new AbortController());
    setShare(null);
    const answer = await sendJson<T | RunningJob>("POST", `${path}?wait=${AT_ONCE_MS}`, body);
    if (!isJob(answer)) return answer;
    await followJob(answer, setShare, { cancelled: signal });
    return sendJson<T>("POST", `${path}?job=${encodeURIComponent(answer.id)}`, body);
  };
  return { share, send, stop };
}

function isJob<T>(answer: T | RunningJob): answer is RunningJob {
  return typeof answer === "object" && answer !== null && "progress" in answer;
}
