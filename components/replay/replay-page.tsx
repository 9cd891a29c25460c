"use client";

import type { ReplayInput } from "@/lib/view/answers";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { Comparison } from "@/lib/replay/comparisons";
import type { PriceTable } from "@/lib/core/models/prices";
import type { Story } from "@/lib/core/story/story-schema";
import { readDraft, writeDraft } from "@/lib/view/replay/draft";
import type { PolicyChoiceInput, JsonObject, ListedPolicy } from "@/lib/view/replay/replay-input";
import { CHOICES_MAX, RECORDED_CHOICE } from "@/lib/view/replay/replay-input";
import type { ResultRow } from "@/lib/view/replay/results";
import { findCurrency, isRecorded, listResultRows } from "@/lib/view/replay/results";
import { findVerdict } from "@/lib/view/replay/verdict";
import { copyLink } from "../data/copy-link";
import { useFrozen } from "../data/reader";
import { useCommands } from "../commands/use-commands";
import { BeginRow } from "./begin-row";
import { Caveats } from "./caveats";
import { KeepList } from "./keep-list";
import { findLoss, LossFirst } from "./loss-first";
import { SetupFold } from "./setup-fold";
import { SetupPanel } from "./setup-panel";
import type { ReplayAsked } from "./use-replay";
import { useCancel, useReplay, useRun } from "./use-replay";
import type { ReplayState } from "./use-replay-state";
import { useReplayState } from "./use-replay-state";
import { ViewTabs } from "./view-tabs";

const CompareView = lazy(() => import("./compare-view"));
const CopyConfiguration = lazy(() => import("./copy-configuration"));
const ParetoView = lazy(() => import("./pareto-view"));
const ResultsView = lazy(() => import("./results-view"));

interface Props {
  readonly sessionId: string;
  readonly policies: readonly ListedPolicy[];
  readonly comparisons: readonly Comparison[];
  /** What a search for the cheapest change tries; empty where nothing can be replayed. */
  readonly searched: readonly PolicyChoiceInput[];
  readonly recordedBudget: number | null;
  /** `null` where nothing can be replayed, as in a share. */
  readonly prices: PriceTable | null;
  readonly saved: ReplayInput | null;
  /** What happened in the session; `null` where that is not known, or not told. */
  readonly story: Story | null;
  /** What the blocks that it missed are called, by their ids. */
  readonly names: Readonly<Record<string, string>>;
}

