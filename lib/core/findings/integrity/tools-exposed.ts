import { formatDigits } from "../../digits";
import type { Claim } from "../../proof/claim";
import { getFindingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";

const TOOLS_MIN = 8;
const CALLS_MIN = 5;
const UNUSED_SHARE = 0.5;
const UNUSED_CLAIMED_MAX = 10;

export const toolsExposed: FindingRule = {
  ...getFindingKind("tools.all_exposed"),
  *find({ session, settings }) {
    const [first, ...rest] = session.turns.filter(({ visibleTools }) => visibleTools !== null);
    const tools = first?.visibleTools ?? [];
    if (first === undefined || tools.length < TOOLS_MIN || rest.length + 1 < CALLS_MIN) return;
    const isSame = rest.every(({ visibleTools }) => visibleTools?.length === tools.length);
    const calledTools = new Set(
      session.blocks.flatMap(({ kind, toolName }) => (kind === "tool_call" ? (toolName ?? []) : [])),
    );
    const unused = tools.filter((tool) => !calledTools.has(tool));
    const shares = session.turns.flatMap(({ window: { bySource, tokens } }) =>
      tokens.value === null || tokens.value === 0 || bySource.tool_schemas === undefined
        ? []
        : [bySource.tool_schemas / tokens.value],
    );
    const share = shares.length === 0 ? null : shares.reduce((sum, part) => sum + part, 0) / shares.length;
    if (
      !isSame ||
      unused.length < tools.length * UNUSED_SHARE ||
      (share !== null && share < settings.schemasShare)
    )
      return;
    const percent = share === null ? null : Math.round(share * 100);
    yield {
      from: first.index,
      to: rest.at(-1)?.index ?? first.index,
      blocks: session.blocks
        .filter(({ kind }) => kind === "tool_schemas")
        .slice(0, 5)
        .map(({ id }) => id),
      numbers: { tools: tools.length, unused: unused.length, ...(percent !== null && { percent }) },
      sentence: `${formatDigits(tools.length)} tools were offered in every call, ${formatDigits(unused.length)} of them were never called (${unused.slice(0, 3).join(", ")}${unused.length > 3 ? " and others" : ""})${percent === null ? "" : `, and their schemas take ${percent} % of the window`}.`,
      proof: { view: "turn", turn: first.index },
      claims: unused.slice(0, UNUSED_CLAIMED_MAX).flatMap((tool): Claim[] => [
        { is: "count", n: 1, atLeast: true, of: { in: "tools", turn: first.index, tool } },
        {
          is: "count",
          n: 0,
          of: {
            in: "made",
            from: first.index,
            to: rest.at(-1)?.index ?? first.index,
            kind: "tool_call",
            tool,
          },
        },
      ]),
    };
  },
};
