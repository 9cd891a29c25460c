import type { Session, Turn } from "../trace/session";
import type { Tokens } from "../units";
import type { SourceKind } from "../vocabulary";
import { SOURCE_KINDS } from "../vocabulary";
import type { ResidencyIndex } from "./residency-index";

export interface BudgetUse {
  /** A source kind or a name of the harness's own; `null` is the whole window. */
  readonly source: string | null;
  readonly allowed: Tokens;
  readonly used: Tokens | null;
  /** The largest block of the source, as index into `Session.blocks`, with its size; `null` if it has none. */
  readonly largest: { readonly block: number; readonly tokens: Tokens } | null;
}

const CONVERSATION = ["user_goal", "user_message", "assistant_text", "thinking", "tool_call"] as const;

/** Names that harnesses give to sources: lower case, without separators between words. */
const NAMES: Readonly<Record<string, readonly SourceKind[]>> = {
  system: ["system_rules"],
  systemprompt: ["system_rules"],
  rules: ["system_rules", "repository_instructions"],
  instructions: ["system_rules", "repository_instructions"],
  tools: ["tool_schemas"],
  toolschemas: ["tool_schemas"],
  tooldefinitions: ["tool_schemas"],
  schemas: ["tool_schemas"],
  toolresults: ["tool_result"],
  tooloutput: ["tool_result"],
  tooloutputs: ["tool_result"],
  results: ["tool_result"],
  observations: ["tool_result"],
  history: CONVERSATION,
  conversation: CONVERSATION,
  messages: CONVERSATION,
  turns: CONVERSATION,
  user: ["user_goal", "user_message"],
  task: ["user_goal"],
  goal: ["user_goal"],
  assistant: ["assistant_text", "thinking"],
  memories: ["memory"],
  retrieved: ["retrieval"],
  documents: ["retrieval"],
  rag: ["retrieval"],
  files: ["attachment"],
  attachments: ["attachment"],
  plans: ["plan"],
  state: ["state_summary"],
  summary: ["compaction_summary", "state_summary"],
  summaries: ["compaction_summary", "state_summary"],
};

export function listKindsOfSource(name: string): readonly SourceKind[] {
  const plain = name.toLowerCase().replace(/[^a-z]/g, "");
  const ownKind = SOURCE_KINDS.find((kind) => kind.replaceAll("_", "") === plain);
  return ownKind === undefined ? (NAMES[plain] ?? []) : [ownKind];
}

/** The budgets that hold at a turn, each with its use: the whole window first, then the sources in declared order. */
export function computeBudgetUses(
  session: Pick<Session, "blocks">,
  { index, window, budgets }: Pick<Turn, "index" | "window" | "budgets">,
  standing: ResidencyIndex,
): BudgetUse[] {
  if (budgets === null) return [];
  const whole: BudgetUse[] =
    budgets.total === null
      ? []
      : [{ source: null, allowed: budgets.total, used: window.tokens.value, largest: null }];
  const sources = Object.entries(budgets.bySource).map(([source, allowed]): BudgetUse => {
    const kinds = listKindsOfSource(source);
    if (kinds.length === 0 || !window.known) return { source, allowed, used: null, largest: null };
    const usedTokens = kinds.reduce((sum, kind) => sum + (window.bySource[kind] ?? 0), 0);
    return {
      source,
      allowed,
      used: usedTokens,
      largest: findLargest(session, new Set(kinds), index, standing),
    };
  });
  return [...whole, ...sources];
}

function findLargest(
  { blocks }: Pick<Session, "blocks">,
  kinds: ReadonlySet<SourceKind>,
  turn: number,
  standing: ResidencyIndex,
): BudgetUse["largest"] {
  let best: BudgetUse["largest"] = null;
  for (const [block, { kind, versions }] of blocks.entries()) {
    if (!kinds.has(kind)) continue;
    const residency = standing.findAt(block, turn);
    const tokens = residency === undefined ? null : (versions[residency.version]?.tokens ?? null);
    if (tokens !== null && tokens > (best?.tokens ?? -1)) best = { block, tokens };
  }
  return best;
}
