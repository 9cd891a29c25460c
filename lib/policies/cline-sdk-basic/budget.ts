const DEFAULT_MAX_INPUT_TOKENS = 128_000;
const WINDOW_INPUT_RATIO = 0.9;
const TRIGGER_RATIO = 0.9;
/** The target of an automatic compaction: a share of the trigger, or of the input limit in long sessions. */
const TARGET_RATIO = 0.7;
const LONG_SESSION_TARGET_RATIO = 0.5;
const LONG_SESSION_PAIRS = 5;
/** The target of a forced compaction: a share of the messages. */
const FORCED_TARGET_RATIO = 0.5;
/** The most by which a provider's count may scale the budget down. */
const MAX_UNDERESTIMATE = 4;

export type ClineBudgetMode = "auto" | "manual" | "overflow_recovery";

/** The inputs of a budget, in tokens; `null` if unknown. */
export interface ClineBudgetInput {
  readonly mode: ClineBudgetMode;
  readonly maxInputTokens: number | null;
  readonly contextWindow: number | null;
  readonly maxTokens: number | null;
  readonly requestTokens: number;
  readonly messageTokens: number;
  readonly previousInputTokens: number | null;
}

export interface ClineBudget {
  readonly triggerTokens: number;
  readonly fired: boolean;
  readonly messageTriggerTokens: number;
  /**
   * The target sizes of the request and of its messages. `pairs` counts answered prompts; long sessions get lower
   * targets.
   */
  targets(pairs: number): { readonly targetTokens: number; readonly messageTargetTokens: number };
}

export function computeClineBudget(facts: ClineBudgetInput): ClineBudget {
  const { requestTokens, messageTokens, previousInputTokens } = facts;
  const overhead = Math.max(0, requestTokens - messageTokens);
  const counted = previousInputTokens ?? 0;
  const underestimate =
    counted > 0 ? Math.min(MAX_UNDERESTIMATE, Math.max(1, counted / Math.max(1, requestTokens))) : 1;
  const maxInput = computeUsableInput(facts) / underestimate;
  const trigger = maxInput * TRIGGER_RATIO;
  const ofMessages = (tokens: number) => Math.max(1, Math.floor(tokens - overhead));
  return {
    triggerTokens: trigger,
    fired: requestTokens >= trigger,
    messageTriggerTokens: ofMessages(trigger),
    targets(pairs) {
      if (facts.mode !== "auto") {
        const half = Math.min(ofMessages(trigger), messageTokens * FORCED_TARGET_RATIO);
        const messageTargetTokens = Math.max(1, Math.floor(half));
        return { targetTokens: overhead + messageTargetTokens, messageTargetTokens };
      }
      const targetTokens = computeAutomaticTarget(pairs, facts.maxTokens, maxInput, trigger);
      return { targetTokens, messageTargetTokens: ofMessages(targetTokens) };
    },
  };
}

function computeAutomaticTarget(
  pairs: number,
  maxTokens: number | null,
  maxInput: number,
  trigger: number,
): number {
  const isLong = pairs >= LONG_SESSION_PAIRS && maxTokens !== null && maxTokens < maxInput;
  const share = Math.floor(isLong ? maxInput * LONG_SESSION_TARGET_RATIO : trigger * TARGET_RATIO);
  return Math.max(1, Math.min(share, maxInput, Math.max(1, trigger - 1)));
}

/** The known input limit, at most the window; else most of the window. Zero and negative values count as unknown. */
function computeUsableInput({ maxInputTokens, contextWindow }: ClineBudgetInput): number {
  const window = contextWindow !== null && contextWindow > 0 ? contextWindow : null;
  if (maxInputTokens !== null && maxInputTokens > 0) return Math.min(maxInputTokens, window ?? Infinity);
  return window === null ? DEFAULT_MAX_INPUT_TOKENS : window * WINDOW_INPUT_RATIO;
}
