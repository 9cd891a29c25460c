import { useEffect, useRef, useState } from "react";
import type { SessionInput } from "@/lib/view/session-rows";
import type { ListedSessions } from "@/lib/view/live/session-list";
import { listChanged, listDeleted, listOrder } from "@/lib/view/live/session-list";
import type { QueryAt } from "@/lib/api/request/request";
import { makeApiRead } from "@/lib/api/request/request";
import { useNow } from "../live/use-now";
import { useStream } from "../live/use-stream";

export type SessionListQuery = QueryAt<"GET", "/api/v1/sessions">;

interface InitialList extends ListedSessions {
  /** The server's time when the list was read, in ms. */
  readonly now: number;
  readonly query: SessionListQuery;
  /** Whether this is the first page. Only there new sessions appear. */
  readonly isFirst: boolean;
}

const RUNNING_MAX = 50;
const REREAD_MS = 2_000;

export function useLiveList(
  initial: InitialList,
): ListedSessions & { readonly runningIds: ReadonlySet<string> } {
  const { query, isFirst } = initial;
  const [moved, setMoved] = useState<{ from: unknown; list: ListedSessions } | null>(null);
  const list = moved?.from === initial.sessions ? moved.list : initial;
  const now = useNow(initial.now);
  const latest = useRef(list);
  const put = (next: ListedSessions) => {
    latest.current = next;
    setMoved({ from: initial.sessions, list: next });
  };
  useEffect(() => {
    latest.current = list;
  });
  const reread = useThrottled(async () => {
    // A list that nothing is added to carries no code that reads answers.
    const { readApi } = await import("../data/read-api");
    const page = (more: SessionListQuery) =>
      readApi(makeApiRead("/api/v1/sessions", {}, { ...query, ...more }));
    const [running, sessions] = await Promise.all([
      isFirst ? page({ running: "1", limit: RUNNING_MAX }) : { sessions: [] },
      page({}),
    ]);
    put({ running: running.sessions, sessions: sessions.sessions, total: sessions.total });
  });
  useStream({
    path: "/api/v1/sessions/stream",
    after: initial.now,
    events: ["session", "deleted", "reset"],
    onEvent: (event, data) => {
      if (event === "reset") return reread();
      if (event === "deleted") return put(listDeleted(latest.current, (data as { id: string }).id));
      const { session } = data as { session: SessionInput };
      const next = listChanged(latest.current, session);
      if (next !== null) put(next);
      else if (isFirst && (session.role === "main" || query.role === "any")) reread();
    },
  });
  return { ...list, ...listOrder(list, now) };
}

function useThrottled(work: () => Promise<void>): () => void {
  const latest = useRef(work);
  const state = useRef({ busy: false, again: false, gone: false });
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => {
    const { current } = state;
    current.gone = false;
    return () => {
      current.gone = true;
    };
  }, []);
  const run = async () => {
    const { current } = state;
    current.again = current.busy;
    if (current.busy || current.gone) return;
    current.busy = true;
    await latest.current().catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, REREAD_MS));
    current.busy = false;
    if (current.again) void run();
  };
  return () => void run();
}
