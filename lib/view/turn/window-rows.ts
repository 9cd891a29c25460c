import type { StandingInput, DepartureInput } from "../answers";
import { describeCause } from "@/lib/core/ledger/reason";
import type { BySource } from "@/lib/core/trace/session";
import type { EvictionHow, Mode, Provenance, SourceKind, TrustLevel } from "@/lib/core/vocabulary";
import { count, formatPercent, plural, formatSigned, formatTokens } from "../format/format";
import type { SourceGroup } from "../chart/palette";
import { revealText, stripLead } from "../format/trace-text";
import { groupColor, groupLabel, findPaletteGroup, labelKind, SOURCE_GROUPS } from "../chart/palette";

export interface WindowRow {
  readonly position: number;
  readonly blockId: string;
  readonly kind: string;
  readonly group: SourceGroup;
  readonly color: string;
  readonly name: string;
  readonly mode: Mode;
  readonly trust: TrustLevel;
  readonly tokens: string;
  readonly size: number | null;
  readonly provenance: Provenance;
  /** Share of the window, 0 to 1; `null` when either size is unknown. */
  readonly share: number | null;
  readonly entered: string;
  readonly isNew: boolean;
  readonly isError: boolean;
  readonly preview: string;
}

export function listWindowRows(
  entries: readonly StandingInput[],
  turn: number,
  windowTokens: number | null,
  offset = 0,
): WindowRow[] {
  return entries.map((entry, i) => ({
    position: offset + i + 1,
    blockId: entry.blockId,
    kind: labelKind(entry.sourceKind),
    group: findPaletteGroup(entry.sourceKind),
    color: groupColor(findPaletteGroup(entry.sourceKind)),
    name: nameOf(entry),
    mode: entry.mode,
    trust: entry.trust,
    tokens: formatTokens(entry.tokens, entry.provenance),
    size: entry.tokens,
    provenance: entry.provenance,
    share:
      entry.tokens === null || windowTokens === null || windowTokens === 0
        ? null
        : Math.min(1, entry.tokens / windowTokens),
    entered: entry.enteredTurn === turn ? "new" : `turn ${entry.enteredTurn}`,
    isNew: entry.enteredTurn === turn,
    isError: entry.isError,
    preview: entry.preview === "" ? describeMedia(entry.media) : stripLead(revealText(entry.preview)),
  }));
}

function nameOf({ label, toolName, sourceKind }: StandingInput): string {
  return revealText(label ?? toolName ?? labelKind(sourceKind));
}

function describeMedia(media: StandingInput["media"]): string {
  const parts = Object.entries(media ?? {}).map(([type, n]) => plural(n, type));
  return parts.length === 0 ? "(no text)" : `(${parts.join(", ")})`;
}

export interface SourceShare {
  readonly group: SourceGroup | "residual";
  readonly label: string;
  readonly color: string;
  readonly tokens: string;
  readonly share: number | null;
  readonly shareText: string;
  readonly blocks: number | null;
  readonly title: string | null;
}

/** A kind without blocks is absent. */
export type BlocksBySource = Partial<Record<SourceKind, number>>;

/**
 * The shares of a window by group, the largest first; the residual is a row too. Shares add up to 100 %: of the whole
 * window, or of the blocks when their estimated sizes exceed the provider's total.
 */
