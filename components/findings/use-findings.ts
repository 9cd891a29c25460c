import type { FindingsInput } from "@/lib/view/answers";
import { useQuery } from "@tanstack/react-query";
import { askFindings } from "@/lib/view/views/reads";
import { useRead } from "../data/reader";
import { useOnChange } from "../live/use-on-change";

const POLL_MS = 3_000;

/**
 * Starts with those of the page. Reads newer ones while the page follows the session or the analysis runs.
 */
export function useFindings(sessionId: string, initial?: FindingsInput): FindingsInput | undefined {
  const read = useRead();
  const { data, refetch } = useQuery({
    queryKey: ["findings", sessionId],
    queryFn: ({ signal }) => read(askFindings(sessionId), signal),
    ...(initial !== undefined && { initialData: initial }),
    staleTime: POLL_MS,
    refetchInterval: ({ state: { data: findings } }) =>
      findings?.analysedUpTo.done === false && (findings.analysedUpTo.refused ?? null) === null
        ? POLL_MS
        : false,
  });
  useOnChange(() => refetch());
  return data;
}
