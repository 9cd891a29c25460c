import { canonicalJson } from "@/lib/core/hash";
import type { GrownResidency, Growth } from "@/lib/core/trace/fold/growth";
import type { Block, BlockVersion, Turn } from "@/lib/core/trace/session";
import { uuidOfHex } from "../session-id";
import { packBySource } from "./by-source";
import { storedCallId } from "./call-ids";
import { HOW, KIND, LIMIT_PROVENANCE, MODE, PROVENANCE, TRUST } from "./codes";
import type { BlockRow, ResidencyRow, TurnRow } from "./tables";

interface TurnEvents {
  evictions: number;
  evictedTokens: number;
  compactions: number;
}

const NO_EVENTS: TurnEvents = { evictions: 0, evictedTokens: 0, compactions: 0 };

export function eventsByTurn({
  evictions,
  compactions,
}: Pick<Growth, "evictions" | "compactions">): Map<number, TurnEvents> {
  const byTurn = new Map<number, TurnEvents>();
  const at = (turn: number): TurnEvents => {
    const known = byTurn.get(turn) ?? { ...NO_EVENTS };
    byTurn.set(turn, known);
    return known;
  };
  for (const { turn, tokensFreed } of evictions) {
    at(turn).evictions++;
    at(turn).evictedTokens += tokensFreed ?? 0;
  }
  for (const { item } of compactions) at(item.turn).compactions++;
  return byTurn;
}

export function turnRow(turn: Turn, events: TurnEvents = NO_EVENTS): TurnRow {
  const { window, delta, usage } = turn;
  return {
    turn: turn.index,
    turnId: turn.id,
    at: turn.at,
    endedAt: turn.endedAt,
    model: turn.model,
    contextWindow: turn.contextWindow,
    contextWindowProvenance: LIMIT_PROVENANCE.of(turn.contextWindowProvenance),
    input: usage?.input ?? null,
    cacheRead: usage?.cacheRead ?? null,
    cacheWrite: usage?.cacheWrite ?? null,
    output: usage?.output ?? null,
    reasoning: usage?.reasoning ?? null,
    cacheWriteHour: usage?.cacheWriteHour ?? null,
    tier: usage?.tier ?? null,
    statedCost: usage?.statedCost ?? null,
    webSearches: usage?.webSearches ?? null,
    inside: usage?.inside ?? null,
    windowKnown: window.known,
    windowTokens: window.tokens.value,
    provenance: PROVENANCE.of(window.tokens.provenance),
    residual: window.residual,
    entries: window.entries,
    unsized: window.unsized,
    entered: window.entered,
    left: window.left,
    changed: window.changed,
    delta: delta.value,
    deltaProvenance: PROVENANCE.of(delta.provenance),
    modelChanged: delta.modelChanged,
    causedBy: delta.causedByTurn,
    toolCalls: turn.toolCalls,
    ...events,
    bySource: packBySource(window.bySource),
    extra: orNull({
      phase: turn.phase,
      budgets: turn.budgets,
      stopReason: turn.stopReason,
      error: turn.error,
      visibleTools: turn.visibleTools,
      appliedEdits: turn.appliedEdits,
      attempts: turn.attempts,
      completeness: turn.completeness === "complete" ? null : turn.completeness,
      windowProvenance: window.provenance === "measured" ? null : window.provenance,
      output: turn.output.length === 0 ? null : turn.output,
    }),
  };
}

export function blockRow(block: Block, no: number): BlockRow {
  const full = block.versions[block.full];
  const others = block.versions.filter((_, i) => i !== block.full);
  return {
    no,
    id: block.id,
    kind: KIND.of(block.kind),
    trust: TRUST.of(block.trust),
    toolName: block.toolName,
    toolCallId: storedCallId(block),
    label: block.label,
    createdTurn: block.createdTurn,
    hash: uuidOf(full),
    text: full?.text ?? null,
    chars: full?.chars ?? null,
    tokens: full?.tokens ?? null,
    provenance: PROVENANCE.of(full?.provenance ?? "unavailable"),
    extra: orNull({
      isError: block.isError ? true : null,
      media: block.media,
      origin: block.origin,
      completeness: block.completeness === "complete" ? null : block.completeness,
      versions: others.length === 0 ? null : others,
    }),
  };
}

export function residencyRow(grown: GrownResidency, no: number): ResidencyRow {
  const { residency, block, eviction } = grown;
  const version = block.versions[residency.version];
  return {
    no,
    block: residency.block,
    since: residency.since,
    fromTurn: residency.from,
    toTurn: residency.to,
    rank: residency.rank,
    mode: MODE.of(residency.mode),
    continues: residency.continues,
    hash: residency.version === block.full ? null : uuidOf(version),
    text: residency.version === block.full ? null : (version?.text ?? null),
    tokens: version?.tokens ?? null,
    provenance: PROVENANCE.of(version?.provenance ?? "unavailable"),
    reference: residency.reference,
    evictedTurn: eviction?.turn ?? null,
    how: eviction === null ? null : HOW.of(eviction.how),
    toMode: eviction?.toMode == null ? null : MODE.of(eviction.toMode),
    tokensFreed: eviction?.tokensFreed ?? null,
    restorable: eviction?.restorable ?? null,
    reenteredTurn: eviction?.reenteredTurn ?? null,
    refetchedTurn: eviction?.refetchedTurn ?? null,
    compaction: eviction?.compaction ?? null,
    cause: causeOf(grown),
  };
}

/** Stands in place of a cause that is in the row of the eviction's compaction. */
const OF_COMPACTION = { shared: true } as const;

/**
 * A cause that nobody reported is the same for all evictions, so it is not stored. Nor is one that the eviction shares with
 * its compaction, which takes many blocks out of the window.
 */
function causeOf({ eviction, compactionCause }: GrownResidency): object | null {
  if (eviction === null) return null;
  const { cause, reference } = eviction;
  const stated = orNull({ ...cause, provenance: cause.provenance === "derived" ? null : cause.provenance });
  if (stated !== null && canonicalJson(cause) === canonicalJson(compactionCause))
    return { ...OF_COMPACTION, ...(reference !== null && { reference }) };
  return orNull({ ...stated, reference });
}

function uuidOf(version: BlockVersion | undefined): string | null {
  return version?.hash == null || version.text !== null ? null : uuidOfHex(version.hash);
}

function orNull(fields: Record<string, unknown>): object | null {
  const entries = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return entries.length === 0 ? null : Object.fromEntries(entries);
}
