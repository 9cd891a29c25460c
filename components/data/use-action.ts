import { useRouter } from "next/navigation";
import { useState } from "react";
import { RefusedError } from "./send-json";

export interface Action {
  readonly busy: boolean;
  readonly error: string | null;
  readonly problems: Readonly<Record<string, string>>;
  readonly run: (work: () => Promise<unknown>) => Promise<void>;
}

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
