import type { JudgedInput } from "@/lib/view/answers";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { buildJudgedModel } from "@/lib/view/judge/judged-model";
import { askJudged } from "@/lib/view/views/overview";
import { useRead } from "../data/reader";
import { useOnChange } from "../live/use-on-change";

const POLL_MS = 3_000;

/** Starts with what the page has; a snapshot from before there was a judge has nothing. */
export function useJudged(sessionId: string, initial: JudgedInput | undefined) {
  const read = useRead();
  const { data, refetch } = useQuery({
    queryKey: ["judged", sessionId],
    queryFn: ({ signal }) => read(askJudged(sessionId), signal),
    enabled: initial !== undefined,
    ...(initial !== undefined && { initialData: initial }),
    staleTime: POLL_MS,
    refetchInterval: ({ state }) =>
      state.data?.status === "waiting" && state.data.note === null ? POLL_MS : false,
  });
  useOnChange(() => (initial === undefined ? Promise.resolve() : refetch()));
  const model = useMemo(() => (data === undefined ? null : buildJudgedModel(data)), [data]);
  return { model, refetch };
}
