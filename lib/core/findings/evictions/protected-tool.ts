import { formatDigits } from "../../digits";
import { getFindingKind } from "../kinds";
import { listSparedTools } from "../rule/policy-options";
import type { FindingRule } from "../rule/rule";
import { countBlocksInWords, buildCasesByCause } from "./by-cause";
import { nameWithTurns } from "../rule/subject";

export const protectedTool: FindingRule = {
  ...getFindingKind("eviction.protected"),
  *find(input) {
    const { session } = input;
    const spared = listSparedTools(session);
    yield* buildCasesByCause(
      session,
      ({ block, reference }) => {
        const { kind, toolName } = session.blocks[block] ?? {};
        if (kind !== "tool_result") return false;
        return (toolName != null && spared.has(toolName)) || reference?.restorable === false;
      },
      ({ evictions, tokens }) => ({
        sentence: `${countBlocksInWords(evictions.length)} (${formatDigits(tokens)} tokens) of tools that were to be spared left the window${nameWithTurns(input, evictions)}.`,
      }),
      ({ block }) => {
        const tool = session.blocks[block]?.toolName;
        return tool != null && spared.has(tool)
          ? [{ is: "declared", event: "session.started", turn: 0, says: [tool] }]
          : [];
      },
    );
  },
};
