import Link from "next/link";
import { useEffect, useState } from "react";
import { makeApiRead } from "@/lib/api/request/request";
import type { WorstImported } from "@/lib/view/sessions/import-words";
import { findWorstImported } from "@/lib/view/sessions/import-words";
import { readApi } from "../data/read-api";
import { useRefresh } from "../data/use-refresh";

const AGAIN_MS = 2_000;
/** Ten minutes: then the list says what is found. */
const TRIES = 300;
const ASKED_MAX = 200;

/** The imported sessions with the most serious findings: those that are known so far, until all are analysed. */
export function ImportWorst({ ids }: { ids: readonly string[] }) {
  const [worst, setWorst] = useState<WorstImported | null>(null);
  const refresh = useRefresh();
  const list = ids.slice(0, ASKED_MAX).join(",");
  useEffect(() => {
    let tries = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const look = async () => {
      const waiting = await readSessions({ ids: list, pending: "1", limit: 1 });
      // Read afterwards: what is analysed by now is among them.
      const { sessions, total } = await readSessions({ ids: list, limit: ASKED_MAX });
      if (gone) return;
      setWorst(findWorstImported(sessions, total, waiting.total));
      // What stands below was drawn before they were analysed.
      if (waiting.total === 0) refresh();
      return waiting.total === 0;
    };
    const run = async () => {
      const isDone = await look().catch(() => false);
      if (isDone !== true && !gone && ++tries < TRIES) timer = setTimeout(() => void run(), AGAIN_MS);
    };
    void run();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [list, refresh]);
  if (worst === null) return <p className="mt-1 text-xs text-ink-3">Looking for what went wrong in them…</p>;
  return (
    <div className="mt-1">
      <p className="font-medium">{worst.words}</p>
      <ul>
        {worst.rows.map(({ id, href, name, found, story }) => (
          <li key={id} className="mt-0.5">
            <Link className="text-accent underline-offset-2 hover:underline" href={href} dir="auto">
              {name}
            </Link>{" "}
            <span className="text-ink-2">{found}</span>
            {story !== "" && <p className="text-xs text-ink-2">{story}</p>}
          </li>
        ))}
      </ul>
    </div>
  );
}

function readSessions(query: Parameters<typeof makeSessionsRead>[0]) {
  return readApi(makeSessionsRead(query));
}

function makeSessionsRead(query: { ids: string; limit: number; pending?: "1" }) {
  return makeApiRead("/api/v1/sessions", {}, query);
}
