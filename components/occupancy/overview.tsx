"use client";

import type { SeriesPoint } from "@/lib/view/answers";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, memo, Suspense, useMemo, useCallback } from "react";
import type { Band, OccupancyOptions, Unit } from "@/lib/view/occupancy/input";
import type { OccupancyModel } from "@/lib/view/occupancy/model";
import { buildOccupancyModel } from "@/lib/view/occupancy/model";
import type { TurnRange } from "@/lib/view/chart/scale";
import { readRequestedRange, readRequestedTurn } from "@/lib/view/requested-turns";
import { parseAsTurnRange, overviewParams } from "@/lib/view/url-state";
import { buildFindingsModel } from "@/lib/view/findings/findings-model";
import type { SearchedCounts } from "@/lib/view/findings/looked";
import { pickTopFindings } from "@/lib/view/findings/top-findings";
import { listFindingMarks, listMissingEvidenceTurns } from "@/lib/view/findings/markers";
import type { DrawnView } from "@/lib/view/views";
import { fillStory } from "@/lib/view/story/story-words";
import { listStoryCards } from "@/lib/view/story/story-cards";
import { askTurns } from "@/lib/view/views/reads";
import { useRead } from "../data/reader";
import { useDearest, useLosses } from "../cost/use-losses";
import { DearestLists } from "../cost/dearest-lists";
import { FindingsPanel } from "../findings/findings-panel";
import { StoryLine } from "../story/story-line";
import { StoryCards } from "../story/story-cards";
import { TopFindings } from "../findings/top-findings";
import { useFindings } from "../findings/use-findings";
import { JudgedSection } from "../judge/judged-section";
import { JudgedSummary } from "../judge/judged-summary";
import { useJudged } from "../judge/use-judged";
import { useLive } from "../live/live-session";
import { useCursorAt, cursorTurn } from "../session-frame/cursor";
import { OccupancyFigure } from "./occupancy-figure";
import { OverviewCursor } from "./overview-cursor";
import { TurnPanel } from "./turn-panel";
import { useOverviewKeys } from "./use-overview-keys";
import { useSeries } from "./use-series";
import { CURSOR_RESTS_MS, useUrlState } from "../data/use-url-state";

