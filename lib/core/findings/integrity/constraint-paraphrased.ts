import { findingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";
import { constraintLosses } from "./constraints";
import { isParaphrased } from "./paraphrased";
import { nameOfBlock } from "../rule/subject";

export const constraintParaphrased: FindingRule = {
  ...findingKind("constraint.paraphrased"),
  *find(input) {
    for (const { turn, lost, restated, summaryBlock } of constraintLosses(input)) {
      const retold = lost.filter(({ plain }) => isParaphrased(plain, restated));
      if (retold.length === 0) continue;
      yield {
        from: turn,
        to: turn,
        blocks: [summaryBlock ?? [], ...retold.map(({ block }) => block)]
          .flat()
          .flatMap((no) => input.session.blocks[no]?.id ?? [])
          .slice(0, 20),
        numbers: { constraints: retold.length },
        sentence: `After the compaction at turn ${turn} ${retold.length === 1 ? "a constraint stands" : `${retold.length} constraints stand`} in the window in other words only: "${retold[0]?.text ?? ""}", which the ${nameOfBlock(input, retold[0]?.block ?? -1)} had said.`,
        proof: { view: "evictions", turn },
      };
    }
  },
};
