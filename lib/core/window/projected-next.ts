import type { Usage } from "../trace/usage-facts";
import type { Tokens } from "../units";
import type { LimitProvenance, Provenance } from "../vocabulary";

/** The least that the next call's window holds: what this call read and what it answered. */
export interface ProjectedNext {
  readonly tokens: Tokens;
  readonly input: Tokens;
  readonly output: Tokens;
  /** `measured` if the provider counted both parts, else the provenance of the less certain part. */
  readonly provenance: Exclude<Provenance, "unavailable">;
}

export interface ProjectionParts {
  readonly usage: Pick<Usage, "input" | "output"> | null;
  readonly window: { readonly value: Tokens | null; readonly provenance: Provenance };
  readonly outputSizes: readonly (Tokens | null)[];
}

/**
 * The projected size after a call, without results that come in later. `null` if its window or its answer has no size.
 */
export function projectNext({ usage, window, outputSizes }: ProjectionParts): ProjectedNext | null {
  const input = usage?.input ?? window.value;
  const output = usage?.output ?? sumOf(outputSizes);
  if (input === null || output === null) return null;
  const windowProvenance = usage?.input == null ? window.provenance : "measured";
  const provenance =
    windowProvenance === "unavailable" ? "estimated" : usage?.output == null ? "estimated" : windowProvenance;
  return { tokens: input + output, input, output, provenance };
}

function sumOf(sizes: readonly (Tokens | null)[]): Tokens | null {
  return sizes.reduce((sum, size) => (sum === null || size === null ? null : sum + size), 0);
}

/** A budget and who set it: the run itself, its project in tokens, or its project as a share of the context window. */
export interface Budget {
  readonly tokens: Tokens;
  readonly from: "recorded" | "project tokens" | "project share";
  readonly share: number | null;
  readonly window: Tokens | null;
}

export interface BudgetDefaults {
  readonly budgetTokens: Tokens | null;
  readonly budgetShare: number;
}

/**
 * The session's own, else the project's. `null` if neither is set, or if a share applies and the window is
 * not known.
 */
export function chooseBudget(
  recorded: Tokens | null,
  contextWindow: Tokens | null,
  { budgetTokens, budgetShare }: BudgetDefaults,
): Budget | null {
  if (recorded !== null) return { tokens: recorded, from: "recorded", share: null, window: null };
  if (budgetTokens !== null)
    return { tokens: budgetTokens, from: "project tokens", share: null, window: null };
  if (contextWindow === null) return null;
  const tokens = Math.floor(contextWindow * budgetShare);
  return { tokens, from: "project share", share: budgetShare, window: contextWindow };
}

/**
 * The source of a budget after its figure: " (the project's default: 80 % of the context window)". Empty for the run's own
 * budget.
 */
export function describeBudget({ from, share }: Budget, provenance: LimitProvenance | null = null): string {
  if (from === "recorded") return "";
  if (from === "project tokens") return " (the project's default)";
  const window = provenance === "model table" ? "window that the model table gives" : "context window";
  return ` (the project's default: ${Math.round((share ?? 0) * 100)} % of the ${window})`;
}
