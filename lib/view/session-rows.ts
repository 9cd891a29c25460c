import type { LimitProvenance, Outcome, Provenance } from "@/lib/core/vocabulary";
import type { Story } from "@/lib/core/story/story-schema";
import type { StillPending } from "@/lib/core/pending";
import {
  formatCompact,
  count,
  formatDuration,
  limitWords,
  formatPercent,
  formatTokens,
} from "./format/format";
import type { SeverityCounts } from "./severity";
import type { ShownMatch, MatchLine } from "./format/match-line";
import { matchLine } from "./format/match-line";
import { revealText } from "./format/trace-text";

export interface SessionInput {
  readonly id: string;
  readonly externalId: string;
  readonly name: string | null;
  readonly agent: string | null;
  readonly model: string | null;
  readonly role: string;
  readonly outcome: Outcome | null;
  readonly tags: readonly string[];
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly updatedAt: string;
  /** Grows with every change; absent in older frozen views. */
  readonly version?: number;
  readonly counts: {
    readonly turns: number | null;
    readonly toolCalls: number | null;
    readonly repeatedToolCalls: number | null;
    readonly evictions: number | null;
    readonly compactions: number | null;
    readonly dangling: number | null;
  };
  /** What is still being worked out; absent in older frozen views. */
  readonly pending?: StillPending | null;
  /** Absent in older frozen views. */
  readonly story?: Story | null;
  /** Why it is too large to analyse; absent in older frozen views. */
  readonly analysisRefused?: string | null;
  /** By severity; `null` while the session is not analysed. */
  readonly findings: SeverityCounts | null;
  readonly tokens: {
    readonly peakWindow: number | null;
    readonly peakTurn: number | null;
    readonly peakProvenance: Provenance;
    /** Of the context window that the turn had. Absent in older frozen views. */
    readonly peakShare?: number | null;
    readonly contextWindow: number | null;
    /** Absent in older frozen views. */
    readonly contextWindowProvenance?: LimitProvenance;
    readonly budget: number | null;
    readonly evicted: number | null;
  };
}

export interface Gauge {
  /** 0 to 1; `null` when the limit or the fill is unknown. */
  readonly fill: number | null;
  readonly mark: number | null;
  readonly text: string;
  readonly title: string;
}

export interface SessionRow {
  readonly id: string;
  readonly href: string;
  readonly title: string;
  readonly subtitle: string;
  /** What happened in it; empty while it is not analysed. */
  readonly story: string;
  readonly role: string;
  readonly running: boolean;
  readonly outcome: Outcome | null;
  readonly startedAt: string | null;
  readonly lasted: string;
  readonly turns: string;
  readonly toolCalls: string;
  readonly repeats: string;
  readonly evictions: string;
  readonly evicted: string;
  readonly compactions: number | null;
  readonly findings: SeverityCounts | null;
  readonly gauge: Gauge;
  readonly dangling: string | null;
  /** As stored; `tagWords` are the displayed ones. */
  readonly tags: readonly string[];
  readonly tagWords: readonly string[];
  readonly cost: RowCost["cost"];
  readonly callTook: RowCost["callTook"];
  /** With the place where all of its hits are listed. */
  readonly match: (MatchLine & { readonly allHref: string }) | null;
}

/** The cost of a session's calls, and the average duration of a call; `null` when unknown. */
export interface RowCost {
  readonly cost: { readonly value: string; readonly detail: string } | null;
  readonly callTook: string | null;
}

export interface RowExtras {
  readonly running?: boolean;
  /** In words. A list does not carry what writes them. */
  readonly cost?: RowCost | undefined;
  readonly match?: ShownMatch | undefined;
  /** Where all hits of the search in it are listed. */
  readonly hitsHref?: string;
  /** What happened in it, in words. A list does not carry what writes them. */
  readonly story?: string;
}

/** Times are not formatted here, because they depend on the reader's time zone. */
export function makeSessionRow(
  facts: SessionInput,
  { running = false, cost, match, hitsHref = "", story = "" }: RowExtras = {},
): SessionRow {
  const { counts, tokens: figures } = facts;
  return {
    id: facts.id,
    href: `/sessions/${facts.id}`,
    title: revealText(facts.name ?? facts.externalId),
    subtitle:
      [facts.agent, facts.model].filter((part) => part !== null).join(" · ") || "agent and model not stated",
    story,
    role: facts.role,
    running,
    outcome: facts.outcome,
    startedAt: facts.startedAt,
    lasted: describeLasted(facts),
    turns: count(counts.turns),
    toolCalls: count(counts.toolCalls),
    repeats: count(counts.repeatedToolCalls),
    evictions: count(counts.evictions),
    evicted: counts.evictions === 0 ? "" : formatCompact(figures.evicted),
    compactions: counts.compactions,
    findings: facts.findings,
    gauge: buildGauge(facts),
    dangling: counts.dangling === null ? null : count(counts.dangling),
    tags: facts.tags,
    tagWords: facts.tags.map(revealText),
    cost: cost?.cost ?? null,
    callTook: cost?.callTook ?? null,
    match:
      match === undefined
        ? null
        : { ...matchLine(facts.id, match, facts.counts.turns ?? 0), allHref: hitsHref },
  };
}

export function describeNoWindow(model: string | null): string {
  return model === null
    ? "the source names no model, so the size of its context window is not known"
    : `the size of the context window of ${revealText(model)} is not known; the project's settings can say it`;
}

/** The peak window against the context window that its turn had, else against the budget. */
export function buildGauge({
  tokens: figures,
  model,
  pending,
}: Pick<SessionInput, "tokens" | "model" | "pending">): Gauge {
  const { peakWindow: peak, peakProvenance: provenance, peakTurn, budget } = figures;
  if (peak === null && pending?.what === "all")
    return { fill: null, mark: null, text: "–", title: "The windows are being worked out." };
  if (peak === null)
    return { fill: null, mark: null, text: "–", title: "The source shows neither windows nor usage." };
  const figure = `Peak ${formatTokens(peak, provenance)} tokens at turn ${peakTurn ?? 0}`;
  const text = formatCompact(peak);
  const window = findPeakLimit(peak, figures);
  const limit = window?.size ?? budget;
  if (limit === null || limit === 0)
    return { fill: null, mark: null, text, title: `${figure}; ${describeNoWindow(model)}.` };
  return {
    fill: Math.min(1, peak / limit),
    mark: budget === null || window === null ? null : Math.min(1, budget / window.size),
    text,
    title: `${figure}, ${formatPercent(peak / limit)} of ${limitWords(limit, window?.from)}.`,
  };
}

/**
 * The size of the window of the peak's turn; the session's own may be of another model. The stored share is of that window, so
 * dividing by it gives the window back. `null` where the size of the session's window is not known: what the peak's turn was listed
 * with may have been contradicted.
 */
function findPeakLimit(
  peak: number,
  { peakShare = null, contextWindow, contextWindowProvenance }: SessionInput["tokens"],
): { size: number; from: LimitProvenance | undefined } | null {
  if (contextWindow === null) return null;
  const size = peakShare === null || peakShare === 0 ? contextWindow : Math.round(peak / peakShare);
  if (size === null || size === 0) return null;
  return { size, from: size === contextWindow ? contextWindowProvenance : undefined };
}

function describeLasted({ startedAt, endedAt }: SessionInput): string {
  return startedAt === null || endedAt === null
    ? ""
    : formatDuration(Date.parse(endedAt) - Date.parse(startedAt));
}
