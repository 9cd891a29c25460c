import { formatDigits } from "../../digits";
import { readFullText } from "../../trace/fold/recording";
import type { Claim } from "../../proof/claim";
import type { EvidenceEdge } from "../../evidence/edge";
import { getFindingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";
import { looksUp } from "../../source/looks-up";
import { groupBy } from "../../group-by";
import { shortenWords, describeSubject } from "../rule/subject";
import { isStated, memoriesOf, makeMemoryCase, nameOfMemory } from "./memories";

/** With less confidence, a memory itself says that it may be wrong. */
const SURE_MIN = 0.6;
const USES_MAX = 50;
const TEXT_CHARS_READ = 200_000;

export const memoryUnsureUsed: FindingRule = {
  ...getFindingKind("memory.unsure_used"),
  *find(input) {
    const unsure = groupBy(
      memoriesOf(input).filter(({ record }) => (record.confidence ?? 1) < SURE_MIN),
      ({ number }) => number,
    );
    if (unsure.size === 0) return;
    const uses = input.evidence.edges
      .filter(({ from, executed, matched }) => unsure.has(from) && executed && matched.length > 0)
      .filter((edge) => isAct(input, edge))
      .slice(0, USES_MAX);
    for (const { from, to, matched } of makeUnconfirmedFilter(input, uses)) {
      const memory = unsure.get(from)?.find(({ text }) => matched.some((value) => text.includes(value)));
      const usedBlock = input.session.blocks[to.block ?? -1];
      if (memory === undefined || usedBlock === undefined) continue;
      const about = describeSubject(input, to.block ?? -1);
      const callName = `the call of ${usedBlock.toolName ?? "a tool"}${about === null ? "" : ` ("${about}")`}`;
      const confidence = memory.record.confidence ?? 0;
      yield makeMemoryCase(
        memory,
        `${nameOfMemory(memory)} has a confidence of ${formatDigits(Math.round(confidence * 100))} % since turn ${memory.turn}; ${callName} of turn ${to.turn} used "${shortenWords(matched[0] ?? "", 60)}" from it, and no result had said so before.`,
        {
          turn: to.turn,
          suspected: !isStated(memory),
          blocks: [usedBlock.id],
          numbers: { confidence: Math.round(confidence * 100) },
          claims: matched.slice(0, 1).flatMap((value): Claim[] => [
            { is: "present", value, turn: memory.turn, block: memory.block.id },
            { is: "used", value, turn: to.turn, block: usedBlock.id },
          ]),
        },
      );
    }
  },
};

/** Only calls: what an answer says of a memory may be a doubt, and words alone do not tell. */
function isAct({ session, recording }: FindingInput, { to }: EvidenceEdge): boolean {
  const block = session.blocks[to.block ?? -1];
  const text = block === undefined ? "" : (readFullText(recording, block) ?? "").slice(0, TEXT_CHARS_READ);
  return block?.kind === "tool_call" && !looksUp(block.toolName, text);
}

function makeUnconfirmedFilter({ session, recording, index }: FindingInput, uses: readonly EvidenceEdge[]) {
  if (uses.length === 0) return [];
  const saidAt = new Map<string, number>();
  const values = new Set(uses.flatMap(({ matched }) => matched));
  for (const [number, block] of session.blocks.entries()) {
    const from = block.kind === "tool_result" ? index.listResidencies(number)[0]?.from : undefined;
    if (from === undefined) continue;
    const text = readFullText(recording, block) ?? "";
    for (const value of values)
      if (from < (saidAt.get(value) ?? Infinity) && text.includes(value)) saidAt.set(value, from);
  }
  return uses.filter(({ matched, to }) =>
    matched.every((value) => (saidAt.get(value) ?? Infinity) > to.turn),
  );
}
