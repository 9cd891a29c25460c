"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { whenServerAnswers } from "../data/when-server-answers";

const AGAIN_MS = 1_000;

export function WaitingNote({ statement }: { statement: string }) {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => void whenServerAnswers(() => router.refresh()), AGAIN_MS);
    return () => clearInterval(timer);
  }, [router]);
  return (
    <p role="status" className="px-4 pb-2 text-xs text-ink-2 print:hidden">
      {statement}
    </p>
  );
}
