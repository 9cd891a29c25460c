"use client";

import { useSyncExternalStore } from "react";
import { formatUtc } from "@/lib/view/format/format";

/** In UTC until the page is hydrated. */
export function Time({ iso, className }: { iso: string | null; className?: string }) {
  const local = useSyncExternalStore(
    () => () => undefined,
    () => (iso === null ? null : localTime(iso)),
    () => null,
  );
  if (iso === null) return <span className={className}>–</span>;
  return (
    <time dateTime={iso} title={iso} className={className}>
      {local ?? formatUtc(iso)}
    </time>
  );
}

function localTime(iso: string): string {
  const date = new Date(iso);
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())} ${pad(date.getHours())}:${pad(date.getMinutes())}`;
}