export function Overview({
  sessionId,
  input: { session, turns, ...input },
  mayWrite,
}: DrawnView<"overview">) {
  const findings = useFindings(sessionId, input.findings) ?? input.findings;
  const judged = useJudged(sessionId, input.judged);
  const { points, total: totalTurns } = useSeries(sessionId, { points: turns.turns, total: turns.total });
  const { following, drawn } = useLive();
  const { contextWindow, budget } = drawn?.tokens ?? session.tokens;
  const { contextWindowProvenance, peakTurn } = session.tokens;
  const compactions = drawn?.counts.compactions ?? session.counts.compactions ?? 0;
  const { state, settle, setTurn, setRange, setHidden, setUnit, setTable } = useOverviewState();
  const [first, end] = [points[0]?.bucket.from ?? 0, points.at(-1)?.bucket.to ?? 0];
  const whole = useMemo((): TurnRange => ({ from: first, to: end }), [first, end]);
  const asked = following ? null : state.r;
  const { range, note: rangeNote } = useMemo(
    () => readRequestedRange(asked, parseAsTurnRange.parse(asked ?? ""), whole),
    [asked, whole],
  );
  const { turn: askedFor, note: turnNote } = readRequestedTurn(state.turn, whole);
  const shown = useRangePoints(sessionId, points, range);
  const newest = points.at(-1)?.turn ?? null;
  const cursor = cursorIn(range, shown, (following ? newest : askedFor) ?? peakTurn ?? newest);
  useCursorAt(cursor);
  const model = useOccupancy(shown, {
    unit: state.y,
    hide: state.hide.join(),
    contextWindow,
    contextWindowProvenance,
    budget,
    ownFrom: session.copied?.ownFrom,
    losses: useLosses(sessionId),
    compactionsAfter: range === null ? Math.max(0, compactions - seenCompactions(points)) : 0,
  });
  const story = useStory(drawn?.story ?? session.story);
  const panel = usePanel(findings, range, (drawn ?? session).counts);
  const marks = useMemo(() => listFindingMarks(findings.findings), [findings]);
  const top = useMemo(() => pickTopFindings(sessionId, findings.findings), [sessionId, findings]);

  useOverviewKeys(
    {
      sessionId,
      points: shown,
      whole,
      range,
      cursor,
      events: model.markers.map(({ turn }) => turn),
      missing: listMissingEvidenceTurns(findings.findings),
      unit: state.y,
      asTable: state.table !== null,
    },
    { settle, setTurn, setRange, setTable, setUnit },
  );

  if (totalTurns === 0) return <WithoutTurns sessionId={sessionId} pending={session.pending} />;
  return (
    <>
      <div className="flex flex-col">
        <JudgedSummary model={judged.model} />
        {story !== null && <StoryLine story={story} sessionId={sessionId} />}
        {story !== null && (
          <StoryCards
            cards={listStoryCards(story, (drawn ?? session).counts)}
            sessionId={sessionId}
            lost={top.find(({ mayBeKept }) => mayBeKept)}
          />
        )}
        <div className="grid-cols-1 gap-x-6 px-4 pt-3 pb-6 max-md:contents md:grid print:grid! print:px-4! lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="min-w-0 max-md:order-1 max-md:px-4 max-md:pt-3 print:order-none! print:p-0!">
            <OverviewCursor value={cursor}>
              <Figure
                sessionId={sessionId}
                turnNote={following ? null : turnNote}
                rangeNote={rangeNote}
                model={model}
                story={story}
                awaitsLosses={range === null && (story?.cost?.losses ?? 0) > 0}
                marks={marks}
                points={points}
                whole={whole}
                range={range}
                asTable={state.table !== null}
                onTurn={setTurn}
                onRange={setRange}
                onHide={setHidden}
                onUnit={setUnit}
                onTable={setTable}
              />
            </OverviewCursor>
          </div>
          <aside className="border-line max-lg:mt-6 max-lg:border-t max-lg:pt-4 max-md:order-4 max-md:mx-4 lg:border-l lg:pl-5 print:order-none! print:mx-0!">
            <Beside sessionId={sessionId} hasCost={story?.cost != null} cursor={cursor} />
          </aside>
        </div>
        <TopFindings sessionId={sessionId} findings={top} />
      </div>
      <Findings sessionId={sessionId} model={panel} mayWrite={mayWrite} />
      <JudgedSection model={judged.model} asks={mayWrite ? sessionId : null} onAsked={judged.refetch} />
    </>
  );
}

function useStory(told: Parameters<typeof fillStory>[0] | null | undefined) {
  return useMemo(() => (told == null ? null : fillStory(told)), [told]);
}

/** What stands beside the figure; on a telephone the cards and the findings come before it. */
function Beside({
  sessionId,
  hasCost,
  cursor,
}: {
  sessionId: string;
  hasCost: boolean;
  cursor: number | null;
}) {
  return (
    <>
      {hasCost && <Dearest sessionId={sessionId} />}
      {cursor !== null && <Panel sessionId={sessionId} turn={cursor} />}
    </>
  );
}

function Dearest({ sessionId }: { sessionId: string }) {
  return <DearestLists lists={useDearest(sessionId)} />;
}

const NoTurns = lazy(async () => ({ default: (await import("../lanes/no-turns")).NoTurns }));

function WithoutTurns(props: Parameters<typeof NoTurns>[0]) {
  return (
    <Suspense>
      <NoTurns {...props} />
    </Suspense>
  );
}

