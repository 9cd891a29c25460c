import type { SessionSortKey } from "../url-state";

/** A column of the session list beside the session's name. */
export interface ListColumn {
  readonly id: ListColumnId;
  readonly label: string;
  /** What the list can be sorted by, where it can. */
  readonly sort: SessionSortKey | null;
  readonly numeric: boolean;
  readonly title: string | null;
  /** Whether it stands in a list whose columns nobody chose, and on a narrow screen. */
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
    title: "The fullest window, and what share of its limit that is",
  },
  findings: { ...COLUMN, label: "Findings", numeric: false, narrow: true },
  dangling: {
    ...COLUMN,
    label: "Dangling",
    sort: "dangling",
    title: "Uses of evidence that had left the window",
  },
  evicted: {
    ...COLUMN,
    label: "Evicted",
    sort: "evicted",
    narrow: true,
    title: "Evictions, and the tokens that they freed",
  },
  compactions: { ...COLUMN, label: "Compactions", standard: false },
  calls: { ...COLUMN, label: "Tool calls", standard: false },
  repeated: {
    ...COLUMN,
    label: "Repeated",
    sort: "repeats",
    title: "Tool calls made before with the same arguments",
  },
  cost: { ...COLUMN, label: "Cost", title: "At list prices; point at a figure for its parts" },
  latency: { ...COLUMN, label: "A call took", title: "How long a model call took on average" },
  tags: { ...COLUMN, label: "Tags", numeric: false, standard: false },
  outcome: { ...COLUMN, label: "Outcome", numeric: false },
};

/** Every column that the list can have, in the order in which they stand. */
export const LIST_COLUMNS: readonly ListColumn[] = LIST_COLUMN_IDS.map((id) => ({ id, ...COLUMNS[id] }));

/** The columns that are shown. @param chosen as the address has them; `null` for the standard ones */
export function shownColumns(chosen: readonly string[] | null): readonly ListColumn[] {
  return LIST_COLUMNS.filter(({ id, standard }) => (chosen === null ? standard : chosen.includes(id)));
}

/** What the address says of chosen columns: nothing where they are the standard ones. */
export function chosenColumns(shown: ReadonlySet<ListColumnId>): ListColumnId[] | null {
  const isStandard = LIST_COLUMNS.every(({ id, standard }) => shown.has(id) === standard);
  return isStandard ? null : LIST_COLUMN_IDS.filter((id) => shown.has(id));
}
