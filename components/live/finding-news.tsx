"use client";

import type { ListedFindingInput } from "@/lib/view/answers";
import { X } from "lucide-react";
import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { describeMoreFindings } from "@/lib/view/live/live-words";
import { findCountedSeverity, makeFindingKey } from "@/lib/view/findings/counting";
import { pickSeverityLook } from "@/lib/view/severity";
import { makeApiRead } from "@/lib/api/request/request";
import { readApi } from "../data/read-api";
import { useLive } from "./live-session";

interface Props {
  sessionId: string;
  serious: number;
}

const LISTED = 100;

/**
 * Announces a new serious finding of a running session, on every page of the session. The bar lies over the end of the
 * page, so it moves nothing and takes no focus.
 */
export function FindingNews({ sessionId, serious }: Props) {
  const { fresh, dismiss } = useFreshFindings(sessionId, serious);
  const [first] = fresh;
  const look = pickSeverityLook("serious");
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-4 z-30 flex justify-center px-4">
      {first !== undefined && (
        <div className="pointer-events-auto flex max-w-3xl items-baseline gap-3 rounded-md border border-line-strong bg-raised px-4 py-2 shadow-(--shadow)">
          <p className="min-w-0">
            <span className={`mr-2 font-medium whitespace-nowrap ${look.className}`}>
              <span aria-hidden>{look.glyph}</span> {first.title}
            </span>
            <span dir="auto">{first.sentence}</span>
            {fresh.length > 1 && (
              <span className="text-ink-3"> {describeMoreFindings(fresh.length - 1)}</span>
            )}
          </p>
          <Link href={first.proof.href} className="btn shrink-0 self-center" onClick={dismiss}>
            Show
          </Link>
          <button
            type="button"
            className="btn btn-quiet shrink-0 self-center"
            aria-label="Dismiss"
            onClick={dismiss}
          >
            <X size={14} aria-hidden />
          </button>
        </div>
      )}
    </div>
  );
}

function useFreshFindings(sessionId: string, serious: number) {
  const { news, running } = useLive();
  const knownIds = useRef<Set<string> | null>(serious === 0 ? new Set() : null);
  const [fresh, setFresh] = useState<readonly ListedFindingInput[]>([]);
  const count = news?.session.findings?.serious ?? serious;
  // While a session is worked out anew, its list is not known yet: then the next news asks again.
  const listedFor = useRef(0);
  const version = news?.session.version;
  useEffect(() => {
    const isStart = knownIds.current === null;
    if (count === 0) listedFor.current = 0;
    if (count === 0 || count === listedFor.current || (isStart && !running)) return;
    const control = new AbortController();
    const asked = { severity: "serious", limit: LISTED } as const;
    readApi(makeApiRead("/api/v1/sessions/{id}/findings", { id: sessionId }, asked), control.signal).then(
      ({ findings: listed, analysedUpTo }) => {
        if (analysedUpTo.events === 0) return;
        listedFor.current = count;
        const findings = listed.filter((finding) => findCountedSeverity(finding) === "serious");
        const before = knownIds.current ?? new Set(findings.map(makeFindingKey));
        const added = findings.filter((finding) => !before.has(makeFindingKey(finding)));
        knownIds.current = new Set([...before, ...findings.map(makeFindingKey)]);
        if (added.length > 0 && running) setFresh((shown) => [...added, ...shown]);
      },
      () => undefined,
    );
    return () => control.abort();
  }, [sessionId, count, running, version]);
  return { fresh, dismiss: () => setFresh([]) };
}
