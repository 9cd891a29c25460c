import Link from "next/link";
import { describeShownWarnings } from "@/lib/view/ingestion/warning-rows";
import type { WarningFacet, WarningFilter, WarningRow } from "@/lib/view/ingestion/warning-rows";
import { EmptyState } from "../ui/empty-state";
import { WarningFilterRow } from "./warning-filter";
import { WarningList } from "./warning-list";

interface Props {
  rows: readonly WarningRow[];
  total: number;
  kinds: readonly WarningFacet[];
  sources: readonly WarningFacet[];
  filter: WarningFilter;
}

export function IngestionView({ rows, total, kinds, sources, filter }: Props) {
  const shown = rows.reduce((sum, row) => sum + row.count, 0);
  const all = kinds.reduce((sum, kind) => sum + kind.count, 0);
  return (
    <div className="mx-auto max-w-5xl px-4 pt-4 pb-16">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-lg font-medium">Ingestion warnings</h1>
        <p className="text-ink-3" role="status">
          {describeShownWarnings(shown, all)}
        </p>
      </div>
      <p className="max-w-prose pb-3 text-ink-2">
        What clients and imported files left out, cut or sent to the wrong place. What is missing here was
        never received: it is shown as incomplete, not as evicted.
      </p>
      {total === 0 ? (
        <EmptyState
          title="No ingestion warnings"
          action={
            <Link className="btn" href="/connect">
              Connect a client
            </Link>
          }
        />
      ) : (
        <>
          <WarningFilterRow name="kind" label="Kind" facet={kinds} filter={filter} />
          <WarningFilterRow name="source" label="Source" facet={sources} filter={filter} />
          {rows.length > 0 ? <WarningList rows={rows} /> : <NoneLeft />}
        </>
      )}
    </div>
  );
}

function NoneLeft() {
  return (
    <EmptyState
      title="No warning matches"
      action={
        <Link className="btn" href="/ingestion">
          Clear the filters
        </Link>
      }
    />
  );
}
