"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { RefusedError } from "./send-json";

/** Something that is being done: whether it still is, and why it was refused. */
export interface Action {
  readonly busy: boolean;
  readonly error: string | null;
  /** What was wrong with single fields, by their names. */
  readonly problems: Readonly<Record<string, string>>;
  /** Does it, then shows the page as it has become. */
  readonly run: (work: () => Promise<unknown>) => Promise<void>;
}

/** One change at a time, with its refusal to show beside it. */
export function useAction(): Action {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setError(null);
    setProblems({});
    try {
      await work();
      router.refresh();
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : String(problem));
      if (problem instanceof RefusedError) setProblems(problem.problems);
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, problems, run };
}
