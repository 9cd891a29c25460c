import type { Usage } from "../trace/session";
import type { Tokens } from "../units";
import type { LimitProvenance, Provenance } from "../vocabulary";

/** What the window of the next call holds at least: what this call read, and what it answered. */
export interface ProjectedNext {
  readonly tokens: Tokens;
  readonly input: Tokens;
  readonly output: Tokens;
  /** `measured` where the provider counted both, else that of the less certain part. */
  readonly provenance: Exclude<Provenance, "unavailable">;
}

/** What a projection is made of; `outputSizes` are those of the blocks that the call answered with. */
export interface ProjectionParts {
  readonly usage: Pick<Usage, "input" | "output"> | null;
  readonly window: { readonly value: Tokens | null; readonly provenance: Provenance };
  readonly outputSizes: readonly (Tokens | null)[];
}

/** The projected size after a call; `null` where its window or its answer has no size. Results that come in are not in it. */
export function projectedNext({ usage, window, outputSizes }: ProjectionParts): ProjectedNext | null {
  const input = usage?.input ?? window.value;
  const output = usage?.output ?? sumOf(outputSizes);
  if (input === null || output === null) return null;
  const own = usage?.input == null ? window.provenance : "measured";
  const provenance = own === "unavailable" ? "estimated" : usage?.output == null ? "estimated" : own;
  return { tokens: input + output, input, output, provenance };
}

/** `null` where one of the sizes is not known. */
function sumOf(sizes: readonly (Tokens | null)[]): Tokens | null {
  return sizes.reduce((sum, size) => (sum === null || size === null ? null : sum + size), 0);
}

/** A budget and who set it: the run itself, its project in tokens, or its project as a share of the context window. */
export interface Budget {
  readonly tokens: Tokens;
  readonly from: "recorded" | "project tokens" | "project share";
  /** The share and the window that it is of; only with `project share`. */
  readonly share: number | null;
  readonly window: Tokens | null;
}

/** What a project sets for sessions that declare no budget. */
export interface BudgetDefaults {
  readonly budgetTokens: Tokens | null;
  readonly budgetShare: number;
}

/** The budget of a turn: its session's own, else its project's. `null` where neither says and the window is not known. */
export function budgetOf(
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

/** Where a budget comes from, as the end of a sentence: ", which is 80 % of the context window". Empty for the run's own. */
export function budgetOrigin({ from, share }: Budget, provenance: LimitProvenance | null = null): string {
  if (from === "recorded") return "";
  if (from === "project tokens") return ", the default of the project";
  const window = provenance === "model table" ? "window that the model table gives" : "context window";
  return `, ${Math.round((share ?? 0) * 100)} % of the ${window} by the project's default`;
}
