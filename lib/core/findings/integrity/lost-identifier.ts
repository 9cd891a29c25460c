import { saysSpelt } from "../../evidence/statements";
import { saysGrouped } from "../../evidence/values/grouped";
import { normalSpelling } from "../../evidence/values/spelling";
import { digits } from "../../digits";
import { strengthOf } from "../../evidence/values/values";
import type { EvidenceEdge } from "../../evidence/edge";
import type { TurnIndex } from "../../units";
import { groupBy } from "../../group-by";
import { fullText } from "../../trace/fold/recording";
import { findingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";
import { nameOfBlock } from "../rule/subject";

const NAMED_MAX = 5;

export const lostIdentifier: FindingRule = {
  ...findingKind("compaction.lost_identifier"),
  *find(input) {
    const { session, recording, evidence } = input;
    const compactedIn = new Map(
      session.evictions.flatMap(({ block, compaction, turn }) =>
        compaction === null ? [] : [[block, { compaction, turn }] as const],
      ),
    );
    const needed = evidence.edges.filter(({ from, to, executed, state, matched }) => {
      const left = compactedIn.get(from);
      return (
        executed && state === "dangling" && matched.length > 0 && left !== undefined && left.turn <= to.turn
      );
    });
    const byCompaction = groupBy(needed, ({ from }) => compactedIn.get(from)?.compaction ?? -1);
    for (const [compaction, edges] of byCompaction) {
      const facts = session.compactions[compaction];
      const block = facts?.summaryBlock == null ? undefined : session.blocks[facts.summaryBlock];
      const summary = block === undefined ? null : fullText(recording, block);
      if (facts === undefined || summary === null) continue;
      const values = [...new Set(edges.flatMap(({ matched }) => matched))].filter(
        (value) => !isSaidIn(summary, value) && !wasFoundAgain(input, value, facts.turn, edges),
      );
      if (values.length === 0) continue;
      const last = Math.max(...edges.map(({ to }) => to.turn));
      const users = edges.filter(({ matched }) => matched.some((value) => values.includes(value)));
      const isSignificant = users.some(({ kind }) => kind === "declared") || values.some(isUnique);
      yield {
        severity: isSignificant ? "serious" : "warning",
        from: facts.turn,
        to: last,
        blocks: [block?.id ?? [], ...users.flatMap(({ from }) => session.blocks[from]?.id ?? [])]
          .flat()
          .slice(0, 20),
        numbers: { values: values.length, uses: users.length },
        sentence: `The summary of the compaction at turn ${facts.turn} does not say ${quoted(values)} from the ${nameOfBlock(input, users[0]?.from ?? -1)}, which ${users.length === 1 ? `turn ${last}` : `${digits(users.length)} later turns, the last of them turn ${last},`} used.`,
        proof: {
          view: "evictions",
          turn: facts.turn,
          block: session.blocks[users[0]?.from ?? -1]?.id,
          compaction,
        },
      };
    }
  },
};

/**
 * Values that nobody can know without having seen them. Paths can be found again, and names in code can be
 * common.
 */
const UNIQUE_STRENGTH = 0.85;

function isUnique(value: string): boolean {
  if (/^https?:/.test(value)) return !LOCAL.test(value);
  return !value.includes("/") && !/\.[A-Za-z]\w{0,7}$/.test(value) && strengthOf(value) >= UNIQUE_STRENGTH;
}

const LOCAL = /^https?:\/\/(?:localhost|127\.|0\.0\.0\.0)/;

function isSaidIn(summary: string, value: string): boolean {
  return summary.includes(value) || saysSpelt(normalSpelling(summary), normalSpelling(value));
}

function wasFoundAgain(
  { session, recording, index }: FindingInput,
  value: string,
  since: TurnIndex,
  edges: readonly EvidenceEdge[],
): boolean {
  const uses = edges.filter(({ matched }) => matched.includes(value)).map(({ to }) => to.turn);
  const until = Math.min(...uses);
  return session.blocks.some((block, number) => {
    const entered = block.kind === "tool_result" ? index.life(number)[0]?.from : undefined;
    if (entered === undefined || entered <= since || entered > until) return false;
    const text = fullText(recording, block) ?? "";
    return text.includes(value) || saysGrouped(text, value);
  });
}

function quoted(values: readonly string[]): string {
  const shown = values.slice(0, NAMED_MAX).map((value) => `"${value}"`);
  return `${shown.join(", ")}${values.length > NAMED_MAX ? ` and ${digits(values.length - NAMED_MAX)} more` : ""}`;
}
