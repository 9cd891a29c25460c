"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { LivenessFacts } from "@/lib/view/liveness";
import { isRunning } from "@/lib/view/liveness";
import { plural } from "@/lib/view/format";
import { useFrozen } from "../data/reader";

interface Props extends LivenessFacts {
  sessionId: string;
  turns: number;
  updatedAt: string;
}

/** What the stream says of the session. */
interface News extends LivenessFacts {
  readonly turns: number;
  readonly updatedAt: string;
}

/** Says that a session is still running, and offers what has come since the page was read instead of moving it. */
export function LiveNote({ sessionId, turns, updatedAt, ...facts }: Props) {
  const router = useRouter();
  const frozen = useFrozen();
  const { news, running } = useNews(frozen ? null : sessionId, facts);
  const more = (news?.turns ?? turns) - turns;
  const changed = news !== null && news.updatedAt > updatedAt;
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

/** Follows a session as long as it runs. One that has ended, or was not heard of for long, is not followed. */
function useNews(
  sessionId: string | null,
  { outcome, startedAt, endedAt }: LivenessFacts,
): { news: News | null; running: boolean } {
  const [state, setState] = useState<{ news: News | null; running: boolean }>({ news: null, running: false });
  useEffect(() => {
    if (sessionId === null || !isRunning({ outcome, startedAt, endedAt }, Date.now())) return;
    const source = new EventSource(`/api/v1/sessions/${sessionId}/stream`);
    source.addEventListener("session", ({ data }: MessageEvent<string>) => {
      const news = JSON.parse(data) as News;
      const running = isRunning(news, Date.now());
      setState({ news, running });
      if (!running) source.close();
    });
    return () => source.close();
  }, [sessionId, outcome, startedAt, endedAt]);
  return state;
}
