import Link from "next/link";
import type { Severity } from "@/lib/core/findings/rule/finding";
import { pickSeverityLook } from "@/lib/view/severity";
import { describeNotes } from "@/lib/view/incident/incident-words";
import { revealText } from "@/lib/view/format/trace-text";
import type { ShareRow } from "@/components/share/share-list";
import { ShareList } from "@/components/share/share-list";
import { Time } from "@/components/ui/time";
import { PromoteFinding } from "@/components/incident/promote-finding";

interface Props {
  sessionId: string;
  incidents: readonly {
    readonly id: string;
    readonly title: string;
    readonly severity: Severity;
    readonly outcome: string;
    readonly from: number;
    readonly to: number;
    readonly createdBy: string;
    readonly createdAt: string;
    readonly annotations: readonly unknown[];
  }[];
  shares: readonly ShareRow[];
  findings: readonly { readonly code: string; readonly from: number; readonly sentence: string }[];
  mayWrite: boolean;
}

export function IncidentsView({ sessionId, incidents, shares, findings, mayWrite }: Props) {
  const isBare = incidents.length === 0 && shares.length === 0;
  return (
    <div
      className={`grid grid-cols-1 gap-x-10 px-4 pt-4 pb-16 ${isBare ? "max-w-5xl gap-y-6" : "gap-y-8 lg:grid-cols-2"}`}
    >
      <div className="min-w-0">
        <h2 className="text-base font-medium">Incidents</h2>
        {incidents.length === 0 && (
          <p className="mt-1 text-ink-2">
            <span className="font-medium text-ink">Nothing is marked yet</span>:{" "}
            {mayWrite
              ? "mark a range from any view (m), or make one of the findings an incident."
              : "a person with write access can mark a range from any view."}
          </p>
        )}
        <ul>
          {incidents.map(({ id, title, severity, outcome, from, to, createdBy, createdAt, annotations }) => (
            <li key={id} className="border-b border-line py-1.5">
              <Link
                href={`/sessions/${sessionId}/incidents/${id}`}
                className="block text-accent underline-offset-2 wrap-anywhere hover:underline"
                dir="auto"
              >
                {revealText(title)}
              </Link>
              <p className="flex flex-wrap gap-x-3 text-xs text-ink-2">
                <span className={pickSeverityLook(severity).className}>
                  <span aria-hidden className="mr-1 text-2xs">
                    {pickSeverityLook(severity).glyph}
                  </span>
                  {severity}
                </span>
                <span>outcome {outcome}</span>
                <span className="num">{from === to ? `turn ${from}` : `turns ${from} to ${to}`}</span>
                <span className="num">{describeNotes(annotations.length)}</span>
                <span className="text-ink-3">
                  {revealText(createdBy)}, <Time iso={createdAt} className="num" />
                </span>
              </p>
            </li>
          ))}
        </ul>
        {shares.length > 0 && (
          <>
            <h2 className="mt-8 text-base font-medium">Shares</h2>
            <ShareList sessionId={sessionId} shares={shares} mayWrite={mayWrite} />
          </>
        )}
      </div>
      {mayWrite && findings.length > 0 && (
        <section aria-labelledby="could-be" className="min-w-0">
          <h2 id="could-be" className="text-base font-medium">
            Findings that could be incidents
          </h2>
          <ul>
            {findings.map(({ code, from, sentence }) => (
              <li
                key={`${code} ${from}`}
                className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-1.5"
              >
                <span className="min-w-0 flex-1 basis-72 break-words" dir="auto">
                  {revealText(sentence)}
                </span>
                <PromoteFinding sessionId={sessionId} code={code} turn={from} title={revealText(sentence)} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
