import type { Residency } from "../../trace/session";
import type { SourceKind } from "../../vocabulary";
import type { FindingRule } from "../rule/rule";
import { nameOfBlock } from "../rule/subject";

const RULES: ReadonlySet<SourceKind> = new Set(["system_rules", "repository_instructions"]);
/** What yields to rules: hints, and what comes from outside. */
const BELOW: ReadonlySet<SourceKind> = new Set([
  "memory",
  "retrieval",
  "tool_result",
  "attachment",
  "compaction_summary",
]);

/** Memories, retrieved or fetched text stand before the first of the rules in a window. */
export const rulesBelow: FindingRule = {
  code: "order.rules_below",
  family: "governance",
  title: "What yields to the rules stands before them",
  severity: "note",
  advice: "Put rules and repository instructions first, hints and observations after them.",
  source: "order of sources: rules outrank observations, facts outrank guesses",
  *find(input) {
    const { session, index } = input;
    const first = new Map<"rules" | "below", Residency>();
    const begun = session.residencies.filter(({ mode }) => mode !== "reference");
    for (const stay of begun.toSorted((a, b) => a.from - b.from || a.rank - b.rank)) {
      const kind = session.blocks[stay.block]?.kind ?? "other";
      const side = RULES.has(kind) ? "rules" : BELOW.has(kind) ? "below" : null;
      if (side !== null && !first.has(side)) first.set(side, stay);
    }
    const [rules, below] = [first.get("rules"), first.get("below")];
    if (rules === undefined || below === undefined) return;
    const turn = Math.max(rules.from, below.from);
    const both = [rules, below].map(({ block }) => index.standing.at(block, turn));
    const [high, low] = both;
    if (high === undefined || low === undefined || high.rank < low.rank) return;
    yield {
      from: turn,
      to: turn,
      blocks: [below, rules].flatMap(({ block }) => session.blocks[block]?.id ?? []),
      numbers: {},
      sentence: `In the window of turn ${turn} ${nameOfBlock(input, below.block)} stands before ${nameOfBlock(input, rules.block)}, the first of the rules.`,
      proof: { view: "turn", turn },
    };
  },
};
