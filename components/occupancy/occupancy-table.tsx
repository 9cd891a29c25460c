import { useMemo } from "react";
import type { OccupancyModel } from "@/lib/view/occupancy/model";
import { listOccupancyRows } from "@/lib/view/occupancy/rows";
import type { OccupancyRow } from "@/lib/view/occupancy/rows";
import type { TableColumn } from "../ui/table/columns";
import { Table } from "../ui/table/table";
import { useOverviewCursor } from "./overview-cursor";
import { ViewLink as Link } from "../ui/view-link";

interface Props {
  model: OccupancyModel;
  sessionId: string;
}

export default function OccupancyTable({ model, sessionId }: Props) {
  const cursor = useOverviewCursor();
  const rows = useMemo(() => listOccupancyRows(model), [model]);
  const columns = useMemo(() => columnsOf(model, sessionId), [model, sessionId]);
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

function columnsOf(
  { bands, steps }: OccupancyModel,
  sessionId: string,
): readonly TableColumn<OccupancyRow>[] {
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
    ...(steps.some(({ cost }) => cost !== null) ? [figure("cost", "Cost", ({ cost }) => cost)] : []),
    ...(steps.some(({ tookMs }) => tookMs !== null) ? [figure("took", "Call took", ({ took }) => took)] : []),
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
