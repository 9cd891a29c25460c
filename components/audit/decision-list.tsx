import Link from "next/link";
import { describeAbsent } from "@/lib/view/audit/decision-words";
import { revealText } from "@/lib/view/format/trace-text";
import { Outcome } from "../ui/outcome";
import type { Outcome as OutcomeName } from "@/lib/core/vocabulary";

export interface ListedDecision {
  readonly sessionId: string;
  readonly name: string;
  readonly outcome: OutcomeName | null;
  readonly turn: number;
  readonly step: string | null;
  readonly tools: readonly string[];
  readonly evidence: number;
  readonly absent: number;
  readonly declared: boolean;
}

export function DecisionList({ decisions, more }: { decisions: readonly ListedDecision[]; more: boolean }) {
  if (decisions.length === 0) return null;
  return (
    <section aria-label="Decisions without their evidence" className="mt-6">
      <h2 className="font-medium">Decisions without their evidence</h2>
      <ul className="mt-1">
        {decisions.map((decision) => (
          <li
            key={`${decision.sessionId} ${decision.turn} ${decision.step ?? ""} ${decision.tools.join()}`}
            className="flex flex-wrap items-baseline gap-x-3 border-b border-line py-1.5"
          >
            <Link
              href={`/sessions/${decision.sessionId}/plan?turn=${decision.turn}`}
              className="max-w-full truncate underline decoration-line-strong underline-offset-2 hover:decoration-current"
              dir="auto"
            >
              {revealText(decision.name)}, turn {decision.turn}
            </Link>
            <span className="text-xs text-ink-2" dir="auto">
              {decision.step !== null && `step “${revealText(decision.step)}” · `}
              {describeAbsent(decision)}
              {decision.tools.length > 0 && ` · ${revealText(decision.tools.join(", "))}`} ·{" "}
              {decision.declared ? "declared" : "inferred"}
            </span>
            <span className="ml-auto text-xs">
              <Outcome outcome={decision.outcome} />
            </span>
          </li>
        ))}
      </ul>
      {more && <p className="mt-1 text-xs text-ink-3">There are more: narrow the filters to see them.</p>}
    </section>
  );
}
