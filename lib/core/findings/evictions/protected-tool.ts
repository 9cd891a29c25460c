import { digits } from "../../digits";
import { sparedTools } from "../rule/policy-options";
import type { FindingRule } from "../rule/rule";
import { blocksWords, casesByCause } from "./by-cause";
import { namesWithTurns } from "../rule/subject";

/** A result of a tool that the policy was told to spare left the window, or one that its sender calls not restorable. */
export const protectedTool: FindingRule = {
  code: "eviction.protected",
  family: "evictions",
  title: "A result that had to stay was evicted",
  severity: "serious",
  advice: "Check the policy's list of excluded tools: what cannot be restored must not be evictable.",
  source: "restoration contract, inverse rule: anything not restorable must not be evictable",
  *find(input) {
    const { session } = input;
    const spared = sparedTools(session);
    yield* casesByCause(
      session,
      ({ block, reference }) => {
        const { kind, toolName } = session.blocks[block] ?? {};
        if (kind !== "tool_result") return false;
        return (toolName != null && spared.has(toolName)) || reference?.restorable === false;
      },
      ({ evictions, tokens }) => ({
        sentence: `${blocksWords(evictions.length)} (${digits(tokens)} tokens) of tools that were to be spared left the window${namesWithTurns(input, evictions)}.`,
      }),
    );
  },
};
