import { digits } from "../../digits";
import { findingKind } from "../kinds";
import { sparedTools } from "../rule/policy-options";
import type { FindingRule } from "../rule/rule";
import { countedBlocks, casesByCause } from "./by-cause";
import { namesWithTurns } from "../rule/subject";

export const protectedTool: FindingRule = {
  ...findingKind("eviction.protected"),
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
        sentence: `${countedBlocks(evictions.length)} (${digits(tokens)} tokens) of tools that were to be spared left the window${namesWithTurns(input, evictions)}.`,
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
