import Link from "next/link";
import { useEffect, useState } from "react";
import { makeApiRead } from "@/lib/api/request/request";
import type { WorstImported } from "@/lib/view/sessions/import-words";
import { findWorstImported } from "@/lib/view/sessions/import-words";
import { readApi } from "../data/read-api";

const AGAIN_MS = 2_000;
const TRIES = 30;
const LISTED = 3;
const ASKED_MAX = 200;

/** The imported sessions with the most serious findings, once all are analysed. */
export function ImportWorst({ ids }: { ids: readonly string[] }) {
  const [worst, setWorst] = useState<WorstImported | null>(null);
  const asked = ids.slice(0, ASKED_MAX).join(",");
  useEffect(() => {
    let tries = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      const query = { ids: asked, sort: "serious", order: "desc", limit: LISTED } as const;
      const { sessions, total } = await readApi(makeApiRead("/api/v1/sessions", {}, query));
      const isDone = sessions.length > 0 && sessions.every(({ findings }) => findings !== null);
      if (isDone || ++tries >= TRIES) setWorst(findWorstImported(sessions, total));
      else timer = setTimeout(() => void read().catch(() => undefined), AGAIN_MS);
    };
    void read().catch(() => undefined);
    return () => clearTimeout(timer);
  }, [asked]);
  if (worst === null) return <p className="mt-1 text-xs text-ink-3">Looking for what went wrong in them…</p>;
  return (
    <div className="mt-1">
      <p>{worst.words}</p>
      <ul>
        {worst.rows.map(({ id, href, name, found }) => (
          <li key={id}>
            <Link className="text-accent underline-offset-2 hover:underline" href={href} dir="auto">
              {name}
            </Link>{" "}
            <span className="text-ink-2">{found}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
