"use client";

import { useQuery } from "@tanstack/react-query";
import { useUrlState } from "../data/use-url-state";
import { useState } from "react";
import { askWindowTexts } from "@/lib/view/views/turn";
import type { WindowOrder } from "@/lib/view/format/address-words";
import {
  turnWindowLines,
  findWindowMatches,
  findWindowPlace,
  indexWindowPlaces,
} from "@/lib/view/turn/sections";
import { turnParams } from "@/lib/view/url-state";
import type { WindowRow } from "@/lib/view/turn/window-rows";
import { useFrozen, useRead } from "../data/reader";
import { Segmented } from "../incident/segmented";
import { useCommands } from "../commands/use-commands";
import { WindowDiffView } from "./window-diff-view";
import { WindowJumps } from "./window-jumps";
import { WindowList } from "./window-list";

const ORDERS: Readonly<Record<WindowOrder, string>> = {
  window: "In order",
  source: "By source",
  tokens: "Largest first",
};

interface Props {
  sessionId: string;
  turn: number;
  previousTurn: number | null;
  rows: readonly WindowRow[];
  left: number;
}

export function WindowSection({ sessionId, turn, previousTurn, rows, left }: Props) {
  const [state, setState] = useUrlState(turnParams, { history: "replace" });
  const [jump, setJump] = useState<{ at: number } | null>(null);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const contents = useContents(sessionId, turn, state.q);
  if (rows.length === 0)
    return <p className="mt-2 text-xs text-ink-3">The source does not say what stood here.</p>;
  const isFolded =
    state.q.trim() === "" && (state.sel === null || rows.every(({ blockId }) => blockId !== state.sel));
  const lines = turnWindowLines(rows, state.by, isFolded ? unfolded : null);
  const places = indexWindowPlaces(lines);
  const chosen = findWindowPlace(lines, state.sel);
  const matches = findWindowMatches(lines, state.q, contents);
  const isWindowDiff = state.beside !== null && previousTurn !== null;
  return (
    <>
      <SectionKeys onJump={(at) => setJump({ at })} fresh={places.fresh} current={jump?.at ?? null} />
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {!isWindowDiff && (
          <>
            <Segmented
              label="Order of the blocks"
              value={state.by}
              options={ORDERS}
              onChoose={(by) => setState({ by }, { history: "push" })}
            />
            <WindowJumps
              places={places}
              left={left}
              matches={matches}
              query={state.q}
              current={jump?.at ?? null}
              onQuery={(q) => setState({ q })}
              onJump={(at) => setJump({ at })}
            />
          </>
        )}
        {previousTurn !== null && (
          <button
            type="button"
            className="btn aria-pressed:bg-sunken aria-pressed:font-medium sm:ml-auto"
            aria-pressed={isWindowDiff}
            onClick={() => setState({ beside: isWindowDiff ? null : "1" }, { history: "push" })}
          >
            Beside turn {previousTurn}
          </button>
        )}
      </div>
      {isWindowDiff ? (
        <WindowDiffView sessionId={sessionId} turn={turn} previousTurn={previousTurn} rows={rows} />
      ) : (
        <WindowList
          sessionId={sessionId}
          turn={turn}
          lines={lines}
          opensAt={places.fresh[0] ?? null}
          chosen={chosen}
          value={state.value}
          jump={jump}
          onUnfold={(key) => setUnfolded(new Set([...unfolded, key]))}
        />
      )}
    </>
  );
}

/** Loaded when the reader searches. Names and beginnings are there without them. */
function useContents(sessionId: string, turn: number, query: string): ReadonlyMap<string, string> {
  const read = useRead();
  const frozen = useFrozen();
  const { data } = useQuery({
    queryKey: ["window-texts", sessionId, turn],
    enabled: query.trim() !== "" && !frozen,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => read(askWindowTexts(sessionId, turn), signal),
  });
  return new Map(data?.entries.map(({ blockId, content }) => [blockId, content ?? ""]));
}

function SectionKeys({
  onJump,
  fresh,
  current,
}: {
  onJump: (at: number) => void;
  fresh: readonly number[];
  current: number | null;
}) {
  useCommands({
    search: () => document.querySelector<HTMLInputElement>("[data-search]")?.focus(),
    nextDifference: () => {
      const next = fresh.find((at) => at > (current ?? -1)) ?? fresh[0];
      if (next === undefined) return false;
      onJump(next);
    },
    previousDifference: () => {
      const before = fresh.findLast((at) => at < (current ?? Number.POSITIVE_INFINITY)) ?? fresh.at(-1);
      if (before === undefined) return false;
      onJump(before);
    },
  });
  return null;
}
