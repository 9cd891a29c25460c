import Link from "next/link";
import type { MadeRow, StandingRow } from "@/lib/view/compare-sessions/text-rows";
import { BlockLine } from "../ui/block-line";

interface Props {
  step: OpenComparedStep;
  sides: readonly [{ readonly id: string }, { readonly id: string }];
}

export function CompareWindows({ step, sides: [a, b] }: Props) {
  return (
    <section aria-label="Windows at this step" className="mt-4">
      <h2 className="font-medium" aria-live="polite">
        Turn {step.a} of A and turn {step.b} of B:{" "}
        <span className="font-normal text-ink-2">
          {step.both === 1 ? "1 block says" : `${step.both} blocks say`} the same in both
        </span>
      </h2>
      <div className="mt-2 grid gap-x-8 gap-y-4 lg:grid-cols-2">
        <Made letter="A" turn={step.a} rows={step.madeA} />
        <Made letter="B" turn={step.b} rows={step.madeB} />
      </div>
      <div className="mt-4 grid gap-x-8 gap-y-4 lg:grid-cols-2">
        <Only letter="A" turn={step.a} session={a.id} rows={step.onlyA} />
        <Only letter="B" turn={step.b} session={b.id} rows={step.onlyB} />
      </div>
    </section>
  );
}

interface MadeProps {
  letter: "A" | "B";
  turn: number;
  rows: readonly MadeRow[];
}

function Made({ letter, turn, rows }: MadeProps) {
  const color = { color: `var(--compare-${letter.toLowerCase()})` };
  return (
    <div className="min-w-0">
      <h3 className="border-b border-line-strong pb-1 text-xs font-medium" style={color}>
        What {letter} answered at turn {turn}
      </h3>
      {rows.length === 0 && <p className="mt-1 text-xs text-ink-3">The source has no answer of this turn.</p>}
      <div className="max-h-72 overflow-auto" tabIndex={0} role="region" aria-label={`Answer of ${letter}`}>
        {rows.map((row) => (
          <div key={row.key} className="border-b border-line py-1">
            <Link href={row.href} className="text-xs text-ink-2 hover:underline" dir="auto">
              {row.name}
            </Link>
            <p className="trace-text" dir="auto">
              {row.text}
            </p>
          </div>
        ))}
      </div>
    </div>
  );
}

interface OnlyProps {
  letter: "A" | "B";
  turn: number;
  session: string;
  rows: readonly StandingRow[];
}

function Only({ letter, turn, session, rows }: OnlyProps) {
  return (
    <div className="min-w-0">
      <h3
        className="flex items-baseline gap-3 border-b border-line-strong pb-1 text-xs font-medium"
        style={{ color: `var(--compare-${letter.toLowerCase()})` }}
      >
        Only in {letter}: {rows.length}
        <Link className="ml-auto text-accent hover:underline" href={`/sessions/${session}/turns/${turn}`}>
          open turn {turn}
        </Link>
      </h3>
      <ul className="max-h-80 overflow-auto text-xs" tabIndex={0} aria-label={`Only in ${letter}`}>
        {rows.map((row) => (
          <li key={row.key} className="border-b border-line py-1">
            <BlockLine
              href={row.href}
              color={row.color}
              name={row.name}
              preview={row.hint}
              tokens={row.tokens}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** With the blocks that stand in only one of the two windows. */
export interface OpenComparedStep {
  readonly a: number;
  readonly b: number;
  readonly both: number;
  readonly onlyA: readonly StandingRow[];
  readonly onlyB: readonly StandingRow[];
  readonly madeA: readonly MadeRow[];
  readonly madeB: readonly MadeRow[];
}