export function computeSourceShares(
  bySource: BySource,
  residual: number | null,
  total: number | null,
  blocks: BlocksBySource,
): SourceShare[] {
  const sums = groupFigures(bySource);
  const counts = groupFigures(blocks);
  const groups = SOURCE_GROUPS.flatMap((group) => {
    const value = sums.get(group);
    return value === undefined ? [] : [{ group, value }];
  }).sort((a, b) => b.value - a.value);
  const itemised = groups.reduce((sum, { value }) => sum + value, 0);
  const missing = Math.max(0, residual ?? 0);
  const whole = total === null ? null : Math.max(total, itemised);
  const shares = roundPercents([...groups.map(({ value }) => value), missing], whole);
  const rows = groups.map(({ group, value }, i): SourceShare => ({
    group,
    label: groupLabel(group),
    color: groupColor(group),
    tokens: count(value),
    ...(shares[i] ?? UNKNOWN_SHARE),
    blocks: counts.get(group) ?? 0,
    title: null,
  }));
  if (residual === null || residual === 0) return rows;
  const isMissing = residual > 0;
  return [
    ...rows,
    {
      group: "residual",
      label: isMissing ? "Not recorded" : "Estimated too high by",
      color: "var(--kind-residual)",
      tokens: count(Math.abs(residual)),
      ...(isMissing ? (shares.at(-1) ?? UNKNOWN_SHARE) : UNKNOWN_SHARE),
      blocks: null,
      title: isMissing ? NOT_ITEMISED : TOO_HIGH,
    },
  ];
}

const UNKNOWN_SHARE = { share: null, shareText: formatPercent(null) };
const NOT_ITEMISED = "Billed but not in the log, such as a system prompt or tools.";
const TOO_HIGH =
  "The estimated sizes of the blocks come to more than the provider counted; the shares are of that estimate.";

/** The largest remainders are rounded up, so that the parts add up to their total. */
function roundPercents(values: readonly number[], whole: number | null) {
  if (whole === null || whole === 0) return values.map(() => UNKNOWN_SHARE);
  const exact = values.map((value) => (value / whole) * 100);
  const wanted = Math.round(exact.reduce((sum, value) => sum + value, 0));
  const spare = wanted - exact.reduce((sum, value) => sum + Math.floor(value), 0);
  const byRemainder = exact.map((_, i) => i).sort((a, b) => ((exact[b] ?? 0) % 1) - ((exact[a] ?? 0) % 1));
  const raised = new Set(byRemainder.slice(0, Math.max(0, spare)));
  return exact.map((value, i) => {
    const shown = Math.floor(value) + (raised.has(i) ? 1 : 0);
    return { share: value / 100, shareText: shown === 0 && value > 0 ? "<1%" : `${shown}%` };
  });
}

function groupFigures(figures: BySource): Map<SourceGroup, number> {
  const sums = new Map<SourceGroup, number>();
  for (const [kind, value] of Object.entries(figures) as [SourceKind, number][]) {
    sums.set(findPaletteGroup(kind), (sums.get(findPaletteGroup(kind)) ?? 0) + value);
  }
  return sums;
}

const HOW_WORDS: Record<EvictionHow, string> = {
  cleared: "cleared, a placeholder left",
  trimmed: "trimmed to an excerpt",
  compacted: "compacted into a summary",
  truncated: "truncated from the old end",
  removed: "removed",
};

export function describeExitHow(how: EvictionHow): string {
  return HOW_WORDS[how];
}

export interface DepartureRow {
  readonly turn: number;
  readonly blockId: string;
  readonly color: string;
  readonly name: string;
  readonly how: EvictionHow;
  readonly words: string;
  readonly freed: string;
  readonly freedTokens: number | null;
  readonly stayed: string;
  readonly cause: string;
  readonly cameBack: string | null;
  readonly restorable: boolean;
}

export function listDepartureRows(evictions: readonly DepartureInput[]): DepartureRow[] {
  return evictions.map((eviction) => ({
    turn: eviction.turn,
    blockId: eviction.blockId,
    color: groupColor(findPaletteGroup(eviction.sourceKind)),
    name: eviction.toolName ?? labelKind(eviction.sourceKind),
    how: eviction.how,
    words: HOW_WORDS[eviction.how],
    freed: eviction.tokensFreed === null ? "size unknown" : `${formatSigned(-eviction.tokensFreed)} tokens`,
    freedTokens: eviction.tokensFreed,
    stayed: eviction.enteredTurn === eviction.turn ? "never whole" : `since turn ${eviction.enteredTurn}`,
    cause: describeCause(eviction.cause),
    cameBack: eviction.reenteredTurn === null ? null : `back at turn ${eviction.reenteredTurn}`,
    restorable: eviction.restorable,
  }));
}
