import type { Claim } from "../../proof/claim";
import type { Residency, Session } from "../../trace/session";
import type { SourceKind } from "../../vocabulary";
import { getFindingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";
import { nameOfBlock } from "../rule/subject";

const RULES: ReadonlySet<SourceKind> = new Set(["system_rules", "repository_instructions"]);
/** Kinds that rank below rules: hints, and content from outside. */
const BELOW: ReadonlySet<SourceKind> = new Set([
  "memory",
  "retrieval",
  "tool_result",
  "attachment",
  "compaction_summary",
]);

const HINTS: ReadonlySet<SourceKind> = new Set(["memory", "retrieval"]);

export const rulesBelow: FindingRule = {
  ...getFindingKind("order.rules_below"),
  *find(input) {
    const { session } = input;
    const first = new Map<"rules" | "below", Residency>();
    const begun = session.residencies.filter(({ mode }) => mode !== "reference");
    for (const residency of begun.toSorted((a, b) => a.from - b.from || a.rank - b.rank)) {
      const kind = session.blocks[residency.block]?.kind ?? "other";
      const side = RULES.has(kind) ? "rules" : BELOW.has(kind) ? "below" : null;
      if (side !== null && !first.has(side)) first.set(side, residency);
    }
    const pair =
      findFirstPair(input, first.get("rules"), first.get("below")) ?? findCameTogether(begun, session);
    if (pair === null) return;
    const { rules, below, turn } = pair;
    yield {
      from: turn,
      to: turn,
      blocks: [below, rules].flatMap(({ block }) => session.blocks[block]?.id ?? []),
      numbers: {},
      sentence: `In the window of turn ${turn} ${nameOfBlock(input, below.block)} stands before ${nameOfBlock(input, rules.block)}${rules === first.get("rules") ? ", the first of the rules" : ""}.`,
      proof: { view: "turn", turn },
      claims: [below, rules].flatMap(({ block }): Claim[] => {
        const id = session.blocks[block]?.id;
        return id === undefined ? [] : [{ is: "stands", block: id, turn }];
      }),
    };
  },
};

interface WrongOrder {
  readonly rules: Residency;
  readonly below: Residency;
  readonly turn: number;
}

function findFirstPair(
  { index }: FindingInput,
  rules: Residency | undefined,
  below: Residency | undefined,
): WrongOrder | null {
  if (rules === undefined || below === undefined) return null;
  const turn = Math.max(rules.from, below.from);
  const [high, low] = [rules, below].map(({ block }) => index.standing.findAt(block, turn));
  return high === undefined || low === undefined || high.rank < low.rank ? null : { rules, below, turn };
}

/**
 * A hint that stands before rules of the repository that entered together with it. Rules that enter later do
 * not count.
 */
function findCameTogether(begun: readonly Residency[], { blocks }: Session): WrongOrder | null {
  const hints = begun.filter(({ block }) => HINTS.has(blocks[block]?.kind ?? "other"));
  for (const rules of begun) {
    if (blocks[rules.block]?.kind !== "repository_instructions") continue;
    const below = hints.find(({ from, rank }) => from === rules.from && rank < rules.rank);
    if (below !== undefined) return { rules, below, turn: rules.from };
  }
  return null;
}
