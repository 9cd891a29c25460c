import { blocksFetchedAgain } from "../evidence/fetched-again";
import type { Evidence } from "../evidence/edge";
import type { Residency, Session } from "../trace/session";
import type { TurnIndex } from "../units";
import { isAbsent } from "./decisions";

/** Sizes that are kept of one tool in one session: enough for percentiles over many sessions. */
export const SIZES_MAX = 200;

/** What the results of one tool did to the windows of a session. */
export interface ToolFigure {
  readonly tool: string;
  readonly calls: number;
  readonly results: number;
  /** Tokens of single results, ascending; an even choice of them when there are more than {@link SIZES_MAX}. */
  readonly sizes: readonly number[];
  /** `null` when the size of no result is known. */
  readonly maxTokens: number | null;
  /** Turns in which results stood, summed over results. */
  readonly turns: number;
  /** Tokens that results took up, summed over turns. */
  readonly tokenTurns: number;
  readonly evicted: number;
  /** Evicted results that were fetched again. */
  readonly refetched: number;
  /** Uses of its results as evidence, and those for which the result was absent. */
  readonly uses: number;
  readonly usesAbsent: number;
}

type Draft = { -readonly [Field in keyof Omit<ToolFigure, "sizes" | "maxTokens">]: ToolFigure[Field] } & {
  sizes: number[];
};

/** One figure for each tool that a session called or has results of, by name. */
export function toolFigures(session: Session, { edges }: Pick<Evidence, "edges">): ToolFigure[] {
  const drafts = new Map<string, Draft>();
  const draftOf = (block: number): Draft | null => {
    const tool = session.blocks[block]?.toolName;
    if (tool == null) return null;
    const draft = drafts.get(tool) ?? emptyDraft(tool);
    drafts.set(tool, draft);
    return draft;
  };
  for (const [no, { kind, versions, full }] of session.blocks.entries()) {
    const draft = kind === "tool_call" || kind === "tool_result" ? draftOf(no) : null;
    if (draft === null) continue;
    if (kind === "tool_call") draft.calls++;
    else {
      draft.results++;
      draft.sizes.push(...[versions[full]?.tokens ?? []].flat());
    }
  }
  addWindows(session, draftOf);
  for (const edge of edges) {
    const draft = edge.executed ? draftOf(edge.from) : null;
    if (draft === null) continue;
    draft.uses++;
    if (isAbsent(edge)) draft.usesAbsent++;
  }
  return [...drafts.values()].map(finished).sort((a, b) => (a.tool < b.tool ? -1 : 1));
}

/** Tokens of everything that stood in known windows, summed over turns. */
export function tokenTurnsOf(session: Session): number {
  return session.turns.reduce((sum, { window }) => sum + (window.known ? (window.tokens.value ?? 0) : 0), 0);
}

function addWindows(session: Session, draftOf: (block: number) => Draft | null): void {
  const last = session.turns.at(-1)?.index ?? 0;
  const isResult = (block: number) => session.blocks[block]?.kind === "tool_result";
  for (const residency of session.residencies) {
    const draft = isResult(residency.block) ? draftOf(residency.block) : null;
    if (draft === null) continue;
    const turns = turnsOf(residency, last);
    draft.turns += turns;
    draft.tokenTurns += turns * (session.blocks[residency.block]?.versions[residency.version]?.tokens ?? 0);
  }
  for (const block of blocksFetchedAgain(session.evictions)) {
    const draft = isResult(block) ? draftOf(block) : null;
    if (draft !== null) draft.refetched++;
  }
  for (const { block } of session.evictions) {
    const draft = isResult(block) ? draftOf(block) : null;
    if (draft === null) continue;
    draft.evicted++;
  }
}

function turnsOf({ from, to }: Residency, last: TurnIndex): number {
  return Math.max(0, (to ?? last) - from + 1);
}

function emptyDraft(tool: string): Draft {
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

function finished(draft: Draft): ToolFigure {
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