export function ReplayPage({
  sessionId,
  policies,
  comparisons,
  searched,
  prices,
  saved,
  story,
  names,
  ...recorded
}: Props) {
  const frozen = useFrozen();
  const view = useReplayState();
  const { state, change } = view;
  const { data: replay, error } = useReplay(sessionId, state.run, saved);
  const { choices, choose } = useChoices(view, saved, comparisons);
  const [isSetUp, setIsSetUp] = useState(choices.length > 0 || state.run !== null || state.start !== null);
  const run = useRun(sessionId, ({ id }) => {
    setIsSetUp(true);
    change({ run: id, p: null, start: null, view: "results" }, state.start === null ? "push" : "replace");
  });
  const runOf = (policies: readonly PolicyChoiceInput[], more: Partial<ReplayAsked> = {}) =>
    run.mutate({ policies: [RECORDED_CHOICE, ...policies], ...more });
  const search = () => runOf(searched);
  useAtOnce(!frozen && state.start !== null && state.run === null && choices.length > 0, () =>
    state.p === null && searched.length > 0 ? search() : runOf(choices),
  );
  const standing = replay?.request.prices ?? prices;
  const rows = replay === undefined ? [] : listResultRows(replay);
  const sweep = useRun(sessionId, ({ id }) =>
    change({ run: id, p: writeDraft(choices), view: "pareto" }, "push"),
  );
  useReplayKeys(rows, view);
  const loss = frozen || searched.length === 0 ? null : findLoss(story);
  const isAnswered = state.run !== null;
  return (
    <div className="px-4 pt-3 pb-16">
      {loss !== null && (
        <LossFirst
          story={loss}
          sessionId={sessionId}
          names={names}
          isAnswered={isAnswered}
          searched={searched.length}
          busy={run.isPending}
          onSearch={search}
        />
      )}
      {!frozen && standing !== null && (
        <SetupFold choices={choices.length} isOpen={!isSetUp} onToggle={(isOpen) => setIsSetUp(!isOpen)}>
          <SetupPanel
            policies={policies}
            choices={choices}
            budget={replay?.request.budget ?? null}
            prices={standing}
            comparisons={comparisons}
            busy={run.isPending || replay?.status === "running"}
            problem={run.error?.message ?? ""}
            onChoices={choose}
            searched={loss === null || isAnswered ? searched.length : 0}
            isFirst={loss === null || isAnswered}
            onSearch={search}
            onRun={(asked) => runOf(choices, statedOnly(asked))}
          />
        </SetupFold>
      )}
      {!frozen && standing !== null && isSetUp && !isAnswered && (
        <BeginRow
          busy={run.isPending || choices.length === 0}
          searched={loss === null ? searched.length : 0}
          onRun={() => runOf(choices)}
          onSearch={search}
        />
      )}
      {state.start !== null && run.isError && <p role="alert">It was not replayed: {run.error.message}</p>}
      <RunState isPending={run.isPending} error={error} />
      {replay !== undefined && (
        <section aria-label="Results" className="mt-4">
          <Progress sessionId={sessionId} replay={replay} />
          <Recommended replay={replay} rows={rows} policies={policies} />
          <KeepList keep={rows.find(isRecorded)?.result.keep} />
          <ViewTabs view={view} />
          <ShownResults
            replay={replay}
            rows={rows}
            policies={policies}
            choices={choices}
            budget={replay.request.budget ?? recorded.recordedBudget}
            busy={run.isPending || replay.status === "running"}
            view={view}
            onSweep={(swept) => sweep.mutate({ ...replay.request, policies: [RECORDED_CHOICE, ...swept] })}
          />
          <Caveats replay={replay} rows={rows} />
        </section>
      )}
    </div>
  );
}

/** What is to be replayed is proposed, so it waits folded behind what answers. */
function useChoices(
  { state, change }: ReplayState,
  saved: ReplayInput | null,
  comparisons: readonly Comparison[],
) {
  const [choices, setChoices] = useState<readonly PolicyChoiceInput[]>(
    () => readDraft(state.p) ?? choicesOf(saved) ?? comparisons[0]?.choices ?? [],
  );
  const choose = (next: readonly PolicyChoiceInput[]) => {
    setChoices(next);
    change({ p: writeDraft(next) });
  };
  return { choices, choose };
}

interface ShownProps {
  readonly replay: ReplayInput;
  readonly rows: readonly ResultRow[];
  readonly policies: readonly ListedPolicy[];
  readonly choices: readonly PolicyChoiceInput[];
  readonly budget: number | null;
  readonly busy: boolean;
  readonly view: ReplayState;
  readonly onSweep: (swept: readonly PolicyChoiceInput[]) => void;
}

/** The results, as the reader chose to see them. */
function ShownResults({ replay, rows, policies, choices, budget, busy, view, onSweep }: ShownProps) {
  const { state } = view;
  const currency = findCurrency(replay.request);
  return (
    <Suspense fallback={<div className="min-h-screen" />}>
      {state.view === "results" && rows.length > 0 && (
        <ResultsView
          rows={rows}
          isRunning={replay.status === "running"}
          currency={currency}
          budget={budget}
          view={view}
        />
      )}
      {state.view === "compare" && <CompareView rows={rows} currency={currency} view={view} />}
      {state.view === "pareto" && (
        <ParetoView
          rows={rows}
          currency={currency}
          policies={policies}
          choices={choices}
          busy={busy}
          recommendation={replay.recommendation}
          view={view}
          onSweep={onSweep}
        />
      )}
    </Suspense>
  );
}

