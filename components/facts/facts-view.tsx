import type { ReactNode } from "react";
import type { FactEventRow, FactLaneRow, FactStep, FactsModel } from "@/lib/view/questions/facts-model";
import { FACT_LEGEND } from "@/lib/view/questions/facts-model";
import { ColorDot } from "../ui/color-dot";
import { ViewLink as Link } from "../ui/view-link";
import { FactStrip } from "./fact-strip";

const COLUMNS = "grid grid-cols-[minmax(14rem,22rem)_minmax(0,1fr)] items-center gap-x-3 max-sm:grid-cols-1";

/** So many stand in sight; the rest unfolds. */
const ROWS_FIRST = 12;

export function FactsView({ model }: { model: FactsModel }) {
  return (
    <div className="mt-5">
      <p className="text-base" aria-live="polite">
        {model.summary}
      </p>
      {model.caveat !== null && <p className="mt-1 text-xs text-warning">{model.caveat}</p>}
      <figure className="mt-4">
        <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-3">
          {FACT_LEGEND.map(({ state, label }) => (
            <span key={state} className="inline-flex items-center gap-1.5">
              <span className="w-5">
                <FactStrip
                  segments={[{ start: 0, end: 1, state, label }]}
                  color="var(--ink-2)"
                  label={label}
                />
              </span>
              {label}
            </span>
          ))}
        </figcaption>
        <div className={`${COLUMNS} mt-3`}>
          <span className="text-xs font-medium">In the window</span>
          <FactStrip segments={model.runs} color="var(--ink-2)" label={model.summary} />
        </div>
        <div className={`${COLUMNS} mt-0.5`}>
          <span className="max-sm:hidden" />
          <span className="num flex justify-between text-2xs text-ink-3">
            <span>turn {model.firstTurn}</span>
            <span>turn {model.lastTurn}</span>
          </span>
        </div>
        <div className="mt-2">
          <Unfolding rows={model.lanes} what="blocks" draw={(lane) => <Lane key={lane.key} lane={lane} />} />
        </div>
        {model.moreLanes !== null && <p className="mt-1 text-xs text-ink-3">{model.moreLanes}</p>}
      </figure>
      <Events model={model} />
    </div>
  );
}

function Lane({ lane }: { lane: FactLaneRow }) {
  return (
    <li className={`${COLUMNS} border-b border-line py-1 text-xs`}>
      <Link href={lane.href} data-row className="group -my-1 min-w-0 py-1" title={lane.quote}>
        <span className="flex items-baseline gap-1.5">
          <ColorDot color={lane.color} />
          <span className="max-w-1/2 shrink-0 truncate font-medium group-hover:underline" dir="auto">
            {lane.name}
          </span>
          <span className="min-w-0 flex-1 truncate text-ink-3" dir="auto">
            {lane.quote}
          </span>
          <span className="shrink-0 text-ink-3">{lane.role}</span>
        </span>
      </Link>
      {lane.segments.length === 0 ? (
        <span className="text-ink-3">{lane.words}</span>
      ) : (
        <FactStrip segments={lane.segments} color={lane.color} label={lane.words} />
      )}
    </li>
  );
}

function Events({ model }: { model: FactsModel }) {
  return (
    <section className="mt-6">
      <h3 className="font-medium">What happened to it</h3>
      {model.steps.length + model.mentions.length === 0 && (
        <p className="mt-1 text-xs text-ink-3">Nothing: it was there before the first turn and never left.</p>
      )}
      <div className="mt-1 border-t border-line text-xs">
        <Unfolding rows={model.steps} what="steps" draw={(step) => <Step key={step.key} step={step} />} />
      </div>
      {model.mentions.length > 0 && (
        <details className="border-b border-line text-xs">
          <summary className="min-h-6 cursor-pointer py-1 text-ink-2">
            {model.mentions.length === 1 ? "1 more mention" : `${model.mentions.length} more mentions`}
          </summary>
          <ol>
            {model.mentions.map((event) => (
              <EventRow key={event.key} event={event} />
            ))}
          </ol>
        </details>
      )}
      {model.moreEvents !== null && <p className="mt-1 text-xs text-ink-3">{model.moreEvents}</p>}
    </section>
  );
}

/** What happened to many blocks at one turn is one line that unfolds. */
function Step({ step }: { step: FactStep }) {
  const [first] = step.events;
  if (first === undefined) return null;
  if (step.events.length === 1) return <EventRow event={first} />;
  return (
    <li>
      <details>
        <summary className={`${EVENT} cursor-pointer`}>
          <Link href={first.turnHref} className="num text-accent underline-offset-2 hover:underline">
            turn {first.turn}
          </Link>
          <span className={first.isLoss ? "text-evicted" : ""}>{first.words}</span>
          <span className="text-ink-2 max-sm:text-right">{step.events.length} blocks</span>
        </summary>
        <ol className="pl-4">
          {step.events.map((event) => (
            <EventRow key={event.key} event={event} />
          ))}
        </ol>
      </details>
    </li>
  );
}

interface UnfoldingProps<Row> {
  readonly rows: readonly Row[];
  /** What the rows are, in the plural. */
  readonly what: string;
  readonly draw: (row: Row) => ReactNode;
}

/** A long list shows how it begins. */
function Unfolding<Row>({ rows, what, draw }: UnfoldingProps<Row>) {
  const rest = rows.slice(ROWS_FIRST);
  return (
    <>
      <ol>{rows.slice(0, ROWS_FIRST).map(draw)}</ol>
      {rest.length > 0 && (
        <details className="text-xs">
          <summary className="min-h-6 w-fit cursor-pointer py-1 text-ink-2">
            {rest.length} more {what}
          </summary>
          <ol>{rest.map(draw)}</ol>
        </details>
      )}
    </>
  );
}

const EVENT =
  "grid grid-cols-[4.5rem_11rem_minmax(0,1fr)_3rem] items-baseline gap-x-3 border-b border-line py-1 max-sm:grid-cols-[4rem_minmax(0,1fr)_auto]";

function EventRow({ event }: { event: FactEventRow }) {
  return (
    <li className={EVENT}>
      <Link href={event.turnHref} className="num text-accent underline-offset-2 hover:underline">
        turn {event.turn}
      </Link>
      <span className={event.isLoss ? "text-evicted" : ""}>{event.words}</span>
      <span
        className="min-w-0 break-words max-sm:order-last max-sm:col-span-3 max-sm:line-clamp-3"
        dir="auto"
      >
        {event.block !== null && (
          <Link href={event.block.href} className="mr-2 font-medium underline-offset-2 hover:underline">
            {event.block.name}
          </Link>
        )}
        <span className="text-ink-2">{event.text}</span>
      </span>
      <Link
        href={event.why}
        className="text-right text-accent underline-offset-2 hover:underline"
        aria-label={`Why at turn ${event.turn}`}
      >
        why?
      </Link>
    </li>
  );
}
