"use client";

import Link from "next/link";
import { useMemo } from "react";
import type { AuditModel } from "@/lib/view/audit/audit-model";
import type { AuditCell } from "@/lib/view/audit/audit-tables";
import { parseCellValue } from "@/lib/view/format/cell-order";
import type { TableColumn } from "../ui/table/columns";
import { Table } from "../ui/table/table";

type Model = AuditModel["tables"][number];
type AuditTableRow = Model["rows"][number];

/** @param folded only its title and the number of its rows are in sight at first */
export function AuditTable({ table, folded }: { table: Model; folded: boolean }) {
  const columns = useMemo(() => columnsOf(table), [table]);
  return (
    <section aria-label={table.title} className={folded ? "mt-2" : "mt-6"}>
      <details open={!folded} className="print:[&::details-content]:[content-visibility:visible]">
        <summary className="min-h-6 cursor-pointer">
          <h2 className="inline font-medium">{table.title}</h2>
          <span className="num ml-2 text-xs text-ink-3">{table.size}</span>
        </summary>
        {table.note !== "" && <p className="text-xs text-ink-2">{table.note}</p>}
        <Table
          label={`Table: ${table.title}`}
          columns={columns}
          rows={table.rows}
          rowId={({ key }) => key}
          className="sm:[&_table]:min-w-[40rem]"
        />
      </details>
    </section>
  );
}

function columnsOf(table: Model): readonly TableColumn<AuditTableRow>[] {
  return [
    {
      id: "head",
      label: "Name",
      heading: true,
      className: "max-w-md min-w-32 font-medium break-words",
      value: ({ head }) => head.text,
      cell: ({ head }) => (
        <span dir="auto">
          <Cell cell={head} />
        </span>
      ),
    },
    ...table.columns.map((label, i): TableColumn<AuditTableRow> => ({
      id: label,
      label,
      numeric: true,
      className: "whitespace-nowrap",
      value: ({ cells }) => parseCellValue(cells[i]?.text ?? ""),
      cell: ({ cells }) => <Cell cell={cells[i]} />,
    })),
  ];
}

function Cell({ cell }: { cell: AuditCell | undefined }) {
  const { text, href } = cell ?? { text: "–", href: null };
  if (href === null) return <span className={text === "0" || text === "–" ? "text-ink-3" : ""}>{text}</span>;
  return (
    <Link
      href={href}
      className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      {text}
    </Link>
  );
}
