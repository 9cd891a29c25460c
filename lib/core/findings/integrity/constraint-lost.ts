import type { Claim } from "../../proof/claim";
import { getFindingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";
import { findConstraintLosses } from "./constraints";
import { nameOfBlock } from "../rule/subject";

const CLAIMED_MAX = 8;

export const constraintLost: FindingRule = {
  ...getFindingKind("constraint.lost"),
  *find(input) {
    for (const loss of findConstraintLosses(input)) {
      yield undefined;
      if (loss === undefined) continue;
      const { turn, lost, restated, summaryBlock } = loss;
      const goneConstraints = lost.filter(({ plain }) => !restated.restate(plain));
      if (goneConstraints.length === 0) continue;
      yield {
        from: turn,
        to: turn,
        blocks: [...goneConstraints.map(({ block }) => block), summaryBlock ?? []]
          .flat()
          .flatMap((no) => input.session.blocks[no]?.id ?? [])
          .slice(0, 20),
        numbers: { constraints: goneConstraints.length },
        sentence: `After the compaction at turn ${turn} ${goneConstraints.length === 1 ? "a constraint is" : `${goneConstraints.length} constraints are`} nowhere in the window: "${goneConstraints[0]?.text ?? ""}", which the ${nameOfBlock(input, goneConstraints[0]?.block ?? -1)} had said.`,
        proof: { view: "evictions", turn },
        claims: goneConstraints
          .slice(0, CLAIMED_MAX)
          .map(({ text }): Claim => ({ is: "absent", value: text, turn })),
      };
    }
  },
};
