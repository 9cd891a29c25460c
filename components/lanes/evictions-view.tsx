"use client";

import { useDeferredValue, useEffect, useMemo, useState } from "react";
import type { Lane } from "@/lib/view/lanes/decode";
import type { LaneRow } from "@/lib/view/lanes/rows";
import type { CompactionsInput } from "@/lib/view/answers";
import { cutRows } from "@/lib/view/compactions/cut-rows";
import type { DrawnView } from "@/lib/view/views";
import type { TurnRange } from "@/lib/view/chart/scale";
import { listFindingMarks } from "@/lib/view/findings/markers";
import { useLosses } from "../cost/use-losses";
import { useFindings } from "../findings/use-findings";
import { useLive } from "../live/live-session";
import { useOnChange } from "../live/use-on-change";
import { GoneSelection } from "../ui/gone-selection";
import { RequestNotes } from "../ui/request-notes";
import { EmptyState } from "../ui/empty-state";
import { makeLater } from "../ui/later";
import { CutList } from "../compactions/cut-list";
import { LaneFilters, LaneOrder, NO_FILTERS } from "./lane-filters";
import { LanesFigure } from "./lanes-figure";
import { NoTurns } from "./no-turns";
import { useLaneKeys } from "./use-lane-keys";
import { useLaneState } from "./use-lane-state";
import type { Lanes } from "./use-lanes";
import { useLanes } from "./use-lanes";
import { askCompactions } from "@/lib/view/views/evictions";
import { useRead } from "../data/reader";

const EvictionPanel = makeLater(() => import("./eviction-panel"));

export function EvictionsView({ sessionId, input: { session, compactions: given } }: DrawnView<"evictions">) {
  const { news } = useLive();
  // Its code comes while the lanes are read.
  useEffect(() => EvictionPanel.loadAhead(), []);
  const turns = Math.max(session.counts.turns ?? 0, news?.session.counts.turns ?? 0);
  const { data, error, refetch } = useLanes(sessionId, session.updatedAt, turns > 0);
  const compactions = useCompactions(sessionId, given);
  const lastTurn = news?.lastTurn ?? session.lastTurn;
  useOnChange(() => refetch(), "body");
  if (turns === 0) return <NoTurns sessionId={sessionId} pending={(news?.session ?? session).pending} />;
  if (error !== null && data === undefined) {
    return (
      <EmptyState
        title="The lanes could not be read"
        action={
          <button type="button" className="btn" onClick={() => void refetch()}>
            Try again
          </button>
        }
      >
        {error.message}
      </EmptyState>
    );
  }
  if (data === undefined) return <Skeleton />;
  if (data.lanes.every(({ residencies }) => residencies.length === 0)) {
    return (
      <EmptyState title="No windows to compare">
        The source does not say what stood in the windows of this session, so nothing can be said of what left
        them.
      </EmptyState>
    );
  }
  return <LoadedView sessionId={sessionId} data={data} compactions={compactions} lastTurn={lastTurn} />;
}

interface Loaded {
  sessionId: string;
  data: Lanes;
  compactions: CompactionsInput;
  lastTurn: number | null;
}

function LoadedView({ sessionId, data, compactions, lastTurn }: Loaded) {
  const view = useLaneState(data);
  const { state, change, rows, range, selected, setTurn, setRange, toggleTable, toggleFit } = view;
  useLaneKeys(sessionId, data, view);
  const findings = useFindings(sessionId);
  const losses = useLosses(sessionId);
  const cuts = useMemo(() => cutRows(compactions, lastTurn, state.c), [compactions, lastTurn, state.c]);
  const foremost = useMemo(() => foremostLane(rows.rows), [rows]);
  const marks = useMemo(() => listFindingMarks(findings?.findings ?? []), [findings]);
  // A key moves the selection at once; what is told of it follows.
  const told = useDeferredValue(selected ?? foremost?.lane);
  return (
    <div className="grid grid-cols-1 gap-x-6 px-4 pt-3 pb-16 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="min-w-0">
        <CutList
          sessionId={sessionId}
          cuts={cuts}
          open={state.c}
          value={state.value}
          cursor={state.turn}
          onOpen={(c) => void change({ c }, "push")}
          onTurn={setTurn}
        />
        <GoneSelection
          asked={state.sel}
          isThere={selected !== undefined}
          place="among the blocks of this session"
          onClear={() => change({ sel: null })}
        />
        <LaneFilters state={state} rows={rows} onChange={change} />
        <div className="mt-3">
          <LanesFigure
            sessionId={sessionId}
            rows={rows}
            marks={marks}
            density={view.density}
            whole={view.whole}
            range={range}
            cursor={state.turn}
            selected={state.sel}
            losses={losses}
            spoken={spokenOf(selected, state.turn)}
            fit={state.fit !== null}
            asTable={state.table !== null}
            controls={
              <>
                <LaneOrder state={state} onChange={change} />
                <button
                  type="button"
                  className="btn"
                  aria-pressed={state.fit !== null}
                  title="Fit all lanes on the screen (f)"
                  onClick={toggleFit}
                >
                  Fit
                </button>
              </>
            }
            note={
              <>
                <RequestNotes notes={view.notes} />
                <Note data={data} range={range} shown={rows.shown} />
              </>
            }
            onPick={view.pick}
            onTurn={setTurn}
            onRange={setRange}
            onTable={toggleTable}
          />
        </div>
        {rows.shown === 0 && <NoMatch lanes={data.lanes.length} onClear={() => change(NO_FILTERS)} />}
      </div>
      <aside className="border-line max-lg:mt-6 max-lg:border-t max-lg:pt-4 lg:border-l lg:pl-5">
        {selected === undefined && foremost !== undefined && (
          <p className="mb-2 text-xs text-ink-3">
            {foremost.words} <span className="print:hidden">Select a lane to see another.</span>
          </p>
        )}
        {told === undefined ? (
          <p className="text-xs text-ink-3">
            Select a lane to see by which rule its block left, what was left in its place, and who wanted it
            afterwards.
          </p>
        ) : (
          <EvictionPanel
            sessionId={sessionId}
            lane={told}
            value={state.value}
            pinned={state.pins.includes(told.id)}
            onPin={() => view.togglePin(told.id)}
            onTurn={setTurn}
          />
        )}
      </aside>
    </div>
  );
}

