"use client";

import type { ReactNode } from "react";
import type { Snapshot, TimelineView } from "@/lib/core/incident/snapshot";
import { headLine } from "@/lib/view/incident/markdown";
import { visibleText } from "@/lib/view/trace-text";
import { useCommands } from "../shell/use-commands";
import { StripFigure } from "./strip-figure";
import { WindowAt } from "./window-at";

interface Props {
  snapshot: Snapshot;
  view: TimelineView;
  onView: (view: Partial<TimelineView>) => void;
  /** What the owner can do with it. */
  actions?: ReactNode;
}

const WORDS: Record<string, string> = { annotation: "note", repeat: "repeat" };

/** An incident told as a timeline, with the strip that shows it. The same for its owner and behind a link. */
export function IncidentView({ snapshot, view, onView, actions }: Props) {
  const shown = { ...snapshot, view };
  const step = (by: number) => {
    const at = snapshot.turns.findIndex(({ turn }) => turn === view.turn);
    const next = snapshot.turns[at < 0 ? 0 : at + by];
    if (next !== undefined) onView({ turn: next.turn });
  };
  useCommands({ next: () => step(1), previous: () => step(-1), clear: () => onView({ turn: null }) });
  return (
    <article className="px-4 pt-4 pb-16">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-2">
        <h1 className="text-lg font-medium" dir="auto">
          {visibleText(snapshot.title)}
        </h1>
        <div className="ml-auto flex flex-wrap gap-2 print:hidden">{actions}</div>
      </div>
      <p className="mt-1 text-xs text-ink-2" dir="auto">
        {headLine(snapshot).join(" · ")}
      </p>
      <div className="mt-3 flex flex-wrap gap-x-4 text-xs print:hidden">
        <label className="flex items-center gap-1.5">
          <input
            type="checkbox"
            checked={view.axis === "turns"}
            onChange={(event) => onView({ axis: event.target.checked ? "turns" : "time" })}
          />
          Axis in turns
        </label>
        <label className="flex items-center gap-1.5">
          <input
            type="checkbox"
            checked={view.compress}
            disabled={view.axis === "turns"}
            onChange={(event) => onView({ compress: event.target.checked })}
          />
          Cut idle time short
        </label>
      </div>
      <StripFigure snapshot={shown} turn={view.turn} onTurn={(turn) => onView({ turn })} />
      <h2 className="mt-4 font-medium">Timeline</h2>
      {snapshot.entries.length === 0 && <p className="text-ink-2">Nothing happened in this range.</p>}
      <ol>
        {snapshot.entries.map((entry, i) => (
          <li
            key={i}
            aria-current={entry.turn === view.turn ? "true" : undefined}
            className="grid grid-cols-[5rem_5.5rem_minmax(0,1fr)] gap-x-2 border-b border-line py-1 aria-[current]:bg-sunken max-sm:grid-cols-[4.5rem_minmax(0,1fr)]"
          >
            <button
              type="button"
              className="num text-left text-accent underline-offset-2 hover:underline"
              onClick={() => onView({ turn: entry.turn })}
            >
              [{entry.moment}]
            </button>
            <span className="text-xs text-ink-3 max-sm:hidden">{WORDS[entry.kind] ?? entry.kind}</span>
            <span className={`break-words ${entry.kind === "annotation" ? "font-medium" : ""}`} dir="auto">
              {visibleText(entry.text)}
            </span>
          </li>
        ))}
      </ol>
      {view.turn !== null && <WindowAt snapshot={snapshot} turn={view.turn} />}
    </article>
  );
}
