import { Hinted } from "../ui/hinted";
import type { ComparedCounts, CompareRow } from "@/lib/view/compare-sessions/model";
import { parseCellValue } from "@/lib/view/format/cell-order";
import type { TableColumn } from "../ui/table/columns";
import { Table } from "../ui/table/table";

interface Props {
  title: string;
  counts: ComparedCounts;
}

const COLUMNS: readonly TableColumn<CompareRow>[] = [
  {
    id: "label",
    label: "Name",
    heading: true,
    value: ({ label }) => label,
    cell: ({ label }) => (
      <span dir="auto">
        <Hinted label={label} />
      </span>
    ),
  },
  {
    id: "a",
    label: "A",
    numeric: true,
    color: "var(--compare-a)",
    className: "wrap-anywhere",
    ...figure("a"),
  },
  {
    id: "b",
    label: "B",
    numeric: true,
    color: "var(--compare-b)",
    className: "wrap-anywhere",
    ...figure("b"),
  },
  { id: "difference", label: "B − A", numeric: true, className: "text-ink-2", ...figure("difference") },
];

export function CompareCounts({ title, counts: { rows, empty } }: Props) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="font-medium">{title}</h2>
      {rows.length === 0 ? (
        <p className="mt-1 text-xs text-ink-3">{empty}</p>
      ) : (
        <Table
          label={`${title} of both sessions`}
          columns={COLUMNS}
          rows={rows}
          rowId={({ label }) => label}
        />
      )}
    </section>
  );
}

function figure(id: "a" | "b" | "difference"): Pick<TableColumn<CompareRow>, "value" | "cell"> {
  return { value: (row) => parseCellValue(String(row[id] ?? "")), cell: (row) => row[id] };
}
