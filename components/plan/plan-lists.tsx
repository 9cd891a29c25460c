import type { PlanRow, StepRow } from "@/lib/view/plan/plan-rows";
import { listMarkedPieces } from "@/lib/view/format/marked-text";
import { MarkedText } from "../text/marked-text";
import { AnnotateButton } from "../incident/annotate-button";

interface Props {
  sessionId: string;
  plans: readonly PlanRow[];
  lastTurn: number;
  cursor: number | null;
  selected: string | null;
  value: string | null;
  onSelect: (key: string | null) => void;
}

const STEPS_BEFORE = 2;

export function PlanLists({ sessionId, plans, lastTurn, cursor, selected, value, onSelect }: Props) {
  if (plans.length === 0)
    return (
      <p className="text-xs text-ink-3">
        No plan: no event declares one, and no block states one in a form that is known. The evidence beside
        is inferred from values that were used again.
      </p>
    );
  return plans.map((plan) => (
    <section key={plan.id} aria-label={`Plan ${plan.title}`} className="mb-6">
      <h2 className="font-medium" dir="auto">
        {plan.title}
      </h2>
      <p className="text-xs text-ink-3">{plan.source}</p>
      {plan.presence !== null && <Presence plan={plan} lastTurn={lastTurn} cursor={cursor} />}
      <Steps plan={plan} {...{ sessionId, selected, value, onSelect }} />
      {plan.moreSteps > 0 && <p className="mt-1 text-xs text-ink-3">{plan.moreSteps} more steps</p>}
    </section>
  ));
}

type StepsProps = { plan: PlanRow } & Pick<Props, "sessionId" | "selected" | "value" | "onSelect">;

/** The list begins shortly before the step in question. What comes before is folded. */
function Steps({ plan: { steps, begin }, selected, ...step }: StepsProps) {
  const folded = begin > STEPS_BEFORE + 1 ? begin - STEPS_BEFORE : 0;
  const list = (part: readonly StepRow[]) => (
    <ol className="text-xs">
      {part.map((row) => (
        <Step key={row.key} step={row} selected={row.key === selected} {...step} />
      ))}
    </ol>
  );
  return (
    <div className="mt-2">
      {folded > 0 && (
        <details>
          <summary className="w-fit cursor-pointer py-1 text-xs text-ink-2">
            {folded === 1 ? "1 step" : `${folded} steps`} before
          </summary>
          {list(steps.slice(0, folded))}
        </details>
      )}
      {list(steps.slice(folded))}
    </div>
  );
}

function Presence({ plan, lastTurn, cursor }: { plan: PlanRow; lastTurn: number; cursor: number | null }) {
  const turns = lastTurn + 1;
  const gone = plan.runs.some(({ mode }) => mode === null || mode === "reference");
  return (
    <>
      <svg
        viewBox={`0 0 ${turns} 10`}
        preserveAspectRatio="none"
        className="mt-2 block h-2.5 w-full"
        aria-hidden
      >
        <path
          d={`M0 5H${turns}`}
          stroke="var(--line-strong)"
          strokeWidth={1}
          vectorEffect="non-scaling-stroke"
          strokeDasharray="2 3"
        />
        {plan.runs.map(
          ({ from, to, mode }) =>
            mode !== null && (
              <rect
                key={from}
                x={from}
                y={mode === "reference" ? 4 : 1}
                width={to - from + 1}
                height={mode === "reference" ? 2 : 8}
                fill="var(--kind-plan)"
              />
            ),
        )}
        {cursor !== null && (
          <path
            d={`M${cursor + 0.5} 0V10`}
            stroke="var(--ink)"
            strokeWidth={1.5}
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      <p className={`mt-1 text-xs ${gone ? "text-dangling" : "text-ink-2"}`}>
        {plan.presence}
        {plan.standsNow !== null && ` At turn ${cursor ?? 0}: ${plan.standsNow ? "there" : "not there"}.`}
      </p>
    </>
  );
}

function Step({
  sessionId,
  step,
  selected,
  value,
  onSelect,
}: {
  sessionId: string;
  step: StepRow;
  selected: boolean;
  value: string | null;
  onSelect: Props["onSelect"];
}) {
  return (
    <li className={`border-b border-line ${step.faded ? "opacity-50" : ""}`}>
      <button
        type="button"
        aria-pressed={selected}
        onClick={() => onSelect(selected ? null : step.key)}
        className={`grid w-full grid-cols-[1rem_minmax(0,1fr)_auto] items-baseline gap-2 py-1 text-left ${selected ? "bg-sunken" : "hover:bg-sunken"}`}
      >
        <span role="img" aria-label={step.status} title={step.status} className="text-center">
          {step.glyph}
        </span>
        <span className="line-clamp-2" dir="auto">
          <MarkedText pieces={listMarkedPieces(step.text, value)} scroll="nearest" />
        </span>
        <span className="num text-ink-3">{step.when}</span>
      </button>
      {step.warning !== null && <p className="pb-1 pl-6 text-warning">{step.warning}</p>}
      {selected && (
        <p className="bg-sunken pb-1 pl-6">
          <AnnotateButton
            sessionId={sessionId}
            pin={{ pin: "step", target: step.id, turn: step.turn }}
            name={`the step “${step.text}”`}
          />
        </p>
      )}
    </li>
  );
}
