import { indexFirstRefetches } from "../evidence/fetched-again";
import type { Evidence } from "../evidence/edge";
import { isDangling } from "../evidence/use-state";
import type { Residency, Session } from "../trace/session";
import type { TurnIndex } from "../units";

/** Result sizes kept per tool and session: enough for percentiles over many sessions. */
export const SIZES_MAX = 200;

export interface ToolFigure {
  readonly tool: string;
  readonly calls: number;
  readonly results: number;
  /** Tokens of single results, ascending. If there are more than {@link SIZES_MAX}, an even sample of them. */
  readonly sizes: readonly number[];
  readonly maxTokens: number | null;
  readonly turns: number;
  readonly tokenTurns: number;
  readonly evicted: number;
  readonly refetched: number;
  readonly uses: number;
  readonly usesAbsent: number;
}

type Draft = { -readonly [Field in keyof Omit<ToolFigure, "sizes" | "maxTokens">]: ToolFigure[Field] } & {
  sizes: number[];
};

/**
 * One figure per tool that the session called or has results of, sorted by name.
 * @param from the first turn that counts
 */
export function computeToolFigures(
  session: Session,
  { edges }: Pick<Evidence, "edges">,
  from: TurnIndex = 0,
): ToolFigure[] {
  const drafts = new Map<string, Draft>();
  const openDraft = (block: number): Draft | null => {
    const tool = session.blocks[block]?.toolName;
    if (tool == null) return null;
    const draft = drafts.get(tool) ?? createDraft(tool);
    drafts.set(tool, draft);
    return draft;
  };
  for (const [no, { kind, versions, full, createdTurn }] of session.blocks.entries()) {
    if ((createdTurn ?? 0) < from) continue;
    const draft = kind === "tool_call" || kind === "tool_result" ? openDraft(no) : null;
    if (draft === null) continue;
    if (kind === "tool_call") draft.calls++;
    else {
      draft.results++;
      draft.sizes.push(...[versions[full]?.tokens ?? []].flat());
    }
  }
  addWindows(session, openDraft, from);
  for (const edge of edges) {
    const draft = edge.executed && edge.to.turn >= from ? openDraft(edge.from) : null;
    if (draft === null) continue;
    draft.uses++;
    if (isDangling(edge)) draft.usesAbsent++;
  }
  return [...drafts.values()].map(finishDraft).sort((a, b) => (a.tool < b.tool ? -1 : 1));
}

/**
 * Sums the tokens of all known windows over turns. Estimated block sizes can add up to more than the window's own figure. Then
 * their sum counts, so that the shares of the tools never exceed the whole.
 */
export function sumTokenTurns(session: Session, from: TurnIndex = 0): number {
  return session.turns.reduce((sum, { index, window }) => {
    if (!window.known || index < from) return sum;
    const itemised = Object.values(window.bySource).reduce((tokens, size) => tokens + size, 0);
    return sum + Math.max(window.tokens.value ?? 0, itemised);
  }, 0);
}

function addWindows(session: Session, draftOf: (block: number) => Draft | null, first: TurnIndex): void {
  const evictions = session.evictions.filter(({ turn }) => turn >= first);
  const knownUpTo = countKnownTurns(session);
  const isResult = (block: number) => session.blocks[block]?.kind === "tool_result";
  for (const residency of session.residencies) {
    const draft = isResult(residency.block) ? draftOf(residency.block) : null;
    if (draft === null) continue;
    const turns = countTurns({ ...residency, from: Math.max(residency.from, first) }, knownUpTo);
    draft.turns += turns;
    draft.tokenTurns += turns * (session.blocks[residency.block]?.versions[residency.version]?.tokens ?? 0);
  }
  for (const block of indexFirstRefetches(evictions).keys()) {
    const draft = isResult(block) ? draftOf(block) : null;
    if (draft !== null) draft.refetched++;
  }
  for (const { block } of evictions) {
    const draft = isResult(block) ? draftOf(block) : null;
    if (draft === null) continue;
    draft.evicted++;
  }
}

function countKnownTurns({ turns }: Session): number[] {
  const upTo: number[] = [];
  let knownTurns = 0;
  let at = 0;
  for (const { index, window } of turns) {
    for (; at < index; at++) upTo.push(knownTurns);
    if (window.known) knownTurns++;
    upTo.push(knownTurns);
    at = index + 1;
  }
  return upTo;
}

function countTurns({ from, to }: Pick<Residency, "from" | "to">, knownUpTo: readonly number[]): number {
  const end = Math.min(to ?? knownUpTo.length - 1, knownUpTo.length - 1);
  const before = from === 0 ? 0 : (knownUpTo[from - 1] ?? 0);
  return Math.max(0, (knownUpTo[end] ?? 0) - before);
}

function createDraft(tool: string): Draft {
  return {
    tool,
    calls: 0,
    results: 0,
    sizes: [],
    turns: 0,
    tokenTurns: 0,
    evicted: 0,
    refetched: 0,
    uses: 0,
    usesAbsent: 0,
  };
}

function finishDraft(draft: Draft): ToolFigure {
  const sizes = draft.sizes.sort((a, b) => a - b);
  const step = (sizes.length - 1) / (SIZES_MAX - 1);
  return {
    ...draft,
    maxTokens: sizes.at(-1) ?? null,
    sizes:
      sizes.length <= SIZES_MAX
        ? sizes
        : Array.from({ length: SIZES_MAX }, (_, i) => sizes[Math.round(i * step)] ?? 0),
  };
}
