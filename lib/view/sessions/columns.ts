import type { SessionSortKey } from "@/lib/core/vocabulary";

export interface ListColumn {
  readonly id: ListColumnId;
  readonly label: string;
  readonly sort: SessionSortKey | null;
  readonly numeric: boolean;
  readonly title: string | null;
  readonly standard: boolean;
  readonly narrow: boolean;
}

export const LIST_COLUMN_IDS = [
  "started",
  "lasted",
  "turns",
  "peak",
  "findings",
  "dangling",
  "evicted",
  "compactions",
  "calls",
  "repeated",
  "cost",
  "latency",
  "tags",
  "outcome",
] as const;
export type ListColumnId = (typeof LIST_COLUMN_IDS)[number];

type Column = Omit<ListColumn, "id">;
const COLUMN: Column = {
  label: "",
  sort: null,
  numeric: true,
  title: null,
  standard: true,
  narrow: false,
};

const COLUMNS: Readonly<Record<ListColumnId, Column>> = {
  started: { ...COLUMN, label: "Started", sort: "started", numeric: false },
  lasted: { ...COLUMN, label: "Lasted", standard: false },
  turns: { ...COLUMN, label: "Turns", sort: "turns" },
  peak: {
    ...COLUMN,
    label: "Peak",
    sort: "share",
    numeric: false,
    narrow: true,
  },
  findings: { ...COLUMN, label: "Findings", numeric: false, narrow: true },
  dangling: {
    ...COLUMN,
    label: "Dangling",
    sort: "dangling",
  },
  evicted: {
    ...COLUMN,
    label: "Evicted",
    sort: "evicted",
    narrow: true,
  },
  compactions: { ...COLUMN, label: "Compactions", standard: false },
  calls: { ...COLUMN, label: "Tool calls", standard: false },
  repeated: {
    ...COLUMN,
    label: "Repeated",
    sort: "repeats",
  },
  cost: { ...COLUMN, label: "Cost", sort: "cost" },
  latency: {
    ...COLUMN,
    label: "A call took",
    sort: "latency",
    title: "How long a model call took on average",
  },
  tags: { ...COLUMN, label: "Tags", numeric: false, standard: false },
  outcome: { ...COLUMN, label: "Outcome", numeric: false },
};

export const LIST_COLUMNS: readonly ListColumn[] = LIST_COLUMN_IDS.map((id) => ({ id, ...COLUMNS[id] }));

/** @param chosen the columns of the address; `null` for the defaults */
export function shownColumns(chosen: readonly string[] | null): readonly ListColumn[] {
  return LIST_COLUMNS.filter(({ id, standard }) => (chosen === null ? standard : chosen.includes(id)));
}

/** `null` for the defaults. */
export function chosenColumns(shown: ReadonlySet<ListColumnId>): ListColumnId[] | null {
  const isStandard = LIST_COLUMNS.every(({ id, standard }) => shown.has(id) === standard);
  return isStandard ? null : LIST_COLUMN_IDS.filter((id) => shown.has(id));
}

export function otherColumns(columns: ReadonlySet<ListColumnId>): ReadonlySet<ListColumnId> {
  return new Set(LIST_COLUMN_IDS.filter((id) => !columns.has(id)));
}
