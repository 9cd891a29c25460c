"use client";

import { useQuery } from "@tanstack/react-query";
import type { FindingsFacts } from "@/lib/view/findings/findings-model";
import type { LivenessFacts } from "@/lib/view/liveness";
import { isRunning } from "@/lib/view/liveness";
import { useRead } from "../data/reader";

/** How often a session that is running, or whose analysis is under way, is asked for its findings again. */
const POLL_MS = 3_000;

/** The findings of a session: those the page came with, and newer ones as long as more may come. */
export function useFindings(
  sessionId: string,
  given: FindingsFacts | undefined,
  liveness: LivenessFacts | null,
): FindingsFacts | undefined {
  const read = useRead();
  const { data } = useQuery({
    queryKey: ["findings", sessionId],
    queryFn: ({ signal }) => read<FindingsFacts>(`/api/v1/sessions/${sessionId}/findings?limit=1000`, signal),
    ...(given !== undefined && { initialData: given }),
    staleTime: POLL_MS,
    refetchInterval: ({ state }) =>
      (liveness !== null && isRunning(liveness, Date.now())) || state.data?.analysedUpTo.done === false
        ? POLL_MS
        : false,
  });
  return data;
}
