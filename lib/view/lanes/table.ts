import { labelKind } from "../chart/palette";
import type { TableData } from "../format/table-data";
import type { Lane } from "./decode";
import type { LaneRow } from "./rows";

export interface LaneTableRow {
  readonly blockId: string;
  readonly cells: TableData["rows"][number];
}

const COLUMNS: TableData["columns"] = [
  { key: "block", label: "Block" },
  { key: "about", label: "About" },
  { key: "kind", label: "Kind" },
  { key: "tokens", label: "Tokens", numeric: true },
  { key: "entered", label: "In at turn", numeric: true },
  { key: "left", label: "Left at turn", numeric: true },
  { key: "how", label: "How" },
  { key: "freed", label: "Tokens freed", numeric: true },
  { key: "fetchedAgain", label: "Fetched again", numeric: true },
  { key: "fetchedAs", label: "Fetching again" },
  { key: "neededAt", label: "Needed at" },
  { key: "cameBack", label: "Came back", numeric: true },
  { key: "said", label: "Cause" },
  { key: "reference", label: "Left behind" },
  { key: "restorable", label: "Restorable" },
  { key: "tool", label: "Tool" },
  { key: "id", label: "Block id" },
];

/** One row per eviction, and one per lane without evictions. */
export function listLaneTableRows(rows: readonly LaneRow[]): LaneTableRow[] {
  return rows.flatMap((row) =>
    row.type === "lane" ? listCells(row.lane).map((cells) => ({ blockId: row.lane.id, cells })) : [],
  );
}

export function buildLaneTable(rows: readonly LaneTableRow[]): TableData {
  return { columns: COLUMNS, rows: rows.map(({ cells }) => cells) };
}

function listCells(lane: Lane): LaneTableRow["cells"][] {
  const head = [lane.name, lane.hint === "" ? null : lane.hint, labelKind(lane.kind), lane.tokens];
  const foot = [lane.tool, lane.id];
  const ended = lane.residencies.flatMap((residency) =>
    residency.eviction === null ? [] : [{ from: residency.from, ...residency.eviction }],
  );
  if (ended.length === 0) {
    const nothing = COLUMNS.slice(head.length + 1, -foot.length).map(() => null);
    return [[...head, lane.residencies[0]?.from ?? null, ...nothing, ...foot]];
  }
  return ended.map((eviction) => [
    ...head,
    eviction.from,
    eviction.turn,
    eviction.how,
    eviction.freed,
    eviction.refetched,
    eviction.refetchedAs,
    eviction.neededAt.length === 0 ? null : eviction.neededAt.join(" "),
    eviction.reentered,
    eviction.provenance,
    eviction.reference ?? "nothing",
    eviction.restorable ? "yes" : "no",
    ...foot,
  ]);
}