function NoMatch({ lanes, onClear }: { lanes: number; onClear: () => void }) {
  return (
    <EmptyState
      title="No lane matches"
      action={
        <button type="button" className="btn" onClick={onClear}>
          Clear the filters
        </button>
      }
    >
      The filters hide {lanes === 1 ? "the one block" : `all ${lanes} blocks`}.
    </EmptyState>
  );
}

/** The lane that is told of before anybody selects one. */
function foremostLane(rows: readonly LaneRow[]): { lane: Lane; words: string } | undefined {
  const lanes = rows.flatMap((row) => (row.type === "lane" ? [row.lane] : []));
  const missed = lanes.find((lane) => lane.missed > 0);
  if (missed !== undefined) return { lane: missed, words: "The first block that was wanted again." };
  const left = lanes.filter(({ evictions }) => evictions.length > 0);
  const [largest] = left.toSorted((a, b) => (b.tokens ?? 0) - (a.tokens ?? 0));
  return largest === undefined ? undefined : { lane: largest, words: "The largest block that left." };
}

function Note({ data, range, shown }: { data: Lanes; range: TurnRange | null; shown: number }) {
  return (
    <>
      {!data.analysed &&
        "The analysis of who needed what runs every few turns; it does not include the newest turns yet. "}
      {data.total > data.lanes.length &&
        `The first ${data.lanes.length} of ${data.total} blocks are shown${data.isComplete ? "" : "; the others are being read"}. `}
      {range !== null &&
        `Turns ${range.from} to ${range.to} of ${data.lastTurn - data.firstTurn + 1}; press 0 for all. `}
      {shown > 0 && (
        <span className="print:hidden">
          Drag to look closer, pinch or Ctrl and wheel to zoom, Shift and wheel to go sideways.
        </span>
      )}
    </>
  );
}

function spokenOf(lane: Lane | undefined, cursor: number | null): string {
  const at = cursor === null ? "" : `Turn ${cursor}. `;
  if (lane === undefined) return at;
  const exits = lane.evictions.map(({ turn, how }) => `${how} at turn ${turn}`).join(", ");
  return `${at}${lane.name}, ${exits === "" ? "never left" : exits}.`;
}

function Skeleton() {
  return (
    <div aria-label="Reading the lanes" role="status" className="grid gap-2 px-4 pt-6">
      {[72, 90, 64, 80, 48, 86, 70].map((width) => (
        <div key={width} className="h-3.5 rounded-xs bg-sunken" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}

/** Starts with those of the page. Reads all of them again when the page follows new ones, and when they are analysed. */
function useCompactions(sessionId: string, initial: CompactionsInput): CompactionsInput {
  const read = useRead();
  const [grown, setGrown] = useState<{ from: CompactionsInput; now: CompactionsInput } | null>(null);
  const now = grown?.from === initial ? grown.now : initial;
  const count = now.compactions.filter(({ is }) => is === "compaction").length;
  useOnChange(async ({ session }) => {
    if (session.counts.compactions === count && now.analysed) return;
    setGrown({ from: initial, now: await read(askCompactions(sessionId)) });
  });
  return now;
}
