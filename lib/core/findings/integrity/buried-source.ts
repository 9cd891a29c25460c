import { formatDigits } from "../../digits";
import type { EvidenceEdge } from "../../evidence/edge";
import { groupBy } from "../../group-by";
import type { InSteps } from "../../steps";
import type { Residency } from "../../trace/session";
import { getFindingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";
import { nameOfBlock } from "../rule/subject";

export const buriedSource: FindingRule = {
  ...getFindingKind("source.buried"),
  *find(input) {
    const { session, evidence, settings } = input;
    const live = evidence.edges.filter(
      ({ executed, state }) => executed && (state === "live" || state === "pinned"),
    );
    const places = yield* rankPlaces(input, live, settings.buriedTokens);
    const buried = live.flatMap((edge) => {
      const place = places.get(edge);
      return place === undefined ? [] : [{ edge, ...place }];
    });
    const [first] = buried;
    if (first === undefined) return;
    const deepest = buried.reduce((best, place) =>
      Math.min(place.before, place.after) > Math.min(best.before, best.after) ? place : best,
    );
    yield {
      from: first.edge.to.turn,
      to: buried.at(-1)?.edge.to.turn ?? first.edge.to.turn,
      blocks: [...new Set(buried.map(({ edge }) => edge.from))]
        .slice(0, 20)
        .flatMap((no) => session.blocks[no]?.id ?? []),
      numbers: {
        uses: buried.length,
        before: deepest.before,
        after: deepest.after,
        threshold: settings.buriedTokens,
      },
      sentence: `${buried.length === 1 ? "A use" : `${formatDigits(buried.length)} uses`} of evidence found it deep in the window; at turn ${deepest.edge.to.turn} the ${nameOfBlock(input, deepest.edge.from)} had ${formatDigits(deepest.before)} tokens before it and ${formatDigits(deepest.after)} after it.`,
      proof: { view: "turn", turn: deepest.edge.to.turn },
      claims: [
        {
          is: "stands",
          block: session.blocks[deepest.edge.from]?.id ?? "",
          turn: deepest.edge.to.turn,
        },
      ],
    };
  },
};

/** A turn per step. */
function* rankPlaces(
  { session, index }: FindingInput,
  edges: readonly EvidenceEdge[],
  threshold: number,
): InSteps<ReadonlyMap<EvidenceEdge, { readonly before: number; readonly after: number }>> {
  if (edges.length === 0) return new Map();
  const uses = groupBy(edges, ({ to }) => to.turn);
  const begun = groupBy(session.residencies, ({ from }) => from);
  const ended = groupBy(session.residencies, ({ to }) => (to ?? Number.NaN) + 1);
  const tokens = new TokensByRank(session.residencies.map(({ rank }) => rank));
  const sizeOf = ({ block, version }: Residency) => session.blocks[block]?.versions[version]?.tokens ?? 0;
  const places = new Map<EvidenceEdge, { before: number; after: number }>();
  const turns = [...new Set([...begun.keys(), ...ended.keys(), ...uses.keys()])]
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  for (const turn of turns) {
    yield;
    for (const residency of ended.get(turn) ?? []) tokens.add(residency.rank, -sizeOf(residency));
    for (const residency of begun.get(turn) ?? []) tokens.add(residency.rank, sizeOf(residency));
    for (const edge of uses.get(turn) ?? []) {
      const residency = index
        .listResidencies(edge.from)
        .find(({ from, to }) => from <= turn && (to ?? Infinity) >= turn);
      if (residency === undefined) continue;
      const before = tokens.sumBelow(residency.rank);
      const after = tokens.total - before - sizeOf(residency);
      if (before > threshold && after > threshold) places.set(edge, { before, after });
    }
  }
  return places;
}

/** Token sums over blocks by rank. Updates and queries take logarithmic time (a Fenwick tree). */
class TokensByRank {
  private readonly position: ReadonlyMap<number, number>;
  private readonly sums: Float64Array;
  total = 0;

  constructor(ranks: readonly number[]) {
    const sorted = [...new Set(ranks)].sort((a, b) => a - b);
    this.position = new Map(sorted.map((rank, i) => [rank, i + 1]));
    this.sums = new Float64Array(sorted.length + 1);
  }

  add(rank: number, tokens: number): void {
    this.total += tokens;
    for (let i = this.position.get(rank) ?? this.sums.length; i < this.sums.length; i += i & -i) {
      this.sums[i] = (this.sums[i] ?? 0) + tokens;
    }
  }

  sumBelow(rank: number): number {
    let sum = 0;
    for (let i = (this.position.get(rank) ?? 1) - 1; i > 0; i -= i & -i) sum += this.sums[i] ?? 0;
    return sum;
  }
}
