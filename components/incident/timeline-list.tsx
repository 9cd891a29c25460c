import { useState, type ReactNode } from "react";
import type { TimelineEntry } from "@/lib/incident/timeline";
import { nameEntry } from "@/lib/view/incident/entry-words";
import { pickSeverityLook } from "@/lib/view/severity";
import { listShownLines } from "@/lib/view/incident/shown-lines";
import { revealText } from "@/lib/view/format/trace-text";

interface Props {
  entries: readonly TimelineEntry[];
  turn: number | null;
  onTurn: (turn: number) => void;
  noteExtras?: ((entry: TimelineEntry) => ReactNode) | undefined;
}

/** One line per event, oldest first, with the turn and the moment at which it happened. */
export function TimelineList({ entries, turn, onTurn, noteExtras }: Props) {
  const [isWhole, setWhole] = useState(false);
  const { shown, words } = listShownLines(entries, isWhole);
  if (entries.length === 0)
    return (
      <p className="mt-1 text-ink-2">
        Nothing left the window in this range, nothing was fetched again, and no finding or note is about it.
      </p>
    );
  return (
    <>
      <ol className="mt-1">
        {shown.map((entry, i) => {
          const again = entries[i - 1]?.turn === entry.turn;
          return (
            <li
              key={i}
              id={`line-${i + 1}`}
              aria-current={entry.turn === turn ? "true" : undefined}
              className={`grid break-inside-avoid grid-cols-[4.5rem_5rem_6rem_minmax(0,1fr)] items-baseline gap-x-2 py-1 aria-[current]:bg-sunken print:aria-[current]:bg-transparent max-sm:grid-cols-[4rem_minmax(0,1fr)] ${again ? "" : "border-t border-line"}`}
            >
              <span className={`num text-xs text-ink-2 max-sm:hidden ${again ? "invisible" : ""}`}>
                turn {entry.turn}
              </span>
              <button
                type="button"
                className={`num text-left text-accent underline-offset-2 hover:underline ${again ? "opacity-0 focus-visible:opacity-100" : ""}`}
                title={`Put the cursor on turn ${entry.turn}`}
                onClick={() => onTurn(entry.turn)}
              >
                [{entry.moment}]
              </button>
              <span className="text-xs text-ink-3 max-sm:col-start-2">
                <span className="num mr-2 sm:hidden">turn {entry.turn}</span>
                <Severity entry={entry} />
                {nameEntry(entry.kind)}
              </span>
              <div className="min-w-0 max-sm:col-start-2">
                <p
                  className={`wrap-anywhere whitespace-pre-line ${entry.kind === "annotation" ? "border-l-2 border-accent pl-2 font-medium" : ""}`}
                  dir="auto"
                >
                  {revealText(entry.text)}
                </p>
                {entry.kind === "annotation" && noteExtras !== undefined
                  ? noteExtras(entry)
                  : entry.pin !== null && (
                      <p className="pl-2.5 text-xs text-ink-3" dir="auto">
                        on {revealText(entry.pin.text)}
                      </p>
                    )}
              </div>
            </li>
          );
        })}
      </ol>
      {words !== null && (
        <p className="mt-1 text-xs text-ink-3">
          {words}{" "}
          <button type="button" className="btn" onClick={() => setWhole(true)}>
            Show all
          </button>
        </p>
      )}
    </>
  );
}

function Severity({ entry: { kind, severity } }: { entry: TimelineEntry }) {
  if (kind !== "finding" || severity === null) return null;
  const { glyph, className } = pickSeverityLook(severity);
  return (
    <span aria-hidden className={`mr-1 text-2xs ${className}`}>
      {glyph}
    </span>
  );
}
