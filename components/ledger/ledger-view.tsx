"use client";

import type { LedgerInput } from "@/lib/view/answers";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listBudgetRows } from "@/lib/view/questions/budget-rows";
import { listLedgerNotices } from "@/lib/view/questions/ledger-model";
import { listLedgerRows, describeReasonHead } from "@/lib/view/questions/ledger-row";
import { isLedgerFolded } from "@/lib/view/questions/ledger-changes";
import { describeAllRows, describeShownRows } from "@/lib/view/questions/ledger-words";
import type { LedgerState } from "@/lib/view/url-state";
import { useRead } from "../data/reader";
import { copyLink } from "../data/copy-link";
import { revealText } from "@/lib/view/format/trace-text";
import { EmptyState } from "../ui/empty-state";
import { GoneSelection } from "../ui/gone-selection";
import { useCommands } from "../commands/use-commands";
import { RowKeys } from "../session-list/row-keys";
import { LedgerChanges } from "./ledger-changes";
import { LedgerBudgets } from "./ledger-budgets";
import { LedgerCopy } from "./ledger-copy";
import { LedgerFilters } from "./ledger-filters";
import type { DrawnView } from "@/lib/view/views";
import { LEDGER_PAGE_ROWS, askLedger } from "@/lib/view/views/ledger";
import { LedgerTable } from "./ledger-table";
import { LedgerTurns } from "./ledger-turns";
import { useUrlState } from "../data/use-url-state";
import { readRequestedTurn } from "@/lib/view/requested-turns";
import { ledgerParams } from "@/lib/view/url-state";
import { useLive } from "../live/live-session";
import { useOnChange } from "../live/use-on-change";

interface Props {
  sessionId: string;
  input: Pick<DrawnView<"ledger">["input"], "ledger">;
  /** What changed at the first turn; absent where nothing came before it, and in a share. */
  changes?: LedgerInput | null;
  asked: LedgerState;
}

export function LedgerView({ sessionId, input: { ledger: first }, changes = null, asked }: Props) {
  const read = useRead();
  const { state, setState } = useLedgerState(first);
  const [initial] = useState(() => JSON.stringify(asked));
  const { data, fetchNextPage, hasNextPage, isFetching, isError, error, refetch } = useInfiniteQuery({
    queryKey: ["ledger", sessionId, state],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      read(askLedger(sessionId, state, { offset: pageParam, limit: LEDGER_PAGE_ROWS }), signal),
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.rows.length, 0);
      return loaded < last.total && last.rows.length > 0 ? loaded : undefined;
    },
    placeholderData: keepPreviousData,
    ...(JSON.stringify(state) === initial && { initialData: { pages: [first], pageParams: [0] } }),
  });
  const facts = data?.pages[0] ?? first;
  const rows = (data?.pages ?? [first]).flatMap((page, i) =>
    listLedgerRows(sessionId, page, state.by).map((row) => ({ ...row, key: `${i} ${row.key}` })),
  );
  const [wanted, setWanted] = useState(false);
  const isOpen = wanted || !isLedgerFolded(facts, state);
  const clear = () =>
    setState({
      q: null,
      decision: null,
      kind: null,
      mode: null,
      trust: null,
      reason: null,
      change: null,
    });
  useCommands({ clear, copyLink });
  return (
    <div className="px-4 pt-3 pb-16">
      <RowKeys />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <LedgerTurns facts={facts} onChange={(turns) => setState(turns, { history: "push" })} />
        <div className="ml-auto">
          <LedgerCopy sessionId={sessionId} state={state} facts={facts} />
        </div>
      </div>
      {state.against === null && facts.turn > facts.firstTurn && (
        <LedgerChanges sessionId={sessionId} turn={facts.turn} first={changes} />
      )}
      {listLedgerNotices(facts).map((notice) => (
        <p key={notice} className="mt-2 max-w-3xl text-xs text-ink-3">
          {notice}
        </p>
      ))}
      <LedgerBudgets rows={listBudgetRows(sessionId, facts)} />
      {isOpen ? (
        <>
          <LedgerFilters facts={facts} state={state} onChange={(parts) => setState(parts)} onClear={clear} />
          <GoneSelection
            asked={state.sel}
            isThere={isFetching || hasNextPage || rows.some(({ id }) => id === revealText(state.sel ?? ""))}
            place={`among the decisions of turn ${facts.turn}`}
            onClear={() => setState({ sel: null })}
          />
          <p className="mt-2 text-xs text-ink-3" aria-live="polite">
            {describeShownRows(facts)}
            {isFetching && " · reading…"}
          </p>
          {isError && (
            <p className="mt-2 text-xs text-dangling">
              {error.message}{" "}
              <button type="button" className="underline" onClick={() => void refetch()}>
                Try again
              </button>
            </p>
          )}
          {rows.length === 0 ? (
            <Nothing facts={facts} onClear={clear} />
          ) : (
            <LedgerTable
              rows={rows}
              total={facts.total}
              state={state}
              reasonHead={describeReasonHead(facts)}
              folds={facts.total === facts.unfiltered}
              groupCounts={state.by === "none" ? null : facts.facets[state.by]}
              onSort={(sort, order) => setState({ sort, order })}
              onEnd={() => {
                if (hasNextPage && !isFetching) void fetchNextPage();
              }}
            />
          )}
        </>
      ) : (
        <button type="button" className="btn mt-3" onClick={() => setWanted(true)}>
          {describeAllRows(facts)}
        </button>
      )}
    </div>
  );
}

function Nothing({ facts, onClear }: { facts: LedgerInput; onClear: () => void }) {
  if (facts.unfiltered > 0)
    return (
      <EmptyState
        title="No row matches"
        action={
          <button type="button" className="btn" onClick={onClear}>
            Clear the filters
          </button>
        }
      >
        Nothing passes the filters above.
      </EmptyState>
    );
  if (facts.against !== null)
    return (
      <EmptyState title="No difference">
        Turn {facts.turn} decided on every block as turn {facts.against} did.
      </EmptyState>
    );
  return (
    <EmptyState title="Nothing is known of this window">
      {facts.windowKnown
        ? "The window was empty, and nothing had been recorded by then."
        : "The source gives totals for this turn at most, and the harness kept no ledger."}
    </EmptyState>
  );
}

/**
 * The state of the ledger page. While the page follows the session, the turn is the newest; choosing a turn stops that.
 * A turn outside the session becomes the nearest one inside.
 * @param range the turns of the session when the page was made
 */
function useLedgerState(range: { readonly firstTurn: number; readonly lastTurn: number }) {
  const { following, follow } = useLive();
  const [chosen, setChosen] = useUrlState(ledgerParams, { history: "replace" });
  const [newest, setNewest] = useState(range.lastTurn);
  useOnChange(async (change) => setNewest((shown) => change.lastTurn ?? shown), "body");
  const setState: typeof setChosen = (next, options) => {
    const moves =
      following && next !== null && typeof next !== "function" && ("turn" in next || "against" in next);
    if (!moves) return setChosen(next, options);
    follow(false);
    return setChosen({ turn: newest, ...next }, options);
  };
  const within = (turn: number | null) => readRequestedTurn(turn, { from: range.firstTurn, to: newest }).turn;
  const state = following
    ? { ...chosen, turn: newest, against: null }
    : { ...chosen, turn: within(chosen.turn), against: within(chosen.against) };
  return { state, setState };
}
