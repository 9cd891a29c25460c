"use client";

import { useRouter } from "next/navigation";
import { copyLink } from "../data/copy-link";
import { useOpenPage } from "../data/reader";
import { useRefresh } from "../data/use-refresh";
import { useLive } from "../live/live-session";
import { useOnChange } from "../live/use-on-change";
import { useCommands } from "../commands/use-commands";
import { useKeptState } from "./use-kept-state";

export function TurnKeys({
  sessionId,
  turn,
  previous,
  next,
}: {
  sessionId: string;
  turn: number;
  previous: number | null;
  next: number | null;
}) {
  const openPage = useOpenPage();
  const router = useRouter();
  const refresh = useRefresh();
  const kept = useKeptState();
  const { following } = useLive();
  useOnChange(async ({ lastTurn }) => {
    if (!following) return;
    const newest = lastTurn ?? turn;
    if (newest !== turn) router.replace(`/sessions/${sessionId}/turns/${newest}?follow=1`, { scroll: false });
    else refresh();
  });
  const go = (to: number | null) => {
    if (to !== null) openPage(`/sessions/${sessionId}/turns/${to}${kept}`);
  };
  useCommands({
    next: () => go(next),
    previous: () => go(previous),
    clear: () => openPage(`/sessions/${sessionId}?turn=${turn}`),
    copyLink,
  });
  return null;
}
