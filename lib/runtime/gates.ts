import { formatCount, formatDigits } from "@/lib/core/digits";
import type { Tokens } from "@/lib/core/units";
import type { ManifestStep } from "./manifest";
import { quoteLine } from "./quoted";
import { isPresent, type NeedReport } from "./validate";

export interface RuntimeGateResult {
  readonly gate: string;
  readonly passed: boolean;
  readonly message: string;
  readonly numbers: Readonly<Record<string, number>>;
}

export const BUDGET_GATE = "context-budget";
export const PLAN_GATE = "plan-round-trip";
export const EVIDENCE_GATE = "evidence";

export interface NeedsOfStep {
  readonly step: ManifestStep;
  readonly needs: readonly NeedReport[];
}

/** The size after everything that can leave has left. An unknown size does not pass. */
export function checkBudget(tokens: Tokens | null, budget: Tokens | null): RuntimeGateResult {
  const numbers = { ...(tokens !== null && { tokens }), ...(budget !== null && { budget }) };
  if (tokens === null || budget === null) {
    const message = tokens === null ? "the size of the window is not known" : "no budget is known";
    return { gate: BUDGET_GATE, passed: false, message, numbers };
  }
  const passed = tokens <= budget;
  const message = `The window has ${formatDigits(tokens)} tokens; its budget is ${formatDigits(budget)}.`;
  return { gate: BUDGET_GATE, passed, message, numbers };
}

/** Compared character for character. */
export function planGate(writtenPlan: string, readPlan: string | null): RuntimeGateResult {
  const numbers = { written: writtenPlan.length, ...(readPlan !== null && { read: readPlan.length }) };
  const fail = (message: string): RuntimeGateResult => ({ gate: PLAN_GATE, passed: false, message, numbers });
  if (readPlan === null) return fail("The plan could not be read again.");
  if (writtenPlan.trim() === "") return fail("There is no plan: what was written is empty.");
  if (writtenPlan === readPlan)
    return { gate: PLAN_GATE, passed: true, message: "The plan reads as it was written.", numbers };
  const [a, b] = [writtenPlan.split("\n"), readPlan.split("\n")];
  const line = a.findIndex((text, i) => text !== b[i]);
  const at = line < 0 ? a.length : line;
  return fail(
    `The plan reads otherwise from line ${at + 1}: written ${quoteLine(a[at] ?? "")}, read ${quoteLine(b[at] ?? "")}.`,
  );
}

/**
 * Evidence that left is at risk while its step can still be held back. It passes again when it was restored
 * or fetched again. Evidence that was never there is still to come.
 */
export function checkEvidence(steps: readonly NeedsOfStep[]): RuntimeGateResult {
  const allNeeds = steps.flatMap(({ step, needs }) =>
    needs.flatMap((need) => (need.state === "unknown" ? [] : [{ step, need }])),
  );
  const absentNeeds = allNeeds.filter(({ need }) => !isPresent(need));
  const lostNeeds = absentNeeds.filter(({ need }) => need.reference === null && need.call === null);
  const numbers = { needs: allNeeds.length, absent: absentNeeds.length, unrestorable: lostNeeds.length };
  const [first] = lostNeeds.length > 0 ? lostNeeds : absentNeeds;
  if (first === undefined) {
    const message =
      allNeeds.length === 0
        ? "No open step needs anything that was in the context."
        : "Everything that open steps need is in the context.";
    return { gate: EVIDENCE_GATE, passed: true, message, numbers };
  }
  const { step, need } = first;
  const way =
    need.reference !== null
      ? `restore ${need.reference}`
      : need.call === null
        ? "nothing is left to get it back"
        : `call ${need.call.tool} again`;
  const moreText =
    absentNeeds.length === 1 ? "" : ` ${formatCount(absentNeeds.length - 1, "other need")} left it, too.`;
  const message = `Step ${quoteLine(step.id, 80)} has not run and needs ${quoteLine(need.need, 120)}, which left the context: ${way}.${moreText}`;
  return { gate: EVIDENCE_GATE, passed: false, message, numbers };
}
