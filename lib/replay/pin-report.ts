import type { EvidenceEdge } from "@/lib/core/evidence/edge";
import { groupBy } from "@/lib/core/group-by";
import type { Recording } from "@/lib/core/trace/fold/recording";
import type { Eviction, Session } from "@/lib/core/trace/session";
import type { Tokens, TurnIndex } from "@/lib/core/units";
import type { EvictionHow } from "@/lib/core/vocabulary";
import { judgeEvidenceUnder } from "./evidence-under";
import type { Replay, ReplayTurn } from "./setup";

export interface PinEffect {
  readonly blockId: string;
  readonly neededBy: readonly string[];
  readonly turn: TurnIndex;
  readonly how: EvictionHow;
  readonly rule: string | null;
  /** How many turns it stands only because of the pin, and how many tokens that adds to those requests. */
  readonly turns: number;
  readonly tokens: Tokens;
  /** The pin's share of the price of those requests; `null` without a price. */
  readonly price: number | null;
  /** Turns that used it and would not have had it without the pin. */
  readonly usedAt: readonly TurnIndex[];
}

/** Compared with the same policy without them. */
export interface PinReport {
  readonly effects: readonly PinEffect[];
  /** Tokens sent with the pins minus tokens sent without them; negative if the pins made other content leave. */
  readonly tokens: Tokens;
  readonly price: number | null;
  /** Turns that are over the budget only because of the pins. */
  readonly turnsOverBudget: readonly TurnIndex[];
}

export type PinnedBlocks = ReadonlyMap<string, readonly string[]>;

type Side = Pick<Replay, "session" | "series" | "recording" | "ledger">;

/**
 * Compares a replay with pins with the same replay without them. Linear in evictions and in the turns that pins bridge.
 */
export function pinReport(
  blocks: PinnedBlocks,
  withPins: Side,
  without: Side,
  recorded: Recording,
  edges: readonly EvidenceEdge[],
): PinReport {
  const evictions = groupEvictionsById(withPins.session);
  const evictionsById = groupEvictionsById(without.session);
  const uses = listUsesSaved(withPins, without, recorded, edges);
  const effects = [...blocks].flatMap(([blockId, neededBy]): PinEffect[] => {
    const ownEvictions = evictionsById.get(blockId) ?? [];
    const [first] = ownEvictions;
    const bridged = withPins.series.flatMap((turn) => {
      const evictionsNow = ownEvictions.filter((eviction) => covers(eviction, turn.turn));
      return evictionsNow.length === 0 ||
        (evictions.get(blockId) ?? []).some((eviction) => covers(eviction, turn.turn))
        ? []
        : { turn, tokens: evictionsNow.reduce((sum, { tokensFreed }) => sum + (tokensFreed ?? 0), 0) };
    });
    if (first === undefined || bridged.length === 0) return [];
    return [
      {
        blockId,
        neededBy,
        turn: first.turn,
        how: first.how,
        rule: first.cause.rule,
        turns: bridged.length,
        tokens: bridged.reduce((sum, { tokens }) => sum + tokens, 0),
        price: sumKnown(bridged.map(({ turn, tokens }) => shareOf(turn, tokens))),
        usedAt: uses.get(blockId) ?? [],
      },
    ];
  });
  const over = new Set(without.series.flatMap(({ turn, overBudget }) => (overBudget ? turn : [])));
  return {
    effects,
    tokens: sumSent(withPins) - sumSent(without),
    price: sumKnown([
      sumKnown(withPins.series.flatMap(({ price, summaryPrice }) => [price, summaryPrice])),
      negate(sumKnown(without.series.flatMap(({ price, summaryPrice }) => [price, summaryPrice]))),
    ]),
    turnsOverBudget: withPins.series.flatMap(({ turn, overBudget }) =>
      overBudget && !over.has(turn) ? turn : [],
    ),
  };
}

function groupEvictionsById({ evictions, blocks }: Session): Map<string, Eviction[]> {
  return groupBy(evictions, ({ block }) => blocks[block]?.id ?? "");
}

function covers({ turn, reenteredTurn }: Eviction, at: TurnIndex): boolean {
  return turn <= at && at < (reenteredTurn ?? Infinity);
}

function listUsesSaved(
  withPins: Side,
  without: Side,
  recorded: Recording,
  edges: readonly EvidenceEdge[],
): Map<string, TurnIndex[]> {
  const plain = judgeEvidenceUnder(edges, recorded, without);
  const saved = judgeEvidenceUnder(edges, recorded, withPins).flatMap(({ edge, replayed }, i) =>
    (replayed === "live" || replayed === "pinned") && plain[i]?.replayed === "dangling" ? edge : [],
  );
  const byBlock = groupBy(saved, ({ from }) => recorded.session.blocks[from]?.id ?? "");
  return new Map([...byBlock].map(([id, group]) => [id, [...new Set(group.map(({ to }) => to.turn))]]));
}

function shareOf({ tokens: totalTokens, price }: ReplayTurn, tokens: Tokens): number | null {
  if (price === null) return null;
  return totalTokens === 0 ? 0 : (price * tokens) / totalTokens;
}

function sumSent({ series }: Side): Tokens {
  return series.reduce((sum, { tokens }) => sum + tokens, 0);
}

function sumKnown(values: readonly (number | null)[]): number | null {
  return values.reduce(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    0 as number | null,
  );
}

function negate(value: number | null): number | null {
  return value === null ? null : -value;
}
