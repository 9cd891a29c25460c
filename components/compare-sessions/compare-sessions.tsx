"use client";

import Link from "next/link";
import { useQueryStates } from "nuqs";
import type { Alignment } from "@/lib/view/format/address-words";
import type { CompareSessionsModel, CompareRow } from "@/lib/view/compare-sessions/model";
import { compareStepsTable } from "@/lib/view/compare-sessions/model";
import { revealText } from "@/lib/view/format/trace-text";
import { compareParams } from "@/lib/view/url-state";
import { FigureFrame } from "../charts/figure-frame";
import { useWidth } from "../charts/use-width";
import { copyLink } from "../data/copy-link";
import { Segmented } from "../incident/segmented";
import { useCommands } from "../commands/use-commands";
import { CompareCounts } from "./compare-counts";
import { COMPARE_PLOT_HEIGHT, ComparePlot } from "./compare-plot";
import { CompareSteps } from "./compare-steps";
import { CompareWindows } from "./compare-windows";
import type { OpenComparedStep } from "./compare-windows";

const WAYS: Readonly<Record<Alignment, string>> = {
  turn: "By turn",
  call: "By tool call",
  text: "By text",
};

interface Side {
  readonly id: string;
  readonly name: string;
}

interface Props {
  sides: readonly [Side, Side];
  model: CompareSessionsModel;
  by: Alignment;
  asked: Alignment;
  step: OpenComparedStep | null;
}

export function CompareSessions({ sides: [a, b], model, by, asked, step }: Props) {
  const [state, setState] = useQueryStates(compareParams, { history: "push", shallow: false });
  const [frame, width] = useWidth<HTMLDivElement>();
  const at = step === null ? -1 : model.steps.findIndex((row) => row.a === step.a && row.b === step.b);
  const open = (i: number) => {
    const next = model.steps[i];
    if (next?.a != null && next.b !== null) void setState({ ta: next.a, tb: next.b }, { scroll: false });
  };
  const move = (by: 1 | -1) => {
    let i = at + by;
    while (model.steps[i] !== undefined && (model.steps[i]?.a === null || model.steps[i]?.b === null))
      i += by;
    open(i);
  };
  useCommands({
    copyLink,
    next: () => move(1),
    previous: () => move(-1),
    swap: () => void setState({ a: b.id, b: a.id, ta: state.tb, tb: state.ta }),
  });
  return (
    <div className="px-4 pt-4 pb-16">
      <h1 className="sr-only">Two sessions compared</h1>
      <div className="grid gap-1 sm:grid-cols-2">
        <SideName letter="A" side={a} />
        <SideName letter="B" side={b} />
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Segmented
          label="Aligned"
          value={asked}
          options={WAYS}
          onChoose={(way) => void setState({ by: way, ta: null, tb: null })}
        />
        <button
          type="button"
          className="btn"
          onClick={() => void setState({ a: b.id, b: a.id, ta: state.tb, tb: state.ta })}
        >
          Swap
        </button>
        {by !== asked && (
          <p role="status" className="text-xs text-warning">
            They have too little in common to be aligned so; their turns are aligned instead.
          </p>
        )}
      </div>
      <CompareHead rows={model.head} divergence={model.divergence} />
      {step !== null && <CompareWindows step={step} sides={[a, b]} />}
      <div className="mt-6">
        <FigureFrame
          title="sessions compared"
          summary={model.summary}
          asTable={state.table !== null}
          onTable={(on) => void setState({ table: on ? "1" : null }, { shallow: true })}
          data={() => compareStepsTable(model)}
          legend={
            <ul className="flex flex-wrap gap-x-4 text-xs text-ink-2">
              <LegendLine letter="A" name={a.name} />
              <LegendLine letter="B" name={b.name} />
            </ul>
          }
        >
          <div ref={frame} style={{ minHeight: state.table === null ? COMPARE_PLOT_HEIGHT : undefined }}>
            {state.table === null && width > 0 && (
              <ComparePlot lines={model.lines} width={width} cursor={at < 0 ? null : at} onStep={open} />
            )}
            {state.table !== null && <CompareSteps model={model} at={at} onOpen={open} />}
          </div>
        </FigureFrame>
      </div>
      <div className="mt-6 grid gap-x-8 gap-y-6 lg:grid-cols-3">
        <CompareCounts title="Figures" counts={{ rows: model.facts, empty: "" }} />
        <CompareCounts title="Evictions" counts={model.evictions} />
        <CompareCounts title="Findings" counts={model.findings} />
      </div>
      {state.table === null && <CompareSteps model={model} at={at} onOpen={open} />}
    </div>
  );
}

function SideName({ letter, side }: { letter: "A" | "B"; side: Side }) {
  return (
    <p className="flex min-w-0 items-baseline gap-2 text-base">
      <span className="code font-medium" style={{ color: `var(--compare-${letter.toLowerCase()})` }}>
        {letter}
      </span>
      <Link
        className="line-clamp-2 min-w-0 font-medium wrap-anywhere hover:underline sm:line-clamp-1 sm:break-all"
        href={`/sessions/${side.id}`}
        dir="auto"
      >
        {revealText(side.name)}
      </Link>
    </p>
  );
}

function LegendLine({ letter, name }: { letter: "A" | "B"; name: string }) {
  return (
    <li className="flex min-w-0 items-center gap-1.5">
      <svg width="20" height="8" aria-hidden>
        <line
          x1="0"
          x2="20"
          y1="4"
          y2="4"
          stroke={`var(--compare-${letter.toLowerCase()})`}
          strokeWidth="2"
          strokeDasharray={letter === "B" ? "6 3" : ""}
        />
      </svg>
      <span className="truncate" dir="auto">
        {letter}: {revealText(name)}
      </span>
    </li>
  );
}

/** How the two ended, where they part, and the figures that differ. */
function CompareHead({ rows, divergence }: { rows: readonly CompareRow[]; divergence: string }) {
  return (
    <section aria-label="What differs" className="mt-4">
      <p className="text-base" dir="auto">
        {divergence}
      </p>
      <dl className="mt-2 grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-4 lg:grid-cols-6">
        {rows.map(({ label, a, b, difference }) => (
          <div key={label} className="min-w-0">
            <dt className="text-xs text-ink-3">{label}</dt>
            <dd className="num flex flex-wrap gap-x-1.5 wrap-anywhere" dir="auto">
              <span style={{ color: "var(--compare-a)" }}>{a}</span>
              <span aria-label="in A, and in B" role="img">
                →
              </span>
              <span style={{ color: "var(--compare-b)" }}>{b}</span>
              {difference !== "differs" && difference !== "" && (
                <span className="text-xs text-ink-3">({difference})</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
