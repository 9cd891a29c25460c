import { attachNotices, runSpan } from "./attach-notices";
import type { ClineBudget, ClineBudgetInput, ClineBudgetMode } from "./budget";
import { isPrompt, countJsonChars, type ClineEntry } from "./cline-message";
import { fitToTarget } from "./fit-to-target";
import { selectSurvivors } from "./select-survivors";

const REASONS: Readonly<Record<ClineBudgetMode, string>> = {
  auto: "auto_compaction",
  manual: "manual_compaction",
  overflow_recovery: "overflow_recovery_compaction",
};

export interface CompactionPlan {
  readonly triggerTokens: number;
  readonly targetTokens: number;
  readonly messageTargetTokens: number;
  readonly entries: readonly ClineEntry[] | null;
}

/** `null` if none is due. Forced modes are always due. */
export function planCompaction(
  facts: ClineBudgetInput,
  budget: ClineBudget,
  window: () => readonly ClineEntry[],
): CompactionPlan | null {
  if (facts.mode === "auto" && !budget.fired) return null;
  const before = window();
  const { triggerTokens } = budget;
  const targets = budget.targets(countAnsweredPrompts(before));
  return { triggerTokens, ...targets, entries: planCut(before, facts.mode, budget, targets) };
}

function planCut(
  before: readonly ClineEntry[],
  mode: ClineBudgetMode,
  { messageTriggerTokens }: ClineBudget,
  { messageTargetTokens }: { readonly messageTargetTokens: number },
): readonly ClineEntry[] | null {
  if (before.length < 2) return null;
  const target = Math.max(1, Math.min(messageTargetTokens, messageTriggerTokens));
  const survivors = selectSurvivors(before, target);
  if (survivors === null) return null;
  const room = Math.min(Math.max(target, survivors.tokens), Math.max(1, messageTriggerTokens));
  const after = attachNotices(fitToTarget(survivors.entries, room), before);
  return isSame(before, after)
    ? null
    : after.map((entry, at) => noteCompaction(entry, at, mode, before, after));
}

/** The first prompt notes what happened. Other messages note that they must not be dropped again. */
function noteCompaction(
  entry: ClineEntry,
  at: number,
  mode: ClineBudgetMode,
  before: readonly ClineEntry[],
  after: readonly ClineEntry[],
): ClineEntry {
  if (!isPrompt(entry)) return { ...entry, metadata: { ...entry.metadata, compaction: "preserved" } };
  if (at > 0) return entry;
  const earlier = entry.metadata?.["messagesRemoved"];
  const messagesRemoved = (typeof earlier === "number" ? earlier : 0) + before.length - after.length;
  const metadata = {
    ...entry.metadata,
    kind: "compaction",
    reason: REASONS[mode],
    displayRole: "system",
    messagesRemoved,
    userRunSpan: runSpan(entry),
  };
  return { ...entry, metadata };
}

function isSame(before: readonly ClineEntry[], after: readonly ClineEntry[]): boolean {
  return (
    before.length === after.length &&
    before.every(({ message, metadata }, at) => {
      const other = after[at];
      if (other === undefined) return false;
      return (
        message.text === other.message.text &&
        countJsonChars(message, metadata) === countJsonChars(other.message, other.metadata)
      );
    })
  );
}

function countAnsweredPrompts(window: readonly ClineEntry[]): number {
  const isReply = (at: number) => window[at]?.message.role === "assistant";
  return window.filter((_, at) => at > 0 && isReply(at) && !isReply(at - 1)).length;
}
