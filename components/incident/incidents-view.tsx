import Link from "next/link";
import { visibleText } from "@/lib/view/trace-text";
import type { ShareRow } from "../share/share-list";
import { ShareList } from "../share/share-list";
import { EmptyState } from "../ui/empty-state";
import { PromoteFinding } from "./promote-finding";

interface Props {
  sessionId: string;
  incidents: readonly {
    readonly id: string;
    readonly title: string;
    readonly severity: string;
    readonly outcome: string;
    readonly from: number;
    readonly to: number;
    readonly createdBy: string;
  }[];
  shares: readonly ShareRow[];
  /** Findings that may be made incidents, the most severe first. */
  findings: readonly { readonly code: string; readonly from: number; readonly sentence: string }[];
  mayWrite: boolean;
}

/** The incidents of a session, what could become one, and the links that lead to snapshots. */
export function IncidentsView({ sessionId, incidents, shares, findings, mayWrite }: Props) {
  return (
    <div className="max-w-5xl px-4 pt-4 pb-16">
      <h2 className="text-base font-medium">Incidents</h2>
      {incidents.length === 0 && (
        <EmptyState title="Nothing is marked yet">
          Mark what is shown from any view, or make one of the findings an incident.
        </EmptyState>
      )}
      <ul>
        {incidents.map(({ id, title, severity, outcome, from, to, createdBy }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-1.5">
            <Link
              href={`/sessions/${sessionId}/incidents/${id}`}
              className="min-w-0 flex-1 truncate text-accent underline-offset-2 hover:underline"
              dir="auto"
            >
              {visibleText(title)}
            </Link>
            <span className="text-xs text-ink-2">
              {severity}, {outcome}
            </span>
            <span className="num text-xs text-ink-2">
              turns {from} to {to}
            </span>
            <span className="text-xs text-ink-3">{createdBy}</span>
          </li>
        ))}
      </ul>
      {shares.length > 0 && (
        <>
          <h2 className="mt-8 text-base font-medium">Shares</h2>
          <ShareList sessionId={sessionId} shares={shares} mayWrite={mayWrite} />
        </>
      )}
      {mayWrite && findings.length > 0 && (
        <>
          <h2 className="mt-8 text-base font-medium">Findings</h2>
          <ul>
            {findings.map(({ code, from, sentence }) => (
              <li key={`${code} ${from}`} className="flex items-baseline gap-4 border-b border-line py-1.5">
                <span className="min-w-0 flex-1 break-words" dir="auto">
                  {visibleText(sentence)}
                </span>
                <PromoteFinding sessionId={sessionId} code={code} turn={from} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
