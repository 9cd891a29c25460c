import type { EvidenceEdge } from "../../evidence/edge";
import { fullText } from "../../trace/fold/recording";
import { pairsOf } from "../rule/subject";
import type { FindingInput } from "../rule/rule";

/**
 * Whether a call only asks again for what it names: a call of the same tool brought the evidence, or its own result says
 * the value. To look a thing up is no use of what was known of it.
 */
export function looksForIt(input: FindingInput, { from, to, matched }: EvidenceEdge): boolean {
  const { session, recording } = input;
  const { callOf, resultOf } = pairsOf(input);
  const call = session.blocks[to.block ?? -1];
  if (to.block === null || call?.kind !== "tool_call") return false;
  const brought = session.blocks[callOf.get(from) ?? -1];
  if (brought !== undefined && brought.toolName === call.toolName) return true;
  const result = session.blocks[resultOf.get(to.block) ?? -1];
  const answer = result === undefined ? "" : (fullText(recording, result) ?? "");
  const asked = fullText(recording, call) ?? "";
  return answer.length > asked.length && matched.some((value) => answer.includes(value));
}
