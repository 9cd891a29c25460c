import { digits } from "@/lib/core/digits";
import type { Tokens } from "@/lib/core/units";
import { quotedLine } from "./quoted";

export interface RuntimeGateResult {
  readonly gate: string;
  readonly passed: boolean;
  readonly message: string;
  readonly numbers: Readonly<Record<string, number>>;
}

export const BUDGET_GATE = "context-budget";
export const PLAN_GATE = "plan-round-trip";

/** Whether the window that is left after what could leave has left fits its budget. An unknown size does not pass. */
export function budgetGate(tokens: Tokens | null, budget: Tokens | null): RuntimeGateResult {
  const numbers = { ...(tokens !== null && { tokens }), ...(budget !== null && { budget }) };
  if (tokens === null || budget === null) {
    const message = tokens === null ? "the size of the window is not known" : "no budget is known";
    return { gate: BUDGET_GATE, passed: false, message, numbers };
  }
  const passed = tokens <= budget;
  const message = `The window has ${digits(tokens)} tokens; its budget is ${digits(budget)}.`;
  return { gate: BUDGET_GATE, passed, message, numbers };
}

/** Whether the plan that was written is the plan that was read again, character for character. */
export function planGate(written: string, read: string | null): RuntimeGateResult {
  const numbers = { written: written.length, ...(read !== null && { read: read.length }) };
  const fail = (message: string): RuntimeGateResult => ({ gate: PLAN_GATE, passed: false, message, numbers });
  if (read === null) return fail("The plan could not be read again.");
  if (written.trim() === "") return fail("There is no plan: what was written is empty.");
  if (written === read)
    return { gate: PLAN_GATE, passed: true, message: "The plan reads as it was written.", numbers };
  const [a, b] = [written.split("\n"), read.split("\n")];
  const line = a.findIndex((text, i) => text !== b[i]);
  const at = line < 0 ? a.length : line;
  return fail(
    `The plan reads otherwise from line ${at + 1}: written ${quotedLine(a[at] ?? "")}, read ${quotedLine(b[at] ?? "")}.`,
  );
}
