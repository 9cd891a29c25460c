import { formatDigits } from "../../digits";
import type { EvidenceEdge } from "../../evidence/edge";
import type { UseScene } from "../../evidence/unseen-use";
import { groupBy } from "../../group-by";
import type { Case, FindingInput } from "../rule/rule";
import { nameOfBlock, shortenWords } from "../rule/subject";
import { pairCalls } from "../../window/call-pairs";

/** The edges of one use are all evidence that a step or an answer needed at once. */
export function groupByUse(edges: readonly EvidenceEdge[]): EvidenceEdge[][] {
  return [...groupBy(edges, ({ to }) => JSON.stringify([to.turn, to.plan, to.step ?? to.block])).values()];
}

export function* buildUseCases(
  input: FindingInput,
  edges: readonly EvidenceEdge[],
  tell: (
    use: string,
    evidence: string,
    edges: readonly EvidenceEdge[],
  ) => Pick<Case, "sentence"> & Partial<Case>,
): Iterable<Case> {
  const { session } = input;
  for (const group of groupByUse(edges)) {
    const [edge] = group;
    if (edge === undefined) continue;
    const leftTurns = group.flatMap(({ leftTurn }) => leftTurn ?? []);
    const usedBlocks = [...group.map(({ from }) => from), ...(edge.to.block === null ? [] : [edge.to.block])];
    yield {
      from: Math.min(edge.to.turn, ...leftTurns),
      to: edge.to.turn,
      blocks: usedBlocks.flatMap((no) => session.blocks[no]?.id ?? []).slice(0, 20),
      numbers: { evidence: group.length, confidence: Math.max(...group.map(({ confidence }) => confidence)) },
      proof: { view: "plan", turn: edge.to.turn },
      ...tell(
        describeUse(input, edge),
        describeEvidence(
          input,
          group.map(({ from: block }) => block),
        ),
        group,
      ),
    };
  }
}

/** What the proof of a use without its evidence is read from. */
export function useSceneOf(input: FindingInput): UseScene {
  return { recording: input.recording, calls: pairCalls(input.session), standing: input.index.standing };
}

/** The step that an edge leads to, with its plan. */
export function findStepOfUse({ plans }: Pick<FindingInput, "plans">, { to }: EvidenceEdge) {
  const plan = plans.find(({ id }) => id === to.plan);
  return { plan, step: plan?.steps.find(({ id }) => id === to.step) };
}

function describeUse(input: FindingInput, edge: EvidenceEdge): string {
  const { to } = edge;
  if (to.step !== null) return `Step "${shortenWords(findStepOfUse(input, edge).step?.text ?? to.step)}"`;
  return to.block === null ? `Turn ${to.turn}` : `The ${nameOfBlock(input, to.block)} of turn ${to.turn}`;
}

/** The first block by what it is about, the rest by their count. */
export function describeEvidence(input: FindingInput, blocks: readonly number[]): string {
  const [first, ...otherBlocks] = [...new Set(blocks)];
  if (first === undefined) return "a result";
  const name = `the ${nameOfBlock(input, first)}`;
  return otherBlocks.length > 0 ? `${name} and ${formatDigits(otherBlocks.length)} more` : name;
}
