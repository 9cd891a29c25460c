/** Usage as Anthropic or OpenAI reports it. */
export interface BudgetUsage {
  readonly input_tokens?: number | null;
  readonly cache_read_input_tokens?: number | null;
  readonly cache_creation_input_tokens?: number | null;
  readonly output_tokens?: number | null;
  readonly prompt_tokens?: number | null;
  readonly completion_tokens?: number | null;
  /** Of the AI SDK: all that the call read, cached or not. */
  readonly inputTokens?: number | null | undefined;
  readonly outputTokens?: number | null | undefined;
}

/** A usage in the form of a provider; `undefined` where there is none. */
export function writeUsage(usage: BudgetUsage | null | undefined): BudgetUsage | undefined {
  if (usage == null) return undefined;
  if (usage.inputTokens == null) return usage;
  return {
    input_tokens: usage.inputTokens,
    ...(usage.outputTokens != null && { output_tokens: usage.outputTokens }),
  };
}

export interface BudgetOptions {
  /** Tokens that the next window may take. */
  readonly maxTotal?: number;
  /** Growth from one call to the next beyond this is a spike. */
  readonly spikeThreshold?: number;
}

export interface Spike {
  /** The turn that caused it: the one before the call that shows it. */
  readonly turn: number;
  readonly tokens: number;
}

/** Thrown when the projected next window is above the budget. */
export class CheckpointNeeded extends Error {
  override readonly name = "CheckpointNeeded";

  constructor(
    readonly projectedNext: number,
    readonly maxTotal: number,
    readonly spikes: readonly Spike[],
  ) {
    super(`the next window is projected at ${projectedNext} tokens, above the budget of ${maxTotal}`);
  }
}

/**
 * Follows what each call of a loop reads. Growth between two calls is laid at the door of the turn before, whose answer and
 * results it is. Works by itself: nothing is asked of Sightglass, which is only told.
 */
export class ContextBudget {
  readonly maxTotal: number;
  readonly spikeThreshold: number;
  /** Tokens that each call read, cached or not; `null` where the provider did not say. */
  readonly occupancy: (number | null)[] = [];
  readonly spikes: Spike[] = [];

  constructor(
    { maxTotal = 60_000, spikeThreshold = 4_000 }: BudgetOptions = {},
    private readonly tell: (passed: boolean, message: string, numbers: Record<string, number>) => void = () =>
      undefined,
  ) {
    this.maxTotal = maxTotal;
    this.spikeThreshold = spikeThreshold;
  }

  /**
   * Takes in the usage of a response, as the SDK gives it. @param incoming tokens of results that are about to be added,
   * where they are known
   * @throws CheckpointNeeded when the projected next window is above `maxTotal`
   */
  record(reported: BudgetUsage | null | undefined, incoming = 0): void {
    const usage = writeUsage(reported) ?? {};
    const input = sumInput(usage);
    const before = this.occupancy.at(-1) ?? null;
    this.occupancy.push(input);
    if (input === null) return;
    const delta = before === null ? null : input - before;
    if (delta !== null && delta > this.spikeThreshold)
      this.spikes.push({ turn: this.occupancy.length - 2, tokens: delta });
    const projectedNext = input + (usage.output_tokens ?? usage.completion_tokens ?? 0) + incoming;
    const passed = projectedNext <= this.maxTotal;
    const numbers = {
      tokens: input,
      projectedNext,
      budget: this.maxTotal,
      ...(delta !== null && { delta }),
    };
    this.tell(passed, passed ? "" : `projected ${projectedNext} of ${this.maxTotal} tokens`, numbers);
    if (!passed) throw new CheckpointNeeded(projectedNext, this.maxTotal, [...this.spikes]);
  }
}

function sumInput(usage: BudgetUsage): number | null {
  if (usage.input_tokens == null) return usage.prompt_tokens ?? null;
  return usage.input_tokens + (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0);
}
