"use client";

import { useOpenPage } from "../data/reader";
import { useCommands } from "../shell/use-commands";

/** Goes from turn to turn with the keyboard. */
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
  const go = (to: number | null) => {
    if (to !== null) openPage(`/sessions/${sessionId}/turns/${to}`);
  };
  useCommands({
    next: () => go(next),
    previous: () => go(previous),
    clear: () => openPage(`/sessions/${sessionId}?turn=${turn}`),
    copyLink: () => void navigator.clipboard.writeText(window.location.href),
  });
  return null;
}
