import { digits } from "../../digits";
import type { TraceEventOf } from "../../trace/event";
import { fullText } from "../../trace/fold/recording";
import type { Tokens, TurnIndex } from "../../units";
import { findingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";
import type { Constraint } from "./constraints";
import { constraintsOf } from "./constraints";
import { plainText } from "./plain-text";

const GATES_MAX = 50;

/** If the gate quotes a rule, the finding says where that rule stood. */
export const gateFailed: FindingRule = {
  ...findingKind("gate.failed"),
  *find(input) {
    const constraints = constraintsOf(input);
    for (const { turn, gate } of failuresOf(input)) {
      const rule = quotedRule(input, constraints, turn, gate.message ?? "");
      const place = rule === null ? null : placeOf(input, rule.block, turn);
      const said = gate.message === undefined ? "" : ` (${gate.message})`;
      yield {
        from: turn,
        to: turn,
        blocks: rule === null ? [] : [input.session.blocks[rule.block]?.id ?? []].flat(),
        numbers: { ...gate.numbers, ...place },
        sentence: `The gate "${gate.gate}" failed at turn ${turn}${said}${rule === null ? "" : `; its rule "${rule.text}" ${placeWords(place, input.settings.buriedTokens)}`}.`,
        proof: { view: "turn", turn },
        claims: [{ is: "declared", event: "gate.checked", turn, says: [gate.id, gate.gate, false] }],
      };
    }
  },
};

function failuresOf({ session }: FindingInput): { turn: TurnIndex; gate: TraceEventOf<"gate.checked"> }[] {
  return session.records
    .flatMap(({ turn, event }) =>
      event.type === "gate.checked" && !event.passed ? [{ turn, gate: event }] : [],
    )
    .slice(0, GATES_MAX);
}

function quotedRule(
  { session, recording }: FindingInput,
  constraints: readonly Constraint[],
  turn: TurnIndex,
  message: string,
): Constraint | null {
  const results = session.blocks.filter(
    ({ kind, createdTurn }) => kind === "tool_result" && createdTurn === turn,
  );
  const said = plainText([message, ...results.map((block) => fullText(recording, block) ?? "")].join("\n"));
  return constraints.find(({ plain }) => said.includes(plain)) ?? null;
}

interface Place {
  readonly before: number;
  readonly after: number;
}

function placeOf({ session, index }: FindingInput, block: number, turn: TurnIndex): Place | null {
  const standing = index.standing.window(turn);
  const residency = standing.find((one) => one.block === block && one.mode === "full");
  if (residency === undefined) return null;
  const place = { before: 0, after: 0 };
  for (const { block: other, version, rank } of standing) {
    if (rank === residency.rank) continue;
    place[rank < residency.rank ? "before" : "after"] +=
      session.blocks[other]?.versions[version]?.tokens ?? 0;
  }
  return place;
}

function placeWords(place: Place | null, buried: Tokens): string {
  if (place === null) return "was not in the window";
  if (place.after >= buried) return `stood in the window, buried under ${digits(place.after)} tokens`;
  return `stood in the window, with ${digits(place.before)} tokens before it and ${digits(place.after)} after it`;
}
