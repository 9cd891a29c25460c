"use client";

import Link from "next/link";
import { useQueryStates, createSerializer } from "nuqs";
import { Fragment, lazy, Suspense, useState } from "react";
import type { ReactNode } from "react";
import type { SessionInput } from "@/lib/view/session-rows";
import {
  listChosenColumns,
  listFilledColumns,
  LIST_COLUMNS,
  listOtherColumns,
  listShownColumns,
  SORT_CHOICES,
} from "@/lib/view/sessions/columns";
import { sessionListParams } from "@/lib/view/sessions/list-state";
import type { DrawnRows } from "@/lib/view/sessions/list-rows";
import { listSummary } from "@/lib/view/sessions/list-summary";
import { EmptyState } from "../ui/empty-state";
import { makeLater } from "../ui/later";
import { ColumnMenu } from "../ui/menu/column-menu";
import type { FacetLists } from "./filter-bar";
import { FilterBar } from "./filter-bar";
import { useHiddenSessions } from "../session-frame/hidden-sessions";
import { ImportZone } from "./import-zone";
import type { SavedView } from "./saved-views";
import { SavedViews } from "./saved-views";
import { SessionTable } from "./session-table";
import type { SessionListQuery } from "./use-live-list";
import { useLiveList } from "./use-live-list";
import { useRows } from "./use-rows";
import { useSearchParams } from "next/navigation";

const FirstMinute = lazy(() => import("./first-minute"));
const SelectionBar = makeLater(() => import("./selection-bar"));

interface Props {
  /** What stands above the list. */
  home: ReactNode;
  sessions: readonly SessionInput[];
  /** The running sessions, whichever page of the list they are on. */
  running: readonly SessionInput[];
  total: number;
  rows: DrawnRows;
  /** The server's time in ms when the list was read, and the query of the list. */
  now: number;
  query: SessionListQuery;
  isFirst: boolean;
  facets: FacetLists;
  views: readonly SavedView[];
  hints: Readonly<Record<string, string>>;
  notes: readonly string[];
  filtered: boolean;
  nextCursor: string | null;
  /** Demo sessions that are listed only when they are asked for. */
  examples: number;
  canImport: boolean;
  tour: string | null;
}

export function SessionList({
  home,
  facets,
  views,
  hints,
  notes,
  filtered,
  nextCursor,
  examples,
  canImport,
  tour,
  rows: delivered,
  ...initial
}: Props) {
  const { sessions, total: known, runningIds } = useLiveList(initial);
  const hidden = useHiddenSessions();
  const rowOf = useRows(sessions, delivered);
  const [{ cols }, setState] = useQueryStates(sessionListParams, { history: "push", shallow: false });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const shown = listShownColumns(cols);
  const rows = sessions.flatMap(({ id }) => {
    const row = hidden.has(id) ? undefined : rowOf(id);
    return row === undefined ? [] : [{ ...row, running: runningIds.has(id) }];
  });
  const chosen = rows.filter(({ id }) => selected.has(id));
  const total = known - (sessions.length - rows.length);
  const hasList = rows.length > 0 || filtered;
  const Zone = canImport ? ImportZone : Fragment;
  return (
    <Zone>
      {home}
      <div className="px-4 pt-4 pb-16">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h1 className="text-lg font-medium">
            Sessions
            {tour !== null && (
              <Link
                href={tour}
                className="ml-3 text-xs font-normal text-accent underline-offset-2 hover:underline"
              >
                Take the tour
              </Link>
            )}
          </h1>
          <p className="text-ink-3" aria-live="polite">
            {listSummary(rows.length, Math.max(total, rows.length), filtered)}
          </p>
        </div>
        {notes.map((note) => (
          <p key={note} className="text-xs text-ink-2">
            {note}
          </p>
        ))}
        <FilterBar
          facets={facets}
          order={hasList && <SortField />}
          tools={
            hasList && (
              <>
                <SavedViews views={views} mayWrite={canImport} />
                <ColumnMenu
                  columns={LIST_COLUMNS}
                  hidden={listOtherColumns(new Set(shown.map(({ id }) => id)))}
                  onChange={(hidden) => void setState({ cols: listChosenColumns(listOtherColumns(hidden)) })}
                />
                <ReplayTheseLink />
              </>
            )
          }
        />
        {chosen.length > 0 && (
          <SelectionBar
            rows={chosen}
            onClear={() => setSelected(new Set())}
            onFailed={() => setSelected(new Set())}
          />
        )}
        {rows.length > 0 ? (
          <SessionTable
            rows={rows}
            shown={cols === null ? listFilledColumns(shown, rows) : shown}
            hints={hints}
            selected={selected}
            onSelect={canImport ? setSelected : null}
          />
        ) : (
          <Nothing filtered={filtered} tour={tour} canImport={canImport} />
        )}
        {nextCursor !== null && <NextPageLink cursor={nextCursor} />}
        {examples > 0 && <ExamplesLink count={examples} />}
      </div>
    </Zone>
  );
}

function Nothing({
  filtered,
  tour,
  canImport,
}: {
  filtered: boolean;
  tour: string | null;
  canImport: boolean;
}) {
  if (filtered) {
    return (
      <EmptyState
        title="No session matches"
        action={
          <Link className="btn" href="/">
            Clear the filters
          </Link>
        }
      >
        Sub-agents, and calls that a harness made on the side, are left out unless you ask for them under
        “More filters”.
      </EmptyState>
    );
  }
  return (
    <Suspense>
      <FirstMinute tour={tour} canImport={canImport} />
    </Suspense>
  );
}

const serialize = createSerializer(sessionListParams);

/** There is no link back: the browser's Back opens the page before. */
function NextPageLink({ cursor }: { cursor: string }) {
  const search = useSearchParams();
  return (
    <p className="mt-4">
      <Link className="btn" href={`/${serialize(search, { cursor })}`}>
        Next page
      </Link>
    </p>
  );
}

function ExamplesLink({ count }: { count: number }) {
  const search = useSearchParams();
  const isIn = search.get("examples") === "in";
  return (
    <p className="mt-3 text-xs text-ink-3">
      <Link
        className="inline-flex min-h-6 items-center underline-offset-2 hover:underline"
        href={`/${serialize(search, { examples: isIn ? null : "in", cursor: null })}`}
      >
        {isIn ? `Leave the ${count} examples out` : `Examples (${count}): list them too`}
      </Link>
    </p>
  );
}

function ReplayTheseLink() {
  const search = useSearchParams();
  const parameters = new URLSearchParams([...search].filter(([name]) => name !== "cursor"));
  return (
    <Link className="btn" href={`/replay${parameters.size === 0 ? "" : `?${parameters.toString()}`}`}>
      Replay these
    </Link>
  );
}

/** Says what the list is sorted by, and changes it. */
function SortField() {
  const [{ sort, order }, setState] = useQueryStates(sessionListParams, { history: "push", shallow: false });
  return (
    <label className="flex items-center gap-1.5 text-xs text-ink-2">
      <span className="max-sm:sr-only">{order === "desc" ? "Sorted by" : "Sorted backwards by"}</span>
      <select
        className="field max-w-44"
        value={sort}
        onChange={({ target }) =>
          void setState({ sort: SORT_CHOICES[target.selectedIndex]?.sort ?? null, order: null, cursor: null })
        }
      >
        {SORT_CHOICES.map(({ sort: one, words }) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
