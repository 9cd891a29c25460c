import { useMemo } from "react";
import { useQuery } from "@tanstack/react-query";
import type { LossMark } from "@/lib/view/losses/loss-marks";
import { listLossMarks } from "@/lib/view/losses/loss-marks";
import type { DearestList } from "@/lib/view/cost/dearest";
import { listDearestLists } from "@/lib/view/cost/dearest";
import { askCost } from "@/lib/view/views/reads";
import { useRead } from "../data/reader";
import { useOnChange } from "../live/use-on-change";

const NONE: readonly LossMark[] = [];
const NO_LISTS: readonly DearestList[] = [];
const FRESH_MS = 3_000;

/** Losses of the prompt cache. They come after the page, which does not wait for them; none until then. */
export function useLosses(sessionId: string): readonly LossMark[] {
  const data = useCost(sessionId);
  return useMemo(() => (data === undefined ? NONE : listLossMarks(data)), [data]);
}

/** What cost most, which comes after the page too. */
export function useDearest(sessionId: string): readonly DearestList[] {
  const data = useCost(sessionId);
  return useMemo(
    () => (data === undefined ? NO_LISTS : listDearestLists(data, sessionId)),
    [data, sessionId],
  );
}

function useCost(sessionId: string) {
  const read = useRead();
  const { data, refetch } = useQuery({
    queryKey: ["cost", sessionId],
    queryFn: ({ signal }) => read(askCost(sessionId), signal),
    staleTime: FRESH_MS,
    retry: false,
  });
  useOnChange(() => refetch());
  return data;
}
