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
      const gone = lost.filter(({ plain }) => !restated.restate(plain));
      if (gone.length === 0) continue;
      yield {
        from: turn,
        to: turn,
        blocks: [...gone.map(({ block }) => block), summaryBlock ?? []]
          .flat()
          .flatMap((no) => input.session.blocks[no]?.id ?? [])
          .slice(0, 20),
        numbers: { constraints: gone.length },
        sentence: `After the compaction at turn ${turn} ${gone.length === 1 ? "a constraint is" : `${gone.length} constraints are`} nowhere in the window: "${gone[0]?.text ?? ""}", which the ${nameOfBlock(input, gone[0]?.block ?? -1)} had said.`,
        proof: { view: "evictions", turn },
        claims: gone.slice(0, CLAIMED_MAX).map(({ text }): Claim => ({ is: "absent", value: text, turn })),
      };
    }
  },
};
