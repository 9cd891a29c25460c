import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Fate } from "@/lib/core/compaction/kinds";
import type { CompactionDetail } from "@/lib/view/answers";
import {
  cutCardModel,
  listFateChoices,
  openSummaryWords,
  buildValuesTable,
} from "@/lib/view/compactions/card-model";
import type { CutRow } from "@/lib/view/compactions/cut-rows";
import { listMarkedPieces } from "@/lib/view/format/marked-text";
import { revealText } from "@/lib/view/format/trace-text";
import { makeBlockHref } from "@/lib/view/questions/links";
import { askCompaction } from "@/lib/view/views/evictions";
import { useRead } from "../data/reader";
import { MarkedText } from "../text/marked-text";
import { Fact, FactList } from "../ui/fact-list";
import { LinkedTables } from "../ui/table/linked-tables";
import { ViewLink as Link } from "../ui/view-link";
import { GiveBack } from "./give-back";

interface Props {
  sessionId: string;
  row: CutRow;
  currency: string | null;
  value: string | null;
}

/** What one cut kept: the headline, the cause, figures, what of each kind is where, what was wanted again, and every value. */
export function CutCard({ sessionId, row, currency, value }: Props) {
  const model = useMemo(() => cutCardModel(row.cut, currency, sessionId), [row.cut, currency, sessionId]);
  return (
    <div className="pb-4 pl-5" data-testid="cut-card">
      {row.headline !== null && <p className="text-sm font-medium text-dangling">{row.headline}</p>}
      <p className="text-ink-2" dir="auto">
        {row.cause}
        {row.numbers.map(({ label, value: number }) => (
          <span key={label} className="num">
            {" "}
            · {label} {number}
          </span>
        ))}
      </p>
      <FactList>
        {model.facts.map(({ label, value: words, hint }) => (
          <Fact key={label} label={label} title={hint}>
            <span className="num">{words}</span>
          </Fact>
        ))}
      </FactList>
      {model.notes.map((note) => (
        <p key={note} className="mt-1 text-ink-3">
          {note}
        </p>
      ))}
      <LinkedTables tables={model.tables} marked={null} isInner />
      <GiveBack sessionId={sessionId} no={row.no} />
      <Values sessionId={sessionId} no={row.no} value={value} />
    </div>
  );
}

function Values({ sessionId, no, value }: { sessionId: string; no: number; value: string | null }) {
  const read = useRead();
  const { data, error } = useQuery({
    queryKey: ["compaction", sessionId, no],
    queryFn: ({ signal }) => read(askCompaction(sessionId, no), signal),
    staleTime: Infinity,
  });
  if (error !== null) return <p className="mt-2 text-dangling">{error.message}</p>;
  if (data === undefined) return <p className="mt-2 text-ink-3">Looking where each value stands…</p>;
  return <ReadValues sessionId={sessionId} data={data} value={value} />;
}

function ReadValues({
  sessionId,
  data,
  value,
}: {
  sessionId: string;
  data: CompactionDetail;
  value: string | null;
}) {
  const [fate, setFate] = useState<Fate | null>(null);
  const choices = listFateChoices(data);
  return (
    <>
      {choices.length > 1 && (
        <div role="group" aria-label="Which values" className="mt-3 flex flex-wrap gap-1 print:hidden">
          {choices.map(({ fate: choice, label }) => (
            <button
              key={choice}
              type="button"
              className="btn"
              aria-pressed={fate === choice}
              onClick={() => setFate(fate === choice ? null : choice)}
            >
              {label}
            </button>
          ))}
        </div>
      )}
      {data.total > 0 && (
        <LinkedTables tables={[buildValuesTable(data, sessionId, fate)]} marked={null} isInner />
      )}
      {data.summary === null ? (
        <p className="mt-3 text-ink-3">The source does not store a summary.</p>
      ) : (
        <section aria-label="Summary" className="mt-3 min-w-0">
          <h3 className="font-medium">Summary</h3>
          <p
            className="trace-text mt-1 max-h-80 overflow-auto rounded-xs bg-sunken p-2"
            tabIndex={0}
            role="region"
            aria-label="Text of the summary"
            dir="auto"
          >
            <MarkedText pieces={listMarkedPieces(revealText(data.summary.text), value)} scroll="nearest" />
          </p>
          <Link
            className="text-accent underline-offset-2 hover:underline"
            href={makeBlockHref(sessionId, data.summary.blockId, value)}
          >
            {openSummaryWords(data.summary.totalChars)}
          </Link>
        </section>
      )}
    </>
  );
}
