import type { SessionSortKey } from "@/lib/core/vocabulary";
import { SESSION_SORTS } from "@/lib/core/vocabulary";
import type { SessionRow } from "../session-rows";

export interface ListColumn {
  readonly id: ListColumnId;
  readonly label: string;
  readonly sort: SessionSortKey | null;
  readonly numeric: boolean;
  readonly title: string | null;
  readonly standard: boolean;
  /** Whether its cells say by themselves what they are: on a narrow screen, where a row has no head, they stand without it. */
  readonly isPlain: boolean;
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
  isPlain: false,
};

const COLUMNS: Readonly<Record<ListColumnId, Column>> = {
  started: { ...COLUMN, label: "Started", sort: "started", numeric: false, isPlain: true },
  lasted: { ...COLUMN, label: "Lasted", standard: false },
  turns: { ...COLUMN, label: "Turns", sort: "turns" },
  peak: {
    ...COLUMN,
    label: "Peak",
    sort: "share",
    numeric: false,
  },
  findings: { ...COLUMN, label: "Findings", sort: "serious", numeric: false, isPlain: true },
  dangling: {
    ...COLUMN,
    label: "Without evidence",
    standard: false,
    sort: "dangling",
  },
  evicted: {
    ...COLUMN,
    label: "Evicted",
    standard: false,
    sort: "evicted",
  },
  compactions: { ...COLUMN, label: "Compactions", standard: false },
  calls: { ...COLUMN, label: "Tool calls", standard: false },
  repeated: {
    ...COLUMN,
    label: "Repeated",
    standard: false,
    sort: "repeats",
  },
  cost: { ...COLUMN, label: "Cost", sort: "cost", isPlain: true },
  latency: {
    ...COLUMN,
    label: "A call took",
    standard: false,
    sort: "latency",
    title: "How long a model call took on average",
  },
  tags: { ...COLUMN, label: "Tags", numeric: false, standard: false, isPlain: true },
  outcome: { ...COLUMN, label: "Outcome", numeric: false, isPlain: true },
};

export const LIST_COLUMNS: readonly ListColumn[] = LIST_COLUMN_IDS.map((id) => ({ id, ...COLUMNS[id] }));

/** @param chosen the columns of the address; `null` for the defaults */
export function listShownColumns(chosen: readonly string[] | null): readonly ListColumn[] {
  return LIST_COLUMNS.filter(({ id, standard }) => (chosen === null ? standard : chosen.includes(id)));
}

/** Whether a row has nothing to show in a column: what is unknown or was never said. 0 is something. */
const IS_EMPTY: Readonly<Partial<Record<ListColumnId, (row: SessionRow) => boolean>>> = {
  started: ({ startedAt }) => startedAt === null,
  lasted: ({ lasted }) => lasted === "",
  peak: ({ gauge }) => gauge.text === "–",
  cost: ({ cost }) => cost === null,
  latency: ({ callTook }) => callTook === null,
  tags: ({ tags }) => tags.length === 0,
  outcome: ({ outcome }) => outcome === null,
};

/** Leaves out the columns in which no row has anything. */
export function listFilledColumns(
  columns: readonly ListColumn[],
  rows: readonly SessionRow[],
): readonly ListColumn[] {
  return columns.filter(({ id }) => {
    const isEmpty = IS_EMPTY[id];
    return isEmpty === undefined || rows.some((row) => !isEmpty(row));
  });
}

const SORT_WORDS: Readonly<Record<SessionSortKey, string>> = {
  updated: "last received",
  started: "newest start",
  serious: "most serious findings",
  turns: "most turns",
  peak: "largest peak",
  share: "fullest window",
  evicted: "most tokens evicted",
  repeats: "most repeated calls",
  absent: "most decisions without evidence",
  dangling: "most uses without evidence",
  name: "name, from Z",
  cost: "highest cost",
  latency: "slowest calls",
};

/** What a list can be sorted by, as its first entry says it. */
export const SORT_CHOICES = SESSION_SORTS.map((sort) => ({ sort, words: SORT_WORDS[sort] }));

/** `null` for the defaults. */
export function listChosenColumns(shown: ReadonlySet<ListColumnId>): ListColumnId[] | null {
  const isStandard = LIST_COLUMNS.every(({ id, standard }) => shown.has(id) === standard);
  return isStandard ? null : LIST_COLUMN_IDS.filter((id) => shown.has(id));
}

export function listOtherColumns(columns: ReadonlySet<ListColumnId>): ReadonlySet<ListColumnId> {
  return new Set(LIST_COLUMN_IDS.filter((id) => !columns.has(id)));
}
