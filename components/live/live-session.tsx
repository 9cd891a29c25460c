"use client";

import { usePathname } from "next/navigation";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import type { ReactNode } from "react";
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import { mergeChanges } from "@/lib/view/live/changes";
import type { LivenessInput } from "@/lib/view/liveness";
import { isRunning } from "@/lib/view/liveness";
import type { SessionInput } from "@/lib/view/session-rows";
import { unlessOpening } from "../data/navigation";
import { useNow } from "./use-now";
import type { StreamStatus } from "./use-stream";
import { useStream } from "./use-stream";

export interface SessionNews {
  readonly session: SessionInput;
  readonly fromTurn: number | null;
  readonly lastTurn: number | null;
}

type OnChange = (change: SessionNews) => void;

/** What a page reads again, and whether the header waits for it: both then say the same at every moment. */
export interface ChangeListener {
  readonly onChange: OnChange;
  readonly isBody: boolean;
}

interface Live {
  readonly news: SessionNews | null;
  /** The session as of the turns that are drawn; `null` until newer ones are shown. */
  readonly drawn: SessionInput | null;
  readonly running: boolean;
  readonly deleted: boolean;
  readonly status: StreamStatus;
  /** Whether the node of the database that holds the session is away, as far as the server said so. */
  readonly isAway: boolean;
  /** Whether the newest turn stays selected and the page grows with the session. */
  readonly following: boolean;
  readonly unseenTurns: number;
  readonly unseen: boolean;
  readonly follow: (on: boolean) => void;
  readonly show: () => void;
  readonly subscribe: (listener: ChangeListener) => () => void;
  /** Says that the body of the page shows the session as it is here. */
  readonly drew: (session: SessionInput) => void;
}

const IDLE: Live = {
  news: null,
  drawn: null,
  running: false,
  deleted: false,
  status: "closed",
  isAway: false,
  following: false,
  unseenTurns: 0,
  unseen: false,
  follow: () => undefined,
  show: () => undefined,
  subscribe: () => () => undefined,
  drew: () => undefined,
};

const LiveContext = createContext<Live>(IDLE);

interface Props {
  session: LivenessInput & {
    readonly id: string;
    readonly version: number;
    readonly turns: number;
  };
  /** The server's time when the page was made, in ms. */
  now: number;
  children: ReactNode;
}

export function LiveSession({ session, now: madeAt, children }: Props) {
  const [news, setNews] = useState<SessionNews | null>(null);
  const [deleted, setDeleted] = useState(false);
  const [isAway, setAway] = useState(false);
  const [drawn, setDrawn] = useState<SessionInput | null>(null);
  const [wanted, setWanted] = useQueryState(
    "follow",
    parseAsStringLiteral(["1"] as const).withOptions({ history: "replace", startTransition: unlessOpening }),
  );
  const following = wanted !== null;
  const pending = useRef<SessionNews | null>(null);
  const listeners = useRef(new Set<ChangeListener>());
  const now = useNow(madeAt);

  const show = useCallback(() => {
    const change = pending.current;
    pending.current = null;
    if (change === null) return;
    const waiting = [...listeners.current];
    if (!waiting.some(({ isBody }) => isBody)) setDrawn(change.session);
    for (const { onChange } of waiting) onChange(change);
  }, []);
  const pathname = usePathname();
  // A page that is opened has read the session as it is now.
  useEffect(() => show(), [pathname, show]);
  const status = useStream({
    path: deleted ? null : `/api/v1/sessions/${session.id}/stream`,
    after: session.version,
    events: ["session", "deleted", "away", "there"],
    onEvent: (event, data) => {
      if (event === "away" || event === "there") return setAway(event === "away");
      if (event === "deleted") return setDeleted(true);
      const next = data as SessionNews;
      pending.current = mergeChanges(pending.current, next);
      setNews(next);
      if (following) show();
    },
  });
  useEffect(() => {
    if (following) show();
  }, [following, show]);

  const subscribe = useCallback((listener: ChangeListener) => {
    listeners.current.add(listener);
    return () => void listeners.current.delete(listener);
  }, []);
  const follow = useCallback((on: boolean) => void setWanted(on ? "1" : null), [setWanted]);
  const facts: LivenessInput = news?.session ?? session;
  const running = isRunning(facts, now);
  const value = useMemo(
    (): Live => ({
      news,
      drawn,
      running,
      deleted,
      status,
      isAway,
      following,
      unseenTurns: Math.max(
        0,
        (news?.session.counts.turns ?? 0) - Math.max(drawn?.counts.turns ?? 0, session.turns),
      ),
      unseen: (news?.session.version ?? 0) > Math.max(drawn?.version ?? 0, session.version),
      follow,
      show,
      subscribe,
      drew: setDrawn,
    }),
    [
      news,
      drawn,
      running,
      deleted,
      status,
      isAway,
      following,
      session.turns,
      session.version,
      follow,
      show,
      subscribe,
    ],
  );
  return <LiveContext value={value}>{children}</LiveContext>;
}

/** Where nothing follows the session, for example in a share, its state never changes. */
export function useLive(): Live {
  return useContext(LiveContext);
}

/** Whether figures of the page grow while it is read: then they take the room of larger ones from the start. */
export function useGrows(): boolean {
  const { running, drawn } = useLive();
  const [wasRunning] = useState(running);
  return wasRunning || running || drawn !== null;
}
