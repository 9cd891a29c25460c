import { useMemo } from "react";
import type { OccupancyModel } from "@/lib/view/occupancy-model";
import { occupancyRows } from "@/lib/view/occupancy-rows";
import type { OccupancyRow } from "@/lib/view/occupancy-rows";
import type { TableColumn } from "../ui/table/columns";
import { Table } from "../ui/table/table";
import { ViewLink as Link } from "../ui/view-link";

interface Props {
  model: OccupancyModel;
  sessionId: string;
  cursor: number | null;
}

export function OccupancyTable({ model, sessionId, cursor }: Props) {
  const rows = useMemo(() => occupancyRows(model), [model]);
  const columns = useMemo(() => columnsOf(model.bands, sessionId), [model.bands, sessionId]);
  return (
    <Table
      label="Occupancy by turn"
      columns={columns}
      rows={rows}
      rowId={({ turn }) => String(turn)}
      selected={cursor === null ? null : String(cursor)}
      className="[&_table]:min-w-max"
    />
  );
}

function columnsOf(bands: OccupancyModel["bands"], sessionId: string): readonly TableColumn<OccupancyRow>[] {
  return [
    {
      id: "turn",
      label: "Turn",
      heading: true,
      className: "num",
      value: ({ turn }) => turn,
      cell: ({ turn }) => (
        <Link href={`/sessions/${sessionId}/turns/${turn}`} className="text-accent hover:underline">
          {turn}
        </Link>
      ),
    },
    figure("window", "Window", ({ window }) => window),
    figure("change", "Change", ({ change }) => change),
    figure("cause", "Caused by", ({ cause }) => cause),
    ...bands.map(({ band, label }) =>
      figure(band, label, (row) => row.bands[band] ?? { value: null, text: "–" }),
    ),
    {
      id: "events",
      label: "Events",
      className: "max-w-96 truncate text-evicted",
      value: ({ events }) => (events === "" ? null : events),
      cell: ({ events }) => events,
    },
  ];
}

function figure(
  id: string,
  label: string,
  of: (row: OccupancyRow) => OccupancyRow["window"],
): TableColumn<OccupancyRow> {
  return { id, label, numeric: true, value: (row) => of(row).value, cell: (row) => of(row).text };
}
