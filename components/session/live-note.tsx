"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { LivenessFacts } from "@/lib/view/liveness";
import { isRunning } from "@/lib/view/liveness";
import { plural } from "@/lib/view/format";
import { fetchJson } from "../data/fetch-json";

const ASK_EVERY_MS = 4_000;

interface Props extends LivenessFacts {
  sessionId: string;
  turns: number;
  updatedAt: string;
}

interface Skeleton extends LivenessFacts {
  readonly counts: { readonly turns: number };
  readonly updatedAt: string;
}

/** Says that a session is still running, and offers what has come since the page was read instead of moving it. */
export function LiveNote({ sessionId, turns, updatedAt, ...facts }: Props) {
  const router = useRouter();
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ["skeleton", sessionId],
    queryFn: ({ signal }) => fetchJson<Skeleton>(`/api/v1/sessions/${sessionId}`, signal),
    refetchInterval: ({ state }) => (isRunning(state.data ?? facts, Date.now()) ? ASK_EVERY_MS : false),
  });
  const running = data !== undefined && isRunning(data, dataUpdatedAt);
  const more = data === undefined ? 0 : data.counts.turns - turns;
  const changed = data !== undefined && data.updatedAt > updatedAt;
  if (!running && !changed) return null;
  return (
    <span role="status" className="inline-flex items-center gap-2 text-xs">
      {running && (
        <span className="inline-flex items-center gap-1.5 text-restorable">
          <span aria-hidden className="size-1.5 rounded-full bg-current" />
          still running
        </span>
      )}
      {changed && (
        <button type="button" className="btn h-6" onClick={() => router.refresh()}>
          {more > 0 ? `Show ${plural(more, "new turn")}` : "Show what is new"}
        </button>
      )}
    </span>
  );
}
