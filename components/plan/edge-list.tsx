import { useMemo } from "react";
import type { EdgeRow } from "@/lib/view/plan/plan-model";
import { parseCellValue } from "@/lib/view/format/cell-order";
import type { TableColumn } from "../ui/table/columns";
import { Table } from "../ui/table/table";

interface Props {
  label?: string;
  rows: readonly EdgeRow[];
  selected: string | null;
  onSelect: (id: string | null) => void;
}

export function EdgeList({ label = "Uses of evidence", rows, selected, onSelect }: Props) {
  const columns = useMemo(() => columnsOf(selected, onSelect), [selected, onSelect]);
  return (
    <Table
      label={label}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      selected={selected ?? ""}
      className="[&_table]:min-w-[44rem]"
    />
  );
}

const proofOf = ({ kind, proof }: EdgeRow) =>
  kind === "declared" && proof !== "declared" ? `declared; ${proof}` : proof;

function columnsOf(
  selected: string | null,
  onSelect: (id: string | null) => void,
): readonly TableColumn<EdgeRow>[] {
  return [
    {
      id: "state",
      label: "Evidence was",
      className: "whitespace-nowrap",
      value: ({ look }) => look.word,
      cell: (row) => (
        <StateButton
          row={row}
          pressed={row.id === selected}
          onPress={() => onSelect(row.id === selected ? null : row.id)}
        />
      ),
    },
    { id: "turn", label: "Turn", numeric: true, value: ({ turn }) => turn, cell: ({ turn }) => turn },
    textColumn("use", "Used in", "max-w-48"),
    textColumn("evidence", "Evidence", "max-w-40"),
    {
      id: "entered",
      label: "Came",
      numeric: true,
      value: ({ entered }) => parseCellValue(entered),
      cell: ({ entered }) => entered,
    },
    {
      id: "left",
      label: "Left",
      numeric: true,
      value: ({ left }) => parseCellValue(left),
      cell: ({ left }) => left,
    },
    {
      id: "proof",
      label: "Proof",
      className: "max-w-64 truncate text-ink-2",
      value: proofOf,
      cell: (row) => <span dir="auto">{proofOf(row)}</span>,
    },
  ];
}

function textColumn(id: "use" | "evidence", label: string, width: string): TableColumn<EdgeRow> {
  return {
    id,
    label,
    className: `truncate ${width}`,
    value: (row) => row[id],
    cell: (row) => <span dir="auto">{row[id]}</span>,
  };
}

function StateButton({ row, pressed, onPress }: { row: EdgeRow; pressed: boolean; onPress: () => void }) {
  const { look, executed } = row;
  return (
    <button
      type="button"
      className="inline-flex items-baseline gap-1.5 hover:underline"
      aria-pressed={pressed}
      onClick={onPress}
    >
      <span aria-hidden className="w-3 text-center font-semibold" style={{ color: look.color }}>
        {look.glyph}
      </span>
      {executed ? look.word : `${look.word}, not needed yet`}
    </button>
  );
}
