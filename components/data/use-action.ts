import { useState } from "react";
import { RefusedError } from "./send-json";
import { useRefresh } from "./use-refresh";

export interface Action {
  readonly busy: boolean;
  readonly error: string | null;
  readonly problems: Readonly<Record<string, string>>;
  /** Does something that changes what the page shows, and reads the page's data again. */
  readonly run: (work: () => Promise<unknown>) => Promise<void>;
  /** Does something that changes nothing, such as a preview. */
  readonly ask: (work: () => Promise<unknown>) => Promise<void>;
}

export function useAction(): Action {
  const refresh = useRefresh();
  const [running, setRunning] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const ask = async (work: () => Promise<unknown>) => {
    setRunning((now) => now + 1);
    setError(null);
    setProblems({});
    try {
      await work();
    } catch (problem) {
      setError(problem instanceof Error ? problem.message : String(problem));
      if (problem instanceof RefusedError) setProblems(problem.problems);
    } finally {
      setRunning((now) => now - 1);
    }
  };
  const run = (work: () => Promise<unknown>) => ask(() => work().then(refresh));
  return { busy: running > 0, error, problems, run, ask };
}
