import type { BlockStatement, WindowEntryStatement } from "@/lib/core/trace/blocks-schema";
import type { TraceEventOf } from "@/lib/core/trace/event";
import type { Call } from "./calls";
import type { AppliedEdit, EditRule } from "./spans/facts";

type Entry = Exclude<WindowEntryStatement, string>;
type EditFields = Pick<
  TraceEventOf<"context.edited">,
  "how" | "blocks" | "policy" | "rule" | "reason" | "numbers" | "provenance"
>;

const CLEAR_TOOL_USES = /^clear_tool_uses/;
const CLEAR_THINKING = /^clear_thinking/;
/** The text of the provider's own placeholder is not documented. */
const PLACEHOLDER = "[tool result cleared by the provider]";
/** A result no longer than a placeholder is not worth clearing. */
const KEPT_BY_DEFAULT = 3;
const WORTH_CLEARING_CHARS = PLACEHOLDER.length;

/**
 * What the provider removed from requests before the model saw them. The answer says how many tool uses were
 * cleared in total, never which. They are inferred by the policy's own rule: oldest first, without those that
 * it excludes. Cleared results stay cleared.
 */
export class ProviderEdits {
  private readonly cleared = new Set<string>();
  /** Blocks that stood in a window, whole or not. */
  private readonly stood = new Set<string>();
  private readonly dropped = new Set<string>();

  /**
   * @param fresh the end of the window, from the first entry on that is another than in the window before
   * @returns what the model saw, the edits, and as `unseen` what was cleared before it stood in a window
   */
  apply(
    call: Call,
    window: readonly BlockStatement[],
    fresh: readonly BlockStatement[],
  ): { window: readonly Entry[]; edits: EditFields[]; unseen: readonly BlockStatement[] } {
    const edits: EditFields[] = [];
    for (const edit of call.appliedEdits ?? []) {
      if (CLEAR_TOOL_USES.test(edit.type)) edits.push(...this.clearResults(edit, call, window));
      if (CLEAR_THINKING.test(edit.type)) edits.push(...this.dropThinking(edit, window));
    }
    const unseen = fresh.filter(({ id }) => this.cleared.has(id) && !this.stood.has(id));
    for (const { id } of fresh) this.stood.add(id);
    if (this.cleared.size === 0 && this.dropped.size === 0) return { window, edits, unseen };
    return {
      window: window.filter(({ id }) => !this.dropped.has(id)).map((block) => this.showCleared(block)),
      edits,
      unseen,
    };
  }

  private showCleared(block: BlockStatement): Entry {
    if (!this.cleared.has(block.id)) return block;
    const reference = { kind: "placeholder" as const, text: PLACEHOLDER };
    return { id: block.id, mode: "reference", content: PLACEHOLDER, reference };
  }

  private clearResults(edit: AppliedEdit, call: Call, window: readonly BlockStatement[]): EditFields[] {
    const total = edit.clearedToolUses ?? 0;
    const rule = call.editRules?.find(({ type }) => type === edit.type);
    const clearedBefore = window.filter(({ id }) => this.cleared.has(id)).length;
    const { byRule, rest } = selectCandidates(window, rule, this.cleared);
    const fresh = [...byRule, ...rest].slice(0, Math.max(0, total - clearedBefore));
    if (fresh.length === 0) return [];
    for (const id of fresh) this.cleared.add(id);
    return [
      {
        how: "cleared",
        blocks: fresh,
        policy: edit.type,
        rule: "oldest tool results first",
        reason: `the provider reports how many results it cleared, not which; ${describeBasis(rule, clearedBefore + byRule.length, total)}`,
        numbers: {
          reportedToolUses: total,
          inferredToolUses: clearedBefore + fresh.length,
          ...(rule !== undefined && { ruleToolUses: clearedBefore + byRule.length }),
          ...(edit.clearedInputTokens !== undefined && { reportedInputTokens: edit.clearedInputTokens }),
        },
        provenance: "inferred",
      },
    ];
  }

  private dropThinking(edit: AppliedEdit, window: readonly BlockStatement[]): EditFields[] {
    const fresh = listThinkingOfTurns(window, edit.clearedThinkingTurns ?? 0).filter(
      (id) => !this.dropped.has(id),
    );
    if (fresh.length === 0) return [];
    for (const id of fresh) this.dropped.add(id);
    return [
      {
        how: "removed",
        blocks: fresh,
        policy: edit.type,
        rule: "thinking of the oldest turns first",
        reason: "the provider reports of how many turns it removed the thinking; these are the oldest",
        numbers: { reportedThinkingTurns: edit.clearedThinkingTurns ?? 0 },
        provenance: "inferred",
      },
    ];
  }
}

function describeBasis(rule: EditRule | undefined, byRule: number, total: number): string {
  if (rule === undefined) return "its settings are not part of the telemetry, so the oldest were taken";
  if (byRule === total) return "the rule that the request asked for gives these, and the same count";
  return `the rule that the request asked for gives ${byRule}, so the oldest were taken up to the reported count`;
}

function selectCandidates(
  window: readonly BlockStatement[],
  rule: EditRule | undefined,
  cleared: ReadonlySet<string>,
): { byRule: string[]; rest: string[] } {
  const results = window.filter(({ kind }) => kind === "tool_result");
  const excluded = new Set(rule?.excludeTools ?? []);
  const eligible = results.filter(
    ({ toolName, content }) => !excluded.has(toolName ?? "") && (content?.length ?? 0) > WORTH_CLEARING_CHARS,
  );
  const keep = rule === undefined ? 0 : (rule.keep ?? KEPT_BY_DEFAULT);
  const free = new Set(eligible.slice(0, Math.max(0, eligible.length - keep)).map(({ id }) => id));
  const standingIds = results.map(({ id }) => id).filter((id) => !cleared.has(id));
  return {
    byRule: standingIds.filter((id) => free.has(id)),
    rest: standingIds.filter((id) => !free.has(id)),
  };
}

function listThinkingOfTurns(window: readonly BlockStatement[], turns: number): string[] {
  const ids: string[] = [];
  let thinkingTurns = 0;
  let inAnswer = false;
  for (const { id, kind } of window) {
    const isThinking = kind === "thinking";
    if (isThinking && !inAnswer && ++thinkingTurns > turns) return ids;
    inAnswer = isThinking || (inAnswer && (kind === "assistant_text" || kind === "tool_call"));
    if (isThinking) ids.push(id);
  }
  return ids;
}
