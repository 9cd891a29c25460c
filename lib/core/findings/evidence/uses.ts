import { digits } from "../../digits";
import type { EvidenceEdge } from "../../evidence/edge";
import { groupBy } from "../../group-by";
import type { Case, FindingInput } from "../rule";
import { wordsOf } from "../session-index";

/** Edges of one use: the step or the answer that needed several pieces of evidence at once. */
export function groupByUse(edges: readonly EvidenceEdge[]): EvidenceEdge[][] {
  return [...groupBy(edges, ({ to }) => JSON.stringify([to.turn, to.plan, to.step ?? to.block])).values()];
}

/** One case for each use among `edges`, with what used it and what it needed. */
export function* casesOfUses(
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
    const left = group.flatMap(({ leftTurn }) => leftTurn ?? []);
    const used = [...group.map(({ from }) => from), ...(edge.to.block === null ? [] : [edge.to.block])];
    yield {
      from: Math.min(edge.to.turn, ...left),
      to: edge.to.turn,
      blocks: used.flatMap((no) => session.blocks[no]?.id ?? []).slice(0, 20),
      numbers: { evidence: group.length, confidence: Math.max(...group.map(({ confidence }) => confidence)) },
      proof: { view: "plan", turn: edge.to.turn },
      ...tell(wordsOfUse(input, edge), evidenceWords(input, group), group),
    };
  }
}

function wordsOfUse({ session, plans }: FindingInput, { to }: EvidenceEdge): string {
  if (to.step !== null) {
    const step = plans.find(({ id }) => id === to.plan)?.steps.find(({ id }) => id === to.step);
    return `Step "${shorten(step?.text ?? to.step)}"`;
  }
  const block = to.block === null ? undefined : session.blocks[to.block];
  return block === undefined ? `Turn ${to.turn}` : `The ${wordsOf(block)} of turn ${to.turn}`;
}

function evidenceWords({ session }: FindingInput, edges: readonly EvidenceEdge[]): string {
  const words = edges.flatMap(({ from }) => {
    const block = session.blocks[from];
    return block === undefined ? [] : [`the ${wordsOf(block)}`];
  });
  const [first = "a result"] = words;
  return words.length > 1 ? `${first} and ${digits(words.length - 1)} more` : first;
}

const STEP_CHARS = 80;

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > STEP_CHARS ? `${line.slice(0, STEP_CHARS - 1)}…` : line;
}
