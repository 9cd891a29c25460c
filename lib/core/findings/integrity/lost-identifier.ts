import { formatDigits } from "../../digits";
import type { Claim } from "../../proof/claim";
import type { Eviction } from "../../trace/session";
import { groupBy } from "../../group-by";
import type { MissedUse } from "../../evidence/missed-uses";
import { findMissedUses } from "../../evidence/missed-uses";
import { buildUnseenClaims } from "../../evidence/unseen-use";
import { useSceneOf } from "../evidence/uses";
import { getFindingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";
import { nameOfBlock } from "../rule/subject";

const NAMED_MAX = 5;

interface Missed extends MissedUse {
  readonly claims: readonly Claim[];
}

/**
 * A value that nobody can know without having seen it, which a summary left out, and which the agent then used although
 * nothing in its window said it. One that was fetched again stood there: `refetch.after_eviction` tells that.
 */
export const lostIdentifier: FindingRule = {
  ...getFindingKind("compaction.lost_identifier"),
  *find(input) {
    const { session } = input;
    const missedUses = findMissed(input);
    for (const [compaction, group] of groupBy(missedUses, ({ exit }) => exit.compaction ?? -1)) {
      const facts = session.compactions[compaction];
      const [first] = group;
      if (facts === undefined || first === undefined) continue;
      const values = [...new Set(group.map(({ value }) => value))];
      const last = Math.max(...group.map(({ edge }) => edge.to.turn));
      const blocks = [facts.summaryBlock ?? [], ...group.map(({ edge }) => edge.from)].flat();
      yield {
        from: facts.turn,
        to: last,
        blocks: blocks.flatMap((no) => session.blocks[no]?.id ?? []).slice(0, 20),
        numbers: { values: values.length, uses: group.length },
        sentence: `The summary of the compaction at turn ${facts.turn} does not say ${quoteValues(values)} from the ${nameOfBlock(input, first.edge.from)}, which ${group.length === 1 ? `turn ${last}` : `${formatDigits(group.length)} later uses, the last of them at turn ${last},`} needed.`,
        proof: {
          view: "evictions",
          turn: facts.turn,
          block: session.blocks[first.edge.from]?.id,
          compaction,
        },
        claims: group.flatMap(({ claims }) => claims),
      };
    }
  },
};

function findMissed(input: FindingInput): Missed[] {
  const missedUses = findMissedUses(input.session, input.evidence, ({ compaction }) => compaction !== null);
  return [...missedUses].flatMap(({ edge, value, exit }): Missed[] => {
    const dropped = buildSummaryClaims(input, exit, value);
    const useClaims = buildUnseenClaims(useSceneOf(input), edge);
    return useClaims.length === 0 || dropped.length === 0
      ? []
      : [{ edge, value, exit, claims: [...dropped, ...useClaims] }];
  });
}

/** That the evidence left with the compaction, and that the summary does not say the value. */
function buildSummaryClaims({ session }: FindingInput, exit: Eviction, value: string): Claim[] {
  const summary = session.blocks[session.compactions[exit.compaction ?? -1]?.summaryBlock ?? -1];
  const evidence = session.blocks[exit.block];
  if (summary === undefined || evidence === undefined) return [];
  return [
    { is: "left", block: evidence.id, turn: exit.turn, how: "compacted" },
    { is: "stands", block: summary.id, turn: exit.turn },
    { is: "absent", value, turn: exit.turn, block: summary.id },
  ];
}

function quoteValues(values: readonly string[]): string {
  const quoted = values.slice(0, NAMED_MAX).map((value) => `"${value}"`);
  return `${quoted.join(", ")}${values.length > NAMED_MAX ? ` and ${formatDigits(values.length - NAMED_MAX)} more` : ""}`;
}
