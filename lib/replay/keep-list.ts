import { readSums } from "@/lib/core/cost/read-sums";
import { computeBill } from "@/lib/core/cost/bill";
import { toMoney } from "@/lib/core/cost/money";
import type { Evidence, EvidenceEdge, FetchOutcome } from "@/lib/core/evidence/edge";
import { findFetchedAgain } from "@/lib/core/evidence/fetched-again";
import { GONE_STATES } from "@/lib/core/figures/needed-later";
import { describeSubject } from "@/lib/core/findings/rule/subject";
import { groupBy } from "@/lib/core/group-by";
import { sumSessionCost } from "@/lib/core/pricing/cost";
import { RateCard } from "@/lib/core/pricing/rate-card";
import type { Recording } from "@/lib/core/trace/fold/recording";
import type { Eviction, Session } from "@/lib/core/trace/session";
import type { Tokens, TurnIndex } from "@/lib/core/units";
import type { SourceKind } from "@/lib/core/vocabulary";
import { pairCalls } from "@/lib/core/window/call-pairs";

/** A block that left and was wanted again. */
export interface KeptBlock {
  readonly blockId: string;
  readonly source: SourceKind;
  readonly label: string | null;
  readonly toolName: string | null;
  /** The size of the block; `null` where it is not known. */
  readonly tokens: Tokens | null;
  readonly leftTurn: TurnIndex;
  /** The last turn that used it or fetched it again while it was gone. */
  readonly wantedTurn: TurnIndex;
  /** The price of reading the block in the turns between; `null` without a price. */
  readonly price: number | null;
}

/** What would have had to stay so that nothing is wanted that had left. */
export interface KeepList {
  readonly blocks: readonly KeptBlock[];
  readonly tokens: Tokens;
  readonly price: number | null;
  readonly currency: string | null;
  /** Blocks that were fetched again and came back as another text, and that nothing else wanted. */
  readonly changed: number;
}

/**
 * The blocks to keep or to pin, the largest first. Example: a result of 1,000 tokens left at turn 4 and was fetched again at turn 7;
 * to keep it in turns 4 to 7 is four reads of 1,000 tokens from the cache. What another text came back for is not kept: to have
 * the old one would not have helped.
 *
 * Linear in evictions and uses.
 */
export function keepList(recording: Recording, { edges }: Pick<Evidence, "edges">): KeepList {
  const { session, models = [], ownFrom = 0 } = recording;
  const uses = groupBy(edges.filter(isOfGone), ({ from }) => from);
  const fetched = findFetchedAgain(recording, pairCalls(session));
  const listFetched = (fetchOutcome: FetchOutcome) =>
    fetched.flatMap(({ block, outcome }) => (outcome === fetchOutcome ? block : []));
  const equal = new Set(listFetched("equal"));
  const wantedEvictions = session.evictions.flatMap((eviction) => {
    const { block, refetchedTurn } = eviction;
    const turn = findLastWanted(eviction, uses.get(block) ?? [], equal.has(block) ? refetchedTurn : null);
    return turn === null || turn < ownFrom ? [] : { eviction, turn };
  });
  const keptBlocks = new Set(wantedEvictions.map(({ eviction }) => eviction.block));
  const [cost, ...otherCosts] = sumSessionCost(session, models);
  const isPriced = wantedEvictions.length > 0 && cost !== undefined && otherCosts.length === 0;
  const readCostUntil = isPriced
    ? readSums(computeBill(session, new RateCard(session.meta.model, models)).turns)
    : null;
  // What was fetched again and left again is kept once: had the first one stayed, there were no others.
  const evictionsByContent = groupBy(wantedEvictions, ({ eviction: { block } }) =>
    makeContentKey(session, block),
  );
  const blocks = [...evictionsByContent.values()].flatMap((times) => {
    const [first, last] = [times[0], times.at(-1)];
    const block = session.blocks[first?.eviction.block ?? -1];
    if (block === undefined || first === undefined || last === undefined) return [];
    const tokens = block.versions[block.full]?.tokens ?? null;
    const reads = times.reduce(
      (sum, { eviction, turn }) =>
        sum + (readCostUntil === null ? 0 : readCostUntil(turn + 1) - readCostUntil(eviction.turn)),
      0,
    );
    return {
      blockId: block.id,
      source: block.kind,
      label: describeSubject({ session, recording }, first.eviction.block),
      toolName: block.toolName,
      tokens,
      leftTurn: first.eviction.turn,
      wantedTurn: Math.max(first.turn, last.turn),
      price: readCostUntil === null || tokens === null ? null : toMoney(tokens * reads),
    };
  });
  return {
    blocks: blocks.toSorted((a, b) => (b.tokens ?? 0) - (a.tokens ?? 0) || a.leftTurn - b.leftTurn),
    tokens: blocks.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0),
    price: readCostUntil === null ? null : blocks.reduce((sum, { price }) => sum + (price ?? 0), 0),
    currency: isPriced ? cost.currency : null,
    changed: listFetched("changed").filter((block) => !keptBlocks.has(block)).length,
  };
}

/** A key that is equal for copies of one text; the block itself where the text is unknown. */
function makeContentKey({ blocks }: Session, number: number): string {
  const block = blocks[number];
  return block?.versions[block.full]?.hash ?? `block ${number}`;
}

const GONE: ReadonlySet<string> = new Set(GONE_STATES);

function isOfGone({ executed, state }: EvidenceEdge): boolean {
  return executed && GONE.has(state);
}

/** The last turn at which it was wanted before it stood there again; `null` where it was not. */
function findLastWanted(
  { turn, reenteredTurn }: Eviction,
  uses: readonly EvidenceEdge[],
  fetchedTurn: TurnIndex | null,
): TurnIndex | null {
  const until = reenteredTurn ?? Number.POSITIVE_INFINITY;
  const useTurns = uses.flatMap(({ to }) => (to.turn >= turn && to.turn < until ? to.turn : []));
  const turns = fetchedTurn === null ? useTurns : [...useTurns, fetchedTurn];
  return turns.length === 0 ? null : Math.max(...turns);
}
