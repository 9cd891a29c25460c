import type { WindowInput } from "../answers";
import type { Mode } from "@/lib/core/vocabulary";
import { findContradiction } from "@/lib/core/window/contradiction";
import { groupColor, findPaletteGroup, labelKind } from "../chart/palette";
import { describeCost } from "../format/cost";
import { count, limitWords, plural, describeProvenance, formatSigned, formatTokens } from "../format/format";
import { describeBudgets } from "./budget-words";
import { listProjectedFacts } from "./projected-facts";
import { describeTook } from "./took-words";
import { TURN_PAGE_ENTRIES } from "./window-pages";
import type { DepartureRow, SourceShare, WindowRow } from "./window-rows";
import { listDepartureRows, computeSourceShares, listWindowRows } from "./window-rows";

export interface TurnFact {
  readonly label: string;
  readonly value: string;
  readonly title: string | null;
}

/** What a reader of a turn asks for first; the other figures are folded. */
const MAIN_FACTS: ReadonlySet<string> = new Set(["Window", "Change", "Read from cache", "Output", "Cost"]);

export function isMainFact({ label }: TurnFact): boolean {
  return MAIN_FACTS.has(label);
}

export interface OutputRow {
  readonly blockId: string;
  readonly color: string;
  readonly name: string;
  readonly tokens: string;
  readonly preview: string;
}

/** A part of a long window, and the offsets of the parts before and after it. */
export interface WindowPage {
  readonly words: string;
  readonly previousOffset: number | null;
  readonly nextOffset: number | null;
}

export function hasNew({ entries, turn }: Pick<WindowInput, "entries" | "turn">): boolean {
  return entries.some(({ enteredTurn }) => enteredTurn === turn.turn);
}

export interface TurnModel {
  readonly turn: number;
  readonly at: string | null;
  /** If false, the page draws no conclusions from the window. */
  readonly windowKnown: boolean;
  readonly facts: readonly TurnFact[];
  readonly notices: readonly string[];
  readonly rows: readonly WindowRow[];
  readonly shares: readonly SourceShare[];
  readonly page: WindowPage | null;
  readonly departures: readonly DepartureRow[];
  readonly moreDepartures: number;
  readonly output: readonly OutputRow[];
  readonly hasFailed: boolean;
  readonly summary: string;
  readonly previousTurn: number | null;
  readonly nextTurn: number | null;
}

export function turnModel(facts: WindowInput): TurnModel {
  const { turn } = facts;
  return {
    turn: turn.turn,
    at: turn.at,
    windowKnown: turn.windowKnown,
    facts: listFacts(facts),
    notices: listNotices(facts),
    rows: listWindowRows(facts.entries, turn.turn, facts.windowTokens, facts.offset),
    shares: computeSourceShares(facts.bySource, facts.residual, facts.windowTokens, facts.blocksBySource),
    page: pageOf(facts),
    departures: listDepartureRows(facts.left),
    moreDepartures: facts.counts.evictions - facts.left.length,
    hasFailed: turn.error !== null,
    output: facts.output.map((block) => ({
      blockId: block.blockId,
      color: groupColor(findPaletteGroup(block.sourceKind)),
      name: block.toolName ?? labelKind(block.sourceKind),
      tokens: formatTokens(block.tokens, block.provenance),
      preview: block.preview,
    })),
    summary: turn.windowKnown
      ? `${plural(facts.total, "block")}: ${count(facts.counts.entered)} new, ${plural(facts.counts.evictions, "eviction")}.`
      : "",
    previousTurn: facts.previousTurn,
    nextTurn: facts.nextTurn,
  };
}

function pageOf({ offset, total, entries }: WindowInput): WindowPage | null {
  if (offset === 0 && entries.length >= total) return null;
  const end = offset + entries.length;
  return {
    words: `Blocks ${count(Math.min(offset + 1, end))} to ${count(end)} of ${count(total)}`,
    previousOffset: offset === 0 ? null : Math.max(0, offset - TURN_PAGE_ENTRIES),
    nextOffset: end < total ? end : null,
  };
}

