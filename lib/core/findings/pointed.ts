import { groupBy } from "../group-by";
import { readFullText } from "../trace/fold/recording";
import type { Proof } from "./rule/finding";
import { computePerSession } from "./rule/per-session";
import type { Case, FindingInput } from "./rule/rule";

const QUOTED = /"([^"]{2,400})"/g;
const TEXT_CHARS_READ = 1_000_000;

/**
 * Completes a proof with what it shows: lane and compaction, block of the turn, evidence of the plan, and the
 * marked words. What the rule itself has set stays.
 */
export function pointProof(input: FindingInput, ruleCase: Case): Proof {
  const { proof, blocks } = ruleCase;
  switch (proof.view) {
    case "evictions": {
      const proofWithLane = { ...proof, ...findLane(input, ruleCase, proof) };
      const summary = input.session.compactions[proofWithLane.compaction ?? -1]?.summaryBlock;
      return markProof(
        proofWithLane,
        findQuotedWords(input, ruleCase, [proofWithLane.block, input.session.blocks[summary ?? -1]?.id]),
      );
    }
    case "turn": {
      const block = proof.block ?? blocks.find((id) => isAt(input, id, proof.turn));
      return block === undefined
        ? proof
        : markProof({ ...proof, block }, findQuotedWords(input, ruleCase, [block]));
    }
    case "plan": {
      const block = proof.block ?? blocks.find((id) => evidenceOf(input).has(id));
      return markProof(
        { ...proof, block },
        findUsedValue(input, block, proof.turn) ?? findStepWords(input, ruleCase, block),
      );
    }
    case "why":
    case "block":
      return markProof(proof, findQuotedWords(input, ruleCase, [proof.block]));
    case "ledger":
      return { ...proof, block: proof.block ?? blocks[0] };
    case "checkpoints":
      return markProof(proof, listQuoted(ruleCase.sentence)[0]);
    case "overview":
      return proof;
  }
}

function markProof<P extends Exclude<Proof, { view: "overview" | "ledger" }>>(
  proof: P,
  found: string | undefined,
): P {
  const value = proof.value ?? found;
  return value === undefined ? proof : { ...proof, value };
}

function findLane(
  { session, index }: FindingInput,
  { blocks }: Case,
  { turn, block, compaction }: Extract<Proof, { view: "evictions" }>,
) {
  const leftIds = new Set(index.listEvictions(turn).flatMap((one) => session.blocks[one.block]?.id ?? []));
  const compactionNo = session.compactions.findIndex((passed) => passed.turn === turn);
  return {
    block: block ?? blocks.find((id) => leftIds.has(id)) ?? blocks[0],
    compaction: compaction ?? (compactionNo < 0 ? undefined : compactionNo),
  };
}

const evidenceOf = computePerSession(({ session, evidence }: FindingInput) =>
  groupBy(evidence.edges, ({ from }) => session.blocks[from]?.id ?? ""),
);

function findUsedValue(input: FindingInput, block: string | undefined, turn: number): string | undefined {
  const edges = evidenceOf(input).get(block ?? "") ?? [];
  const edgesOfTurn = edges.filter(({ to }) => to.turn === turn);
  const text = readTextOfId(input, block).toLowerCase();
  return (edgesOfTurn.length > 0 ? edgesOfTurn : edges)
    .flatMap(({ matched }) => matched)
    .filter((value) => text.includes(value.toLowerCase()))
    .toSorted((a, b) => b.length - a.length)[0];
}

function findStepWords(input: FindingInput, ruleCase: Case, block: string | undefined): string | undefined {
  const quotedWords = findQuotedWords(input, ruleCase, [block]);
  if (quotedWords !== undefined) return quotedWords;
  const texts = input.plans.flatMap(({ steps }) => steps.flatMap(({ id, text }) => [id, text]));
  return listQuoted(ruleCase.sentence).find((words) => texts.some((text) => text.includes(words)));
}

function isAt({ index }: FindingInput, id: string, turn: number): boolean {
  const number = index.getNumber(id);
  if (number === undefined) return false;
  return (
    index.standing.findAt(number, turn) !== undefined || index.turn(turn)?.output.includes(number) === true
  );
}

function findQuotedWords(
  input: FindingInput,
  { sentence }: Case,
  blocks: readonly (string | undefined)[],
): string | undefined {
  const quoted = listQuoted(sentence).toSorted((a, b) => b.length - a.length);
  for (const id of quoted.length === 0 ? [] : blocks) {
    const text = readTextOfId(input, id);
    const words = quoted.find((words) => text.includes(words));
    if (words !== undefined) return words;
  }
  return undefined;
}

function listQuoted(sentence: string): string[] {
  return [...sentence.matchAll(QUOTED)]
    .map(([, words = ""]) => words.replace(/…$/, "").trim())
    .filter((words) => words.length > 1);
}

function readTextOfId({ recording, index }: FindingInput, id: string | undefined): string {
  const block = index.getBlock(id);
  return block === undefined ? "" : (readFullText(recording, block) ?? "").slice(0, TEXT_CHARS_READ);
}
