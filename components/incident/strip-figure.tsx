import type { ReactNode } from "react";
import type { Snapshot } from "@/lib/incident/snapshot";
import { turnTable } from "@/lib/view/incident/export";
import { indexColumnTitles, stripModel } from "@/lib/view/incident/strip";
import { stripLegend } from "@/lib/view/incident/strip-legend";
import { stripShapes } from "@/lib/view/incident/strip-shapes";
import { FigureFrame } from "../charts/figure-frame";
import { SvgShapes } from "../charts/svg-shapes";
import { useWidth } from "../charts/use-width";
import { useMemo } from "react";
import type { Cell, TableData } from "@/lib/view/format/table-data";
import type { TableColumn } from "../ui/table/columns";
import { Table } from "../ui/table/table";

interface Props {
  snapshot: Snapshot;
  turn: number | null;
  onTurn: (turn: number) => void;
  asTable: boolean;
  onTable: (on: boolean) => void;
  controls: ReactNode;
}

const WIDTH_BEFORE_KNOWN = 960;
/** A longer range is drawn when its width is known: the server would draw tens of thousands of shapes. */
const TURNS_DRAWN_FIRST = 600;

export function StripFigure({ snapshot, turn, onTurn, asTable, onTable, controls }: Props) {
  const [ref, measured] = useWidth<HTMLDivElement>();
  const width = measured || WIDTH_BEFORE_KNOWN;
  const strip = stripModel(snapshot);
  const isDrawn = measured > 0 || strip.columns.length <= TURNS_DRAWN_FIRST;
  const { shapes, height, columns } = stripShapes(strip, width, turn);
  const titles = isDrawn ? indexColumnTitles(strip) : new Map<number, string>();
  const gaps = strip.gaps.map(({ label }) => label).join(", ");
  return (
    <FigureFrame
      title="incident"
      summary={strip.summary}
      asTable={asTable}
      onTable={onTable}
      data={() => turnTable(snapshot)}
      controls={controls}
      legend={<Legend snapshot={snapshot} />}
      note={
        [
          strip.plan.length > 0 && "The plan: filled where it stood in the window, dashed where it did not.",
          gaps !== "" && `Cut short: ${gaps}.`,
          strip.axis === "turns" &&
            snapshot.view.axis === "time" &&
            "Not every turn has a time: shown by turns.",
        ]
          .filter((note) => note !== false)
          .join(" ") || null
      }
    >
      {asTable ? (
        <TurnTable table={turnTable(snapshot)} />
      ) : (
        <div ref={ref}>
          <svg
            viewBox={`0 0 ${width} ${height}`}
            role="img"
            aria-label={strip.summary}
            className="block h-auto w-full"
          >
            {isDrawn && <SvgShapes shapes={shapes} />}
            {(isDrawn ? columns : []).map((column) => (
              <rect
                key={column.turn}
                data-turn={column.turn}
                x={column.x}
                y={0}
                width={column.width}
                height={height}
                fill="transparent"
                className="cursor-pointer"
                onClick={() => onTurn(column.turn)}
              >
                <title>{titles.get(column.turn)}</title>
              </rect>
            ))}
          </svg>
        </div>
      )}
    </FigureFrame>
  );
}

function Legend({ snapshot }: { snapshot: Snapshot }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
      {stripLegend(stripModel(snapshot)).map(({ label, color }) => (
        <li key={label} className="flex items-center gap-1.5">
          <svg width="10" height="10" aria-hidden>
            <rect width="10" height="10" rx="2" fill={color} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}

interface NumberedRow {
  readonly no: number;
  readonly cells: readonly Cell[];
}

function TurnTable({ table }: { table: TableData }) {
  const columns = useMemo(() => columnsOf(table), [table]);
  const rows = useMemo(() => table.rows.map((cells, no) => ({ no, cells })), [table]);
  return <Table label="Turns of the incident" columns={columns} rows={rows} rowId={({ no }) => String(no)} />;
}

function columnsOf({ columns }: TableData): readonly TableColumn<NumberedRow>[] {
  return columns.map(({ key, label, numeric = false }, i) => ({
    id: key,
    label,
    numeric,
    value: ({ cells }) => valueOf(cells[i] ?? null),
    cell: ({ cells }) => cells[i] ?? "–",
  }));
}

function valueOf(cell: Cell): string | number | null {
  return typeof cell === "boolean" ? String(cell) : cell;
}
