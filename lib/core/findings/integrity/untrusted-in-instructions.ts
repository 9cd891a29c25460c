import type { FindingRule } from "../rule/rule";
import { nameOfBlock } from "../rule/subject";

const LAYER = new Set(["system_rules", "repository_instructions", "tool_schemas", "user_goal"]);

/** A block that its sender calls untrusted stands where rules stand. */
export const untrustedInInstructions: FindingRule = {
  code: "trust.untrusted_in_instruction_layer",
  family: "integrity",
  title: "Untrusted text stands among the instructions",
  severity: "serious",
  advice: "Move it to the layer of tool results or retrieved text, and refer to it from there.",
  source: "trust isolation: what comes from outside is never promoted to the instruction layer",
  *find(input) {
    const { session, index } = input;
    for (const [no, block] of session.blocks.entries()) {
      const life = index.life(no)[0];
      if (block.trust !== "untrusted" || !LAYER.has(block.kind) || life === undefined) continue;
      yield {
        from: life.from,
        to: life.from,
        blocks: [block.id],
        numbers: {},
        sentence: `The ${nameOfBlock(input, no)} is untrusted and stands in the window from turn ${life.from} on.`,
        proof: { view: "block", block: block.id },
      };
    }
  },
};