function listFacts({
  turn,
  windowTokens,
  provenance,
  residual,
  projectedNext,
  budget,
  costs,
}: WindowInput): TurnFact[] {
  const { usage } = turn;
  const fact = (label: string, value: string | null, title: string | null = null): TurnFact[] =>
    value === null ? [] : [{ label, value, title }];
  const cost = describeCost(costs);
  const known = (value: number | null) => (value === null ? null : count(value));
  return [
    ...fact("Window", formatTokens(windowTokens, provenance), describeProvenance(provenance)),
    ...fact(
      "Change",
      turn.delta === null ? null : formatSigned(turn.delta),
      turn.causedByTurn === null ? null : `caused by turn ${turn.causedByTurn}; ${turn.deltaProvenance}`,
    ),
    ...fact("Read from cache", known(usage.cacheRead)),
    ...fact("Written to cache", known(usage.cacheWrite)),
    ...fact("Not cached", known(usage.uncached)),
    ...fact("Output", known(usage.output)),
    ...fact("Reasoning", known(usage.reasoning)),
    ...listProjectedFacts(projectedNext ?? null, budget ?? null),
    ...fact("Budget by source", describeBudgets(turn.budgets), "as the run declared it"),
    ...fact(
      "Not recorded",
      known(residual),
      "what the provider counts and no block accounts for: an unseen system prompt, tool schemas, overhead; negative when the estimates are too high",
    ),
    ...fact("Cost", cost?.value ?? null, cost?.detail),
    ...fact("Took", describeTook(turn)),
    ...fact("Model", turn.model),
    ...fact(
      "Context window",
      turn.contextWindow === null ? null : limitWords(turn.contextWindow, turn.contextWindowProvenance),
    ),
    ...fact("Phase", turn.phase),
    ...fact("Stopped", turn.stopReason),
  ];
}

function listNotices(facts: WindowInput): string[] {
  const { turn } = facts;
  const notices = listContradictionNotices(facts);
  if (!turn.windowKnown)
    notices.push("The source does not say what stood in this window; only totals are known.");
  if (turn.windowProvenance === "inferred")
    notices.push("This window was rebuilt by the harness's rule; the source does not store it.");
  if (turn.modelChanged)
    notices.push(
      "The model and its tokenizer changed at this turn, so the change is counted from the blocks and not from the totals.",
    );
  if (turn.completeness === "client_truncated")
    notices.push("The client cut this capture off before sending it. What is missing here was not evicted.");
  if (turn.completeness === "metadata_only")
    notices.push("Only metadata of this call was captured, no content.");
  if (turn.completeness === "stored_elsewhere")
    notices.push("The content of this call is stored elsewhere; only references were sent.");
  const applied = turn.appliedEdits ?? [];
  notices.push(...applied.filter(({ by }) => by === "proxy").map(makeProxyNotice));
  const edits = [...new Set(applied.filter(({ by }) => by === undefined).map(({ type }) => type))];
  if (edits.length > 0)
    notices.push(
      `The provider edited the request before the model saw it (${edits.join(", ")}). This is the window that the model saw; the request still held everything.`,
    );
  if (turn.attempts != null) notices.push(makeAttemptsNotice(turn.attempts));
  if (turn.error !== null) notices.push(`The call failed: ${turn.error}`);
  return notices;
}

function listContradictionNotices({
  turn,
  counts,
  bySource,
  residual,
  windowTokens,
  provenance,
}: WindowInput) {
  const measured = provenance === "measured" ? windowTokens : null;
  const isComparable = turn.deltaProvenance === "measured" && !turn.modelChanged;
  const change = isComparable ? turn.delta : null;
  const window = { known: turn.windowKnown, measured, change, bySource, residual, gone: counts.evictions };
  const contradiction = findContradiction(window);
  if (contradiction === null) return [];
  const sizes = `${count(measured ?? 0)} tokens, and the list below comes to ${count((measured ?? 0) - (residual ?? 0))}`;
  return [
    contradiction === "fell"
      ? `The provider counted ${count(-(change ?? 0))} tokens less than at the turn before, yet nothing is recorded as leaving. Not all that is listed here was sent: it counted ${sizes}.`
      : `Not all that is listed here was sent, or its sizes are estimated too high: the provider counted ${sizes}.`,
  ];
}

function makeAttemptsNotice(attempts: NonNullable<WindowInput["turn"]["attempts"]>): string {
  const errors = [...new Set(attempts.map(({ error }) => error))].join("; ");
  return `The request was sent ${attempts.length + 1} times. Before, it failed: ${errors}`;
}

type AppliedEditInput = NonNullable<WindowInput["turn"]["appliedEdits"]>[number];

function makeProxyNotice({ type, tokensBefore, tokensAfter, problem }: AppliedEditInput): string {
  if (problem !== undefined)
    return `The proxy did not apply the policy ${type} to this request: ${problem}. The request was sent as it was.`;
  const sizes =
    tokensBefore === undefined || tokensAfter === undefined
      ? ""
      : ` The agent sent ${count(tokensBefore)} tokens of messages; the provider got ${count(tokensAfter)} (estimated).`;
  return `The proxy applied the policy ${type} to this request.${sizes} This is the window that was sent.`;
}

const MODE_WORDS: Record<Mode, string> = {
  full: "full",
  excerpt: "excerpt",
  summary: "summary",
  reference: "reference only",
};

export function describeMode(mode: Mode): string {
  return MODE_WORDS[mode];
}
