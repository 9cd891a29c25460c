import type { Plan } from "./plan/steps/plan";
import { finishSteps } from "../steps";
import type { Recording } from "../trace/fold/recording";
import { pairCalls } from "../window/call-pairs";
import { deriveDeclaredEdges } from "./declared-edges";
import type { Evidence, EvidenceEdge, Skipped } from "./edge";
import { EDGES_MAX } from "./values/limits";
import { NeedPlaces } from "./need-places";
import { settleUses } from "./proved-uses";
import { sourcesOf } from "./sources";
import { StepTimes } from "./step-times";
import { PlainTexts } from "./texts";
import { ValueFlow } from "./value-flow";
import { ValueIndex } from "./value-index";
import { ValuePlaces } from "./value-places";
import { EvidencePlaces } from "./whereabouts";

/**
 * Which evidence the steps and answers needed, and where it was when they ran. Declared edges come from the
 * manifests of plans. Inferred ones come from values that first appeared in a tool result and were used
 * later. Deterministic, and linear in the text of the recording.
 */
export function deriveEvidence(recording: Recording, plans: readonly Plan[]): Evidence {
  return finishSteps(deriveEvidenceInSteps(recording, plans));
}

/** Like {@link deriveEvidence}, one turn per step, for a caller that has other work in between. */
export function* deriveEvidenceInSteps(
  recording: Recording,
  plans: readonly Plan[],
): Generator<undefined, Evidence> {
  const { session } = recording;
  const skipped: Skipped = { chars: 0, values: 0, edges: 0, turns: 0, needs: 0 };
  const calls = pairCalls(session);
  yield;
  const sources = yield* sourcesOf.inSteps(recording);
  yield;
  const places = new EvidencePlaces(recording, calls);
  yield;
  const texts = new PlainTexts(recording);
  const flow = new ValueFlow(
    recording,
    new ValueIndex(sources, skipped),
    new ValuePlaces(places, recording, calls, sources),
    calls,
    new StepTimes(plans),
    skipped,
  );
  yield* flow.run();
  const needs = new NeedPlaces(recording, calls, sources, places, texts);
  const declared = deriveDeclaredEdges(
    { recording, session, calls, places, needs, texts, skipped },
    plans,
    flow.edges,
  );
  yield;
  const scene = { recording, calls, standing: places.standing };
  const { edges: settled, undecided } = yield* settleUses(scene, confirmEdges(declared, flow.edges));
  const edges = settled.toSorted(compareByUse);
  skipped.edges += Math.max(0, edges.length - EDGES_MAX);
  return {
    edges: edges.slice(0, EDGES_MAX),
    undecided: undecided.toSorted(compareByUse),
    skipped,
    work: flow.work + places.work + texts.work,
  };
}

/** Declared edges with the values that confirm them, and the remaining inferred edges. */
function confirmEdges(declared: readonly EvidenceEdge[], inferred: readonly EvidenceEdge[]): EvidenceEdge[] {
  const name = ({ from, to }: EvidenceEdge) => JSON.stringify([from, to.plan, to.step]);
  const edges = new Map(declared.map((edge) => [name(edge), edge]));
  const proof = new Map<string, EvidenceEdge>();
  for (const edge of inferred) {
    const declared = edges.get(name(edge));
    const provedEdge = proof.get(name(edge));
    if (
      declared !== undefined &&
      (provedEdge === undefined ||
        (edge.to.turn === declared.to.turn && provedEdge.to.turn !== declared.to.turn))
    )
      proof.set(name(edge), edge);
  }
  return [
    ...declared.map((edge): EvidenceEdge => {
      const by = proof.get(name(edge));
      if (by === undefined) return edge;
      const { matched, matches, to } = by;
      return {
        ...edge,
        matched,
        matches,
        to: to.turn !== edge.to.turn ? edge.to : { ...edge.to, block: to.block ?? edge.to.block },
      };
    }),
    ...inferred.filter((edge) => !edges.has(name(edge))),
  ];
}

function compareByUse(a: EvidenceEdge, b: EvidenceEdge): number {
  return a.to.turn - b.to.turn || a.from - b.from || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