function usePanel(
  findings: Parameters<typeof buildFindingsModel>[0],
  range: TurnRange | null,
  counts: SearchedCounts & { readonly dangling: number | null },
) {
  return useMemo(
    () => buildFindingsModel(findings, range, counts.dangling, counts),
    [findings, range, counts],
  );
}

/** A moved cursor draws none of these again, except the panel of its turn. */
const Figure = memo(OccupancyFigure);
const Panel = memo(TurnPanel);
const Findings = memo(FindingsPanel);

/** A cursor outside of the range moves to the fullest turn of it. */
function cursorIn(
  range: TurnRange | null,
  shown: readonly SeriesPoint[],
  cursor: number | null,
): number | null {
  if (range === null || cursor === null || (range.from <= cursor && cursor <= range.to)) return cursor;
  const fullest = shown.reduce<SeriesPoint | null>(
    (best, point) => (best === null || (point.windowTokens ?? 0) > (best.windowTokens ?? 0) ? point : best),
    null,
  );
  return fullest?.turn ?? cursor;
}

function seenCompactions(points: readonly SeriesPoint[]): number {
  return points.reduce((sum, point) => sum + point.markers.compactions, 0);
}

/** When the series is thinned out, fetches more points for the range. */
function useRangePoints(
  sessionId: string,
  points: readonly SeriesPoint[],
  range: TurnRange | null,
): readonly SeriesPoint[] {
  const read = useRead();
  const thinned = points.some((point) => point.bucket.turns > 1);
  const { data } = useQuery({
    queryKey: ["turns", sessionId, range?.from, range?.to],
    enabled: thinned && range !== null,
    queryFn: ({ signal }) =>
      read(askTurns(sessionId, { from: range?.from ?? 0, to: range?.to ?? 0 }), signal),
    placeholderData: keepPreviousData,
  });
  return useMemo(() => {
    if (range === null) return points;
    if (data !== undefined) return data.turns;
    return points.filter((point) => point.bucket.to >= range.from && point.bucket.from <= range.to);
  }, [points, data, range]);
}

/** Options as texts and numbers, so that the model is made again only when one of them changes. */
type FlatOptions = Omit<OccupancyOptions, "hidden"> & { readonly hide: string };

function useOccupancy(points: readonly SeriesPoint[], options: FlatOptions): OccupancyModel {
  const { unit, hide, contextWindow, contextWindowProvenance, budget, ownFrom, losses, compactionsAfter } =
    options;
  return useMemo(
    () =>
      buildOccupancyModel(points, {
        unit,
        hidden: new Set((hide === "" ? [] : hide.split(",")) as Band[]),
        contextWindow,
        contextWindowProvenance,
        budget,
        ownFrom,
        losses,
        compactionsAfter,
      }),
    [points, unit, hide, contextWindow, contextWindowProvenance, budget, ownFrom, losses, compactionsAfter],
  );
}

/** A reader who moves stops following the session. */
function useOverviewState() {
  const { following, follow } = useLive();
  const [state, setState, settle] = useUrlState(overviewParams, { history: "replace" });
  const setTurn = useCallback(
    (turn: number) => {
      if (following) follow(false);
      setState({ turn }, { afterMs: CURSOR_RESTS_MS });
    },
    [follow, following, setState],
  );
  const setRange = useCallback(
    (next: TurnRange | null) => {
      if (following) follow(false);
      const r = next === null ? null : parseAsTurnRange.serialize(next);
      setState({ r, ...(following && { turn: cursorTurn() }) }, { history: "push" });
    },
    [follow, following, setState],
  );
  const setHidden = useCallback(
    (hidden: Band[]) => setState({ hide: hidden.length === 0 ? null : hidden }),
    [setState],
  );
  const setUnit = useCallback((y: Unit) => setState({ y }), [setState]);
  const setTable = useCallback((on: boolean) => setState({ table: on ? "1" : null }), [setState]);
  return { state, settle, setTurn, setRange, setHidden, setUnit, setTable };
}
