import { groupBy } from "../../group-by";
import type { Claim } from "../../proof/claim";
import { plainToolName } from "../../source/tool-words";
import { getFindingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";

const CALLS_CLAIMED_MAX = 10;

export const toolsUnseen: FindingRule = {
  ...getFindingKind("tools.called_unseen"),
  *find({ session }) {
    const calls = session.turns.flatMap(({ index, visibleTools, output }) => {
      if (visibleTools === null) return [];
      const visible = new Set(
        visibleTools.flatMap((name) => [name, plainToolName(name), joinToolName(name)]),
      );
      return output.flatMap((number) => {
        const block = session.blocks[number];
        const name = block?.kind === "tool_call" ? block.toolName : null;
        return block === undefined ||
          name === null ||
          visible.has(name) ||
          visible.has(plainToolName(name)) ||
          visible.has(joinToolName(name))
          ? []
          : [{ id: block.id, name, turn: index, visible: visibleTools.length }];
      });
    });
    for (const [name, toolCalls] of groupBy(calls, (call) => call.name)) {
      const [first, last] = [toolCalls[0], toolCalls.at(-1)];
      if (first === undefined || last === undefined) continue;
      yield {
        from: first.turn,
        to: last.turn,
        blocks: toolCalls.slice(0, 20).map(({ id }) => id),
        numbers: { calls: toolCalls.length, visible: first.visible },
        sentence: `${name} was called at turn ${first.turn}${toolCalls.length === 1 ? "" : ` and ${toolCalls.length - 1} more times up to turn ${last.turn}`}, and ${first.visible === 0 ? "the call offered no tools" : `was not among the ${first.visible} tools that the call offered`}.`,
        proof: { view: "turn", turn: first.turn },
        claims: toolCalls.slice(0, CALLS_CLAIMED_MAX).flatMap(({ turn }): Claim[] => [
          {
            is: "count",
            n: 1,
            atLeast: true,
            of: { in: "made", kind: "tool_call", tool: name, from: turn, to: turn },
          },
          { is: "count", n: 0, of: { in: "tools", turn, tool: name } },
        ]),
      };
    }
  },
};

/** Providers rename tools: `crm.book` becomes `crm_book`. */
function joinToolName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, "_");
}
