"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, Minus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import type { Expected, HeardClient } from "@/lib/view/connect/arrival";
import { buildArrival, listHeardInstead } from "@/lib/view/connect/arrival";
import { makeApiRead } from "@/lib/api/request/request";
import { readApi } from "../data/read-api";
import { Time } from "../ui/time";

const LOOK_AGAIN_MS = 2_000;

interface Heard {
  readonly clients: readonly HeardClient[];
}

interface Props {
  dialects: readonly string[];
  clients: readonly HeardClient[];
  since: string;
}

export function ArrivalNote({ dialects, clients, since }: Props) {
  const { data } = useQuery({
    queryKey: ["heard"],
    queryFn: ({ signal }): Promise<Heard> => readApi(makeApiRead("/api/v1/ingestion-warnings", {}), signal),
    initialData: { clients },
    refetchInterval: LOOK_AGAIN_MS,
  });
  const arrival = buildArrival({ dialects }, data.clients);
  const others = listHeardInstead({ dialects }, data.clients, since);
  useRefreshOn(data.clients.length > clients.length);
  return (
    <section
      aria-label="Arrival"
      className={`mt-4 rounded border px-3 py-2.5 ${arrival.heard ? "border-restorable" : "border-line-strong"}`}
    >
      <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {arrival.heard ? (
          <>
            <span className="flex items-center gap-1.5 font-medium text-restorable">
              <Check size={14} aria-hidden />
              Arrived: {arrival.recognised}
            </span>
            <span className="text-ink-2">{arrival.counts}</span>
          </>
        ) : (
          <span className="flex items-center gap-2 text-ink-2">
            <span aria-hidden className="size-1.5 animate-pulse rounded-full bg-current" />
            Waiting for the first event…
          </span>
        )}
        {others.length > 0 && (
          <span className="text-warning">
            Something else arrived: {others.map(({ label }) => label).join(", ")}
          </span>
        )}
      </div>
      {arrival.heard && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pt-1.5 text-xs">
          {arrival.expected.map((part) => (
            <Part key={part.label} {...part} />
          ))}
          <span className="text-ink-3 sm:ml-auto">
            last heard <Time iso={arrival.lastAt} className="num" />
          </span>
        </div>
      )}
    </section>
  );
}

function Part({ label, present }: Expected) {
  const Sign = present ? Check : Minus;
  return (
    <span className={`flex items-center gap-1 ${present ? "text-ink-2" : "text-warning"}`}>
      <Sign size={12} aria-hidden />
      {present ? label : `no ${label} yet`}
    </span>
  );
}

/** The list of clients on the page must show the new client too. */
function useRefreshOn(news: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (news) router.refresh();
  }, [news, router]);
}