function statedOnly({ budget, prices }: { budget: number | null; prices: PriceTable | null }) {
  return { ...(budget !== null && { budget }), ...(prices !== null && { prices }) };
}

function RunState({ isPending, error }: { isPending: boolean; error: Error | null }) {
  return (
    <>
      {isPending && <p role="status">Replaying the session…</p>}
      {error !== null && <p role="alert">The replay could not be read: {error.message}</p>}
    </>
  );
}

/** The policies of a saved replay; `null` for a sweep, which has more policies than the form. */
function choicesOf(saved: ReplayInput | null): readonly PolicyChoiceInput[] | null {
  const choices = saved?.request.policies.filter(({ kind }) => kind !== RECORDED_CHOICE.kind) ?? [];
  return choices.length === 0 || choices.length > CHOICES_MAX ? null : choices;
}

function useReplayKeys(rows: readonly ResultRow[], { state, change }: ReplayState): void {
  const turns = rows[0]?.result.series.turn ?? [];
  const step = (by: number) => {
    const at = state.turn === null ? (by > 0 ? -1 : turns.length) : turns.indexOf(state.turn);
    const turn = turns[Math.max(0, Math.min(turns.length - 1, at + by))];
    if (turn !== undefined) change({ turn });
  };
  useCommands({
    next: () => step(1),
    previous: () => step(-1),
    nextTen: () => step(10),
    previousTen: () => step(-10),
    table: () => change({ table: state.table === null ? "1" : null }),
    clear: () => change(state.sel !== null ? { sel: null } : { turn: null }),
    copyLink,
  });
}

/** Does it once, when it first may. */
function useAtOnce(may: boolean, act: () => void): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!may || isDone.current) return;
    isDone.current = true;
    act();
  });
}

function Recommended({
  replay,
  rows,
  policies,
}: {
  replay: ReplayInput;
  rows: readonly ResultRow[];
  policies: readonly ListedPolicy[];
}) {
  const verdict = findVerdict(rows, replay.recommendation, findCurrency(replay.request));
  if (verdict === null) return null;
  const { row } = verdict;
  const policy = policies.findLast(({ kind }) => kind === row?.result.policy.kind);
  return (
    <div
      className="mb-2 flex max-w-4xl flex-wrap items-baseline gap-x-3 gap-y-1"
      role="note"
      aria-label="Recommendation"
    >
      <p dir="auto">
        <span className="font-medium">{verdict.head}</span> {verdict.text}
      </p>
      {row !== null && policy !== undefined && (
        <Suspense
          fallback={
            <>
              <span className="btn invisible">Copy for {policy.vendor}</span>
              {policy.configuration !== null && <span className="min-h-6 w-full" />}
            </>
          }
        >
          <CopyConfiguration policy={policy} options={row.result.policy.options as JsonObject} hasLines />
        </Suspense>
      )}
    </div>
  );
}

function Progress({ sessionId, replay }: { sessionId: string; replay: ReplayInput }) {
  const cancel = useCancel(sessionId);
  const { status, progress, message } = replay;
  if (status === "done") return null;
  if (status !== "running")
    return (
      <p role="status" className="mb-2">
        {status === "cancelled"
          ? "Cancelled: what was done by then is shown."
          : `The replay failed: ${message ?? ""}`}
      </p>
    );
  return (
    <div role="status" className="mb-2 flex items-center gap-3 text-xs">
      <progress
        max={Math.max(1, progress.of)}
        value={progress.done}
        aria-label="Turns replayed, of all policies together"
      />
      <span className="num">
        {progress.done} of {progress.of} turns
      </span>
      <button type="button" className="btn" onClick={() => cancel.mutate(replay.id)}>
        Cancel
      </button>
    </div>
  );
}
