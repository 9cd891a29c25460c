import type { Metadata } from "next";
import { IngestionView } from "@/components/ingestion/ingestion-view";
import { getDatabase } from "@/lib/db/client";
import { pageCaller } from "@/lib/http/page-caller";
import { listIngestionWarnings } from "@/lib/queries/ingestion/list-ingestion-warnings";
import { listWarningFacets, listWarningRows } from "@/lib/view/ingestion/warning-rows";

export const metadata: Metadata = { title: "Ingestion warnings" };

interface Props {
  searchParams: Promise<{ kind?: string | string[]; source?: string | string[] }>;
}

export default async function IngestionPage({ searchParams }: Props) {
  const [{ project }, { kind, source }] = await Promise.all([pageCaller(), searchParams]);
  const { warnings } = await listIngestionWarnings(getDatabase(), project);
  const filter = { kind: first(kind), source: first(source) };
  return (
    <IngestionView
      rows={listWarningRows(warnings, filter)}
      total={warnings.length}
      {...listWarningFacets(warnings)}
      filter={filter}
    />
  );
}

function first(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? "";
}
