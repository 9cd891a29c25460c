"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { apiRead } from "@/lib/api/request/request";
import { readApi } from "../data/read-api";

const AGAIN_MS = 1_000;

export function WaitingNote({ statement }: { statement: string }) {
  const router = useRouter();
  useEffect(() => {
    // A refresh that finds no server leaves the page for the browser's own error.
    const refresh = () =>
      readApi(apiRead("/api/v1/health", {})).then(
        () => router.refresh(),
        () => undefined,
      );
    const timer = setInterval(() => void refresh(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [router]);
  return (
    <p role="status" className="px-4 pb-2 text-xs text-ink-2 print:hidden">
      {statement}
    </p>
  );
}
