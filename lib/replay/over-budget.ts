import type { StepResult } from "@/lib/policies/contract/policy";
import type { Tokens } from "@/lib/core/units";

export function whyOverBudget(
  tokens: Tokens,
  budget: Tokens,
  { changes, triggers = [] }: StepResult,
): string {
  const over = `${tokens} tokens are over the budget of ${budget}`;
  if (changes.length > 0) return `${over}: what the policy took away was not enough.`;
  const waiting = triggers.find(({ fired }) => !fired);
  if (waiting === undefined) return `${over}: the policy finds nothing that it may take away.`;
  const { name, measured, threshold, unit } = waiting;
  return `${over}: the policy waits for ${name}, which is at ${measured ?? "an unknown number of"} of ${threshold ?? "unknown"} ${unit}.`;
}
