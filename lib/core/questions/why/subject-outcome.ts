import { describeCause } from "../../ledger/reason";
import type { LedgerReason, ReasonClass } from "../../ledger/ledger-rows";
import type { Needle } from "../search/needle";
import { findDepartureBefore, isKnownBefore, findStandingResidency } from "../../trace/lookup";
import type { Eviction, Residency, UnsentOutput } from "../../trace/session";
import type { Scene } from "./scene";
import { makeSummaryProof } from "./summary";
import type { DepartureProof, SubjectOutcome, Layer, SummaryProof, Verdict } from "./verdict";

export interface AskedSubject {
  readonly sourceId: string;
  readonly block: number | null;
  readonly shows: (residency: Residency) => boolean;
  readonly needle: Needle | null;
}

const NOTHING = { standing: null, exclusion: null, departure: null, summary: null } as const;

/**
 * What decided about a subject at the scene's turn. The harness's own ledger of the turn counts first, then the
 * windows, then what is known of a block without a decision.
 */
export function decideOutcome(scene: Scene, subject: AskedSubject): SubjectOutcome {
  return (
    decideStanding(scene, subject) ??
    decideByLedger(scene, subject) ??
    decideDeparted(scene, subject) ??
    decideUnseen(scene, subject)
  );
}

function decideStanding(scene: Scene, { block, shows }: AskedSubject): SubjectOutcome | null {
  if (block === null || !scene.windowKnown) return null;
  const residency = findStandingResidency(scene.lookup, block, scene.turn);
  if (residency === null || residency.mode === "reference" || !shows(residency)) return null;
  const position = scene.positionOf.get(block) ?? 0;
  const standingFacts = { mode: residency.mode, position, of: scene.window.length, since: residency.since };
  return { ...NOTHING, verdict: "in_window", layer: null, turn: scene.turn, standing: standingFacts };
}

function decideByLedger(scene: Scene, { sourceId, block, needle }: AskedSubject): SubjectOutcome | null {
  const exclusion = scene.exclusions.get(sourceId);
  if (exclusion?.turn === scene.turn) return decideExcluded(exclusion.reason, scene.turn);
  const compaction = scene.compactions.get(sourceId);
  // What became of a recorded block at other turns, the windows say.
  if (compaction === undefined || (block !== null && compaction.turn !== scene.turn)) return null;
  const included = scene.inclusions.get(sourceId) ?? -1;
  if (included > compaction.turn || (exclusion?.turn ?? -1) > compaction.turn) return null;
  const summaryBlock = scene.lookup.blockOf.get(compaction.summaryId) ?? null;
  const { turn } = compaction;
  const summary = makeSummaryProof(scene, { block, summaryBlock, turn }, needle);
  return { ...NOTHING, verdict: "summarised", layer: findLayerOfSummary(summary), turn, summary };
}

function decideDeparted(scene: Scene, { block, needle }: AskedSubject): SubjectOutcome | null {
  if (block === null) return null;
  const eviction = findDepartureBefore(scene.lookup, block, scene.turn);
  if (eviction === null) return null;
  const departure = makeDepartureProof(eviction);
  const turn = eviction.turn;
  if (eviction.how !== "compacted")
    return { ...NOTHING, verdict: "evicted", layer: findLayerOfEviction(eviction), turn, departure };
  const compaction =
    eviction.compaction === null ? null : scene.recording.session.compactions[eviction.compaction];
  const summary = makeSummaryProof(
    scene,
    { block, summaryBlock: compaction?.summaryBlock ?? null, turn },
    needle,
  );
  return { ...NOTHING, verdict: "summarised", layer: findLayerOfSummary(summary), turn, departure, summary };
}

function decideUnseen(scene: Scene, { sourceId, block }: AskedSubject): SubjectOutcome {
  const { turn } = scene;
  const earlier = scene.exclusions.get(sourceId);
  const included = block === null ? scene.inclusions.get(sourceId) : undefined;
  if (included === turn) return { ...NOTHING, verdict: "in_window", layer: null, turn };
  if (earlier !== undefined && earlier.turn > (included ?? -1))
    return decideExcluded(earlier.reason, earlier.turn);
  if (included !== undefined) return { ...NOTHING, verdict: "evicted", layer: "policy", turn: included + 1 };
  if (block === null) return { ...NOTHING, verdict: "never_in_session", layer: "retrieval", turn };
  if (!isKnownBefore(scene.lookup, block, turn)) {
    const residency = scene.lookup.residencies.get(block)?.[0];
    const created = scene.recording.session.blocks[block]?.createdTurn ?? turn;
    return { ...NOTHING, verdict: "came_later", layer: "retrieval", turn: residency?.from ?? created };
  }
  if (!scene.windowKnown) return { ...NOTHING, verdict: "window_unknown", layer: null, turn };
  if (findStandingResidency(scene.lookup, block, turn) !== null)
    return { ...NOTHING, verdict: "not_in_excerpt", layer: "policy", turn };
  const unsent = scene.recording.session.unsentOutputs.find(
    (output) => output.turn <= turn && output.blocks.includes(block),
  );
  if (unsent !== undefined) return takenBack(unsent);
  return { ...NOTHING, verdict: "never_entered", layer: "policy", turn };
}

/** What a call wrote left before it was sent: the window that would have held it is the first without it. */
function takenBack({ turn, cause }: UnsentOutput): SubjectOutcome {
  const departure: DepartureProof = {
    ...{ turn, how: "removed", cause: describeCause(cause), provenance: cause.provenance },
    ...{ reference: null, restorable: false, reenteredTurn: null },
  };
  return { ...NOTHING, verdict: "evicted", layer: "policy", turn, departure };
}

const VERDICT_OF_REASON: Partial<Record<ReasonClass, [Verdict, Layer]>> = {
  budget: ["cut_by_budget", "budget"],
  ranking: ["ranked_out", "ordering"],
  relevance: ["ranked_out", "ordering"],
  trust: ["excluded", "trust"],
};

function decideExcluded(exclusion: LedgerReason, turn: number): SubjectOutcome {
  const [verdict, layer] = VERDICT_OF_REASON[exclusion.class] ?? ["excluded", "policy"];
  return { ...NOTHING, verdict, layer, turn, exclusion };
}

function makeDepartureProof(eviction: Eviction): DepartureProof {
  return {
    turn: eviction.turn,
    how: eviction.how,
    cause: describeCause(eviction.cause),
    provenance: eviction.cause.provenance,
    reference: eviction.reference,
    restorable: eviction.restorable,
    reenteredTurn: eviction.reenteredTurn,
  };
}

const ABOUT_ROOM = /token|budget|window|overflow|context/i;

function findLayerOfEviction({ how, cause }: Eviction): Layer {
  const numbers = Object.keys(cause.numbers ?? {});
  const isAboutRoom = [cause.rule, cause.reason, ...numbers].some(
    (part) => part !== null && ABOUT_ROOM.test(part),
  );
  return how === "truncated" || isAboutRoom ? "budget" : "policy";
}

/**
 * The layer at which a summary lost the text. If it states everything and stands in the window, the failure lies with the model.
 * If it kept only a part, nobody can tell which part was needed.
 */
function findLayerOfSummary({ says, standing, kept, sought }: SummaryProof): Layer | null {
  if (says === null) return null;
  if (!says) return "summary";
  return kept < sought ? null : standing ? "model" : "policy";
}
