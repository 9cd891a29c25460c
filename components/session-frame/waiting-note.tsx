"use client";

import { useEffect } from "react";
import { useRefresh } from "../data/use-refresh";
import { whenServerAnswers } from "../data/when-server-answers";

const AGAIN_MS = 1_000;

export function WaitingNote({ statement }: { statement: string }) {
  const refresh = useRefresh();
  useEffect(() => {
    const timer = setInterval(() => void whenServerAnswers(refresh), AGAIN_MS);
    return () => clearInterval(timer);
  }, [refresh]);
  return (
    <p role="status" className="px-4 pb-2 text-xs text-ink-2 print:hidden">
      {statement}
    </p>
  );
}
