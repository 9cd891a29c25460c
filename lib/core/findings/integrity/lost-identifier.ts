import type { EvidenceEdge } from "../../evidence/edge";
import { digits } from "../../digits";
import { Sources } from "../../evidence/sources";
import type { Claim } from "../../proof/claim";
import type { Eviction } from "../../trace/session";
import { groupBy } from "../../group-by";
import { pairCalls } from "../../window/call-pairs";
import { isTelling, usedUnseen } from "../evidence/telling";
import { findingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";
import { nameOfBlock } from "../rule/subject";

const NAMED_MAX = 5;

interface Missed {
  readonly edge: EvidenceEdge;
  readonly value: string;
  readonly exit: Eviction;
  readonly claims: readonly Claim[];
}

/**
 * A value that nobody can know without having seen it, which a summary left out, and which the agent then fetched again by
 * the same call or used although nothing in its window said it.
 */
export const lostIdentifier: FindingRule = {
  ...findingKind("compaction.lost_identifier"),
  *find(input) {
    const { session } = input;
    const missed = missedIn(input);
    for (const [compaction, group] of groupBy(missed, ({ exit }) => exit.compaction ?? -1)) {
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
        sentence: `The summary of the compaction at turn ${facts.turn} does not say ${quoted(values)} from the ${nameOfBlock(input, first.edge.from)}, which ${group.length === 1 ? `turn ${last}` : `${digits(group.length)} later uses, the last of them at turn ${last},`} needed.`,
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

function missedIn(input: FindingInput): Missed[] {
  const { session, recording, evidence } = input;
  const calls = pairCalls(session);
  const sources = new Sources(recording, calls);
  const compacted = session.evictions.filter(({ compaction }) => compaction !== null);
  if (compacted.length === 0) return [];
  const exits = groupBy(compacted, ({ block }) => block);
  return evidence.edges.flatMap((edge): Missed[] => {
    const value = edge.matched.find(isTelling);
    if (value === undefined || !edge.executed) return [];
    const all = edge.state === "dangling" ? [edge.from] : sources.sameAs(edge.from);
    const exit = all.flatMap((block) => exits.get(block) ?? []).find(({ turn }) => turn <= edge.to.turn);
    if (exit === undefined) return [];
    const dropped = summaryClaims(input, exit, value);
    const again = all.find(
      (block) => block !== exit.block && (input.index.life(block)[0]?.from ?? 0) > exit.turn,
    );
    const proof =
      edge.state === "dangling"
        ? usedUnseen(input, edge)
        : againClaims(input, calls, exit, { again, value, edge });
    return proof.length === 0 || dropped.length === 0
      ? []
      : [{ edge, value, exit, claims: [...dropped, ...proof] }];
  });
}

/** That the evidence left with the compaction, and that the summary does not say the value. */
function summaryClaims({ session }: FindingInput, exit: Eviction, value: string): Claim[] {
  const summary = session.blocks[session.compactions[exit.compaction ?? -1]?.summaryBlock ?? -1];
  const evidence = session.blocks[exit.block];
  if (summary === undefined || evidence === undefined) return [];
  return [
    { is: "left", block: evidence.id, turn: exit.turn, how: "compacted" },
    { is: "stands", block: summary.id, turn: exit.turn },
    { is: "absent", value, turn: exit.turn, block: summary.id },
  ];
}

function againClaims(
  { session }: FindingInput,
  { callOf }: ReturnType<typeof pairCalls>,
  exit: Eviction,
  { again, value, edge }: { again: number | undefined; value: string; edge: EvidenceEdge },
): Claim[] {
  const id = (no: number | undefined) => session.blocks[no ?? -1]?.id;
  const [before, after] = [id(callOf.get(exit.block)), id(callOf.get(again ?? -1))];
  const [use, result] = [id(edge.to.block ?? undefined), id(again)];
  const stood = session.residencies.find(({ block }) => block === again)?.from;
  if (before === undefined || after === undefined || result === undefined || use === undefined) return [];
  if (stood === undefined) return [];
  return [
    { is: "same-arguments", blocks: [before, after] },
    { is: "present", value, turn: stood, block: result },
    { is: "used", value, turn: edge.to.turn, block: use },
  ];
}

function quoted(values: readonly string[]): string {
  const shown = values.slice(0, NAMED_MAX).map((value) => `"${value}"`);
  return `${shown.join(", ")}${values.length > NAMED_MAX ? ` and ${digits(values.length - NAMED_MAX)} more` : ""}`;
}
