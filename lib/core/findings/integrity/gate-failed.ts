import { formatDigits } from "../../digits";
import type { TraceEventOf } from "../../trace/event";
import { readFullText } from "../../trace/fold/recording";
import type { Tokens, TurnIndex } from "../../units";
import { getFindingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";
import type { Constraint } from "./constraints";
import { constraintsOf } from "./constraints";
import { normalisePlainText } from "./plain-text";

const GATES_MAX = 50;

/** If the gate quotes a rule, the finding says where that rule stood. */
export const gateFailed: FindingRule = {
  ...getFindingKind("gate.failed"),
  *find(input) {
    const failures = listFailures(input);
    const constraints = failures.length === 0 ? [] : yield* constraintsOf.inSteps(input);
    for (const { turn, gate } of failures) {
      const rule = findQuotedRule(input, constraints, turn, gate.message ?? "");
      const place = rule === null ? null : placeOf(input, rule.block, turn);
      const message = gate.message === undefined ? "" : ` (${gate.message})`;
      yield {
        from: turn,
        to: turn,
        blocks: rule === null ? [] : [input.session.blocks[rule.block]?.id ?? []].flat(),
        numbers: { ...gate.numbers, ...place },
        sentence: `The gate "${gate.gate}" failed at turn ${turn}${message}${rule === null ? "" : `; its rule "${rule.text}" ${placeWords(place, input.settings.buriedTokens)}`}.`,
        proof: { view: "turn", turn },
        claims: [{ is: "declared", event: "gate.checked", turn, says: [gate.id, gate.gate, false] }],
      };
    }
  },
};

function listFailures({ session }: FindingInput): { turn: TurnIndex; gate: TraceEventOf<"gate.checked"> }[] {
  return session.records
    .flatMap(({ turn, event }) =>
      event.type === "gate.checked" && !event.passed ? [{ turn, gate: event }] : [],
    )
    .slice(0, GATES_MAX);
}

function findQuotedRule(
  { session, recording }: FindingInput,
  constraints: readonly Constraint[],
  turn: TurnIndex,
  message: string,
): Constraint | null {
  const results = session.blocks.filter(
    ({ kind, createdTurn }) => kind === "tool_result" && createdTurn === turn,
  );
  const gateText = normalisePlainText(
    [message, ...results.map((block) => readFullText(recording, block) ?? "")].join("\n"),
  );
  return constraints.find(({ plain }) => gateText.includes(plain)) ?? null;
}

interface Place {
  readonly before: number;
  readonly after: number;
}

function placeOf({ session, index }: FindingInput, block: number, turn: TurnIndex): Place | null {
  const residencies = index.standing.listWindow(turn);
  const residency = residencies.find(
    (ruleResidency) => ruleResidency.block === block && ruleResidency.mode === "full",
  );
  if (residency === undefined) return null;
  const place = { before: 0, after: 0 };
  for (const { block: otherBlock, version, rank } of residencies) {
    if (rank === residency.rank) continue;
    place[rank < residency.rank ? "before" : "after"] +=
      session.blocks[otherBlock]?.versions[version]?.tokens ?? 0;
  }
  return place;
}

function placeWords(place: Place | null, buried: Tokens): string {
  if (place === null) return "was not in the window";
  if (place.after >= buried) return `stood in the window, buried under ${formatDigits(place.after)} tokens`;
  return `stood in the window, with ${formatDigits(place.before)} tokens before it and ${formatDigits(place.after)} after it`;
}
