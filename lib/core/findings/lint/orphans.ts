import { addToGroup } from "../../group-by";
import { isTextCallId } from "../../trace/text-call-id";
import { pairCalls } from "../../window/call-pairs";
import type { Claim } from "../../proof/claim";
import type { Case, FindingInput } from "../rule/rule";
import type { TurnSpan } from "../../window/turn-spans";
import { listStandingSpans } from "../rule/spans";

export interface CallPair {
  readonly call: number;
  readonly result: number;
}

const BLOCKS_NAMED_MAX = 20;

/**
 * Pairs of which one half stands in windows without the other. One case for each turn in which that begins.
 * Pairs that are described in words are plain messages, which no provider refuses.
 */
export function* findOrphanCases(
  { session, index }: FindingInput,
  spansOf: (pair: CallPair, standing: (block: number) => TurnSpan[]) => TurnSpan[],
  blockOf: (pair: CallPair) => number,
  tell: (blocks: readonly number[], turn: number) => Pick<Case, "sentence">,
  missing: "tool_call" | "tool_result",
): Iterable<Case | undefined> {
  const last = session.turns.at(-1)?.index ?? 0;
  const listStanding = (block: number) => listStandingSpans(index, block, last);
  const begun = new Map<number, { block: number; to: number }[]>();
  for (const [call, result] of pairCalls(session).resultOf) {
    yield undefined;
    if (isTextCallId(session.blocks[result]?.toolCallId)) continue;
    const pair = { call, result };
    for (const { from, to } of spansOf(pair, listStanding)) {
      const turn = findFirstKnown(index, from, to);
      if (turn === null) continue;
      addToGroup(begun, turn, { block: blockOf(pair), to });
    }
  }
  for (const [from, orphans] of [...begun].sort(([a], [b]) => a - b)) {
    yield {
      from,
      to: Math.max(...orphans.map(({ to }) => to)),
      blocks: orphans.slice(0, BLOCKS_NAMED_MAX).flatMap(({ block }) => session.blocks[block]?.id ?? []),
      numbers: { blocks: orphans.length },
      proof: { view: "turn", turn: from },
      claims: orphans.slice(0, BLOCKS_NAMED_MAX).flatMap(({ block: no }): Claim[] => {
        const { id: block = "", toolCallId } = session.blocks[no] ?? {};
        const callId = toolCallId ?? "";
        return [
          { is: "stands", block, turn: from },
          { is: "count", n: 0, of: { in: "window", turn: from, kind: missing, callId } },
        ];
      }),
      ...tell(
        orphans.map(({ block }) => block),
        from,
      ),
    };
  }
}

function findFirstKnown(index: FindingInput["index"], from: number, to: number): number | null {
  for (let turn = from; turn <= to; turn++) {
    const found = index.turn(turn);
    if (found?.window.known === true && found.completeness === "complete") return turn;
  }
  return null;
}
