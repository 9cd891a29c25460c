export type ModelProvider = "anthropic" | "openai" | "google";

/**
 * Where a policy exists. `provider`: this provider of models implements it, so only its models have it. `harness`: it comes
 * with these agents or libraries, given by words of their names. `except`: names of other agents, or of other versions,
 * that contain those words. Empty if anyone can have it.
 */
export interface RunsOn {
  readonly provider?: ModelProvider;
  readonly harness?: readonly string[];
  readonly except?: readonly string[];
}

export interface SessionPlace {
  readonly agent: string | null;
  readonly format: string | null;
  readonly models: readonly string[];
}

const PROVIDERS: readonly [ModelProvider, string, RegExp][] = [
  ["anthropic", "Anthropic", /claude|anthropic|(^|[/:])(opus|sonnet|haiku)\b/i],
  ["openai", "OpenAI", /gpt|openai|codex|davinci|(^|[/:])o[1-9]\b/i],
  ["google", "Google", /gemini|google/i],
];

/** The provider of a model by its name; `null` if the name does not tell. */
export function findProvider(model: string): ModelProvider | null {
  return PROVIDERS.find(([, , name]) => name.test(model))?.[0] ?? null;
}

/** Why a session could not have run under a policy, as a sentence without its subject; `null` if it could. */
export function whyNotRunnable({ provider, harness, except }: RunsOn, place: SessionPlace): string | null {
  if (provider !== undefined) {
    const maker = PROVIDERS.find(([id]) => id === provider)?.[1] ?? provider;
    const foreign = place.models.find((model) => findProvider(model) !== provider);
    if (place.models.length === 0) return `is made by ${maker}, and the recording does not name its model`;
    if (foreign !== undefined)
      return `is made by ${maker} for its own models, and the session ran on ${foreign}`;
  }
  const other = except?.find((one) => isRunIn({ harness: [one] }, place));
  if (other !== undefined) return `is not part of ${other}, in which the session ran`;
  if (harness !== undefined && !isRunIn({ harness }, place))
    return `is part of ${harness.join(" or ")}, and the session ran in ${place.agent ?? place.format ?? "a harness that the recording does not name"}`;
  return null;
}

export function isRunIn({ harness = [], except = [] }: RunsOn, { agent, format }: SessionPlace): boolean {
  const names = [agent, format].map((name) => ` ${normaliseName(name ?? "")} `);
  const isNamed = (one: string) => names.some((name) => name.includes(` ${normaliseName(one)} `));
  return harness.some(isNamed) && !except.some(isNamed);
}

function normaliseName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}
