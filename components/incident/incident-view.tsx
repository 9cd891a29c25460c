import type { ReactNode } from "react";
import type { Snapshot, TimelineView } from "@/lib/incident/snapshot";
import type { TimelineEntry } from "@/lib/incident/timeline";
import { listHeadLines } from "@/lib/view/incident/markdown";
import { listIncidentLines } from "@/lib/view/incident/summary";
import { buildTimelineAxis } from "@/lib/view/incident/axis";
import { revealText } from "@/lib/view/format/trace-text";
import { useCommands } from "../commands/use-commands";
import { listLostTexts } from "@/lib/view/incident/lost-texts";
import { LostSection } from "./lost-section";
import { ReplayParts } from "./replay-parts";
import { Segmented } from "./segmented";
import { StripFigure } from "./strip-figure";
import { TimelineList } from "./timeline-list";
import { WindowAt } from "./window-at";

interface Props {
  snapshot: Snapshot;
  view: TimelineView;
  onView: (view: Partial<TimelineView>) => void;
  asTable: boolean;
  onTable: (on: boolean) => void;
  actions?: ReactNode;
  noteExtras?: (entry: TimelineEntry) => ReactNode;
  afterTimeline?: ReactNode;
  afterReplays?: ReactNode;
  turnLink?: (turn: number) => ReactNode;
}

export function IncidentView({ snapshot, view, onView, asTable, onTable, ...parts }: Props) {
  const step = (by: number) => {
    const at = snapshot.turns.findIndex(({ turn }) => turn === view.turn);
    const next = snapshot.turns[at < 0 ? 0 : at + by];
    if (next !== undefined) onView({ turn: next.turn });
  };
  useCommands({
    next: () => step(1),
    previous: () => step(-1),
    clear: () => onView({ turn: null }),
    table: () => onTable(!asTable),
  });
  return (
    <article className="px-4 pt-4 pb-10">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-lg font-medium wrap-anywhere print:text-xl" dir="auto">
          {revealText(snapshot.title)}
        </h1>
        <div className="ml-auto flex flex-wrap gap-1 max-sm:ml-0 print:hidden">{parts.actions}</div>
      </div>
      <div className="mt-1">
        {listIncidentLines(snapshot).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <p className="mt-1 mb-4 text-xs text-ink-2 wrap-anywhere" dir="auto">
        {listHeadLines(snapshot).join(" · ")}
      </p>
      <StripFigure
        snapshot={{ ...snapshot, view }}
        turn={view.turn}
        onTurn={(turn) => onView({ turn })}
        asTable={asTable}
        onTable={onTable}
        controls={<AxisControls snapshot={snapshot} view={view} onView={onView} />}
      />
      <LostSection lost={listLostTexts(snapshot)} />
      <section aria-label="Timeline" className="mt-6">
        <h2 className="font-medium">Timeline</h2>
        <TimelineList
          entries={snapshot.entries}
          turn={view.turn}
          onTurn={(turn) => onView({ turn })}
          noteExtras={parts.noteExtras}
        />
        {parts.afterTimeline}
      </section>
      <ReplayParts replays={snapshot.replays} after={parts.afterReplays} />
      {view.turn !== null && (
        <WindowAt snapshot={snapshot} turn={view.turn} link={parts.turnLink?.(view.turn)} />
      )}
    </article>
  );
}

function AxisControls({ snapshot, view, onView }: Pick<Props, "snapshot" | "view" | "onView">) {
  const idle = buildTimelineAxis(snapshot.turns, "time", true).gaps.length;
  return (
    <>
      <label
        className={`mr-2 flex items-center gap-1.5 ${idle === 0 || view.axis === "turns" ? "text-ink-3" : ""}`}
        title={idle === 0 ? "This range has no long pause" : undefined}
      >
        <input
          type="checkbox"
          checked={view.compress}
          disabled={view.axis === "turns" || (idle === 0 && !view.compress)}
          onChange={(event) => onView({ compress: event.target.checked })}
        />
        Cut idle time short
      </label>
      <Segmented
        label="Axis"
        value={view.axis}
        options={{ time: "Wall clock", turns: "Turns" }}
        onChoose={(axis) => onView({ axis })}
      />
    </>
  );
}
