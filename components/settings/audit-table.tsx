"use client";

import Link from "next/link";
import type { AuditRow } from "@/lib/view/settings/settings-model";
import { EmptyState } from "../ui/empty-state";
import type { TableColumn } from "../ui/table/columns";
import { Table } from "../ui/table/table";
import { Time } from "../ui/time";

const COLUMNS: readonly TableColumn<AuditRow>[] = [
  {
    id: "at",
    label: "When",
    className: "num whitespace-nowrap",
    value: ({ at }) => at,
    cell: ({ at }) => <Time iso={at} />,
  },
  {
    id: "who",
    label: "Who",
    className: "whitespace-nowrap",
    value: ({ who }) => who,
    cell: ({ who }) => who,
  },
  {
    id: "what",
    label: "What",
    className: "whitespace-nowrap",
    value: ({ what }) => what,
    cell: ({ what }) => what,
  },
  { id: "detail", label: "Particulars", value: ({ detail }) => detail, cell: ({ detail }) => detail },
  {
    id: "from",
    label: "From",
    className: "num text-ink-3",
    value: ({ from }) => from,
    cell: ({ from }) => from,
  },
];

export function AuditLogTable({ rows, nextHref }: { rows: readonly AuditRow[]; nextHref: string | null }) {
  if (rows.length === 0) return <EmptyState title="Nothing was done here yet" />;
  return (
    <>
      <Table label="Audit log" columns={COLUMNS} rows={rows} rowId={({ id }) => id} />
      {nextHref !== null && (
        <Link href={nextHref} className="btn mt-3">
          Older
        </Link>
      )}
    </>
  );
}
