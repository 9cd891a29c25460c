import type { EdgeState } from "@/lib/core/evidence/edge";
import { NeedPlaces } from "@/lib/core/evidence/need-places";
import { makeNeedResolver } from "@/lib/core/evidence/needs";
import { sourcesOf } from "@/lib/core/evidence/sources";
import { PlainTexts } from "@/lib/core/evidence/texts";
import { listMissingParts, readUsedPart } from "@/lib/core/evidence/used";
import { EvidencePlaces } from "@/lib/core/evidence/whereabouts";
import { readFullText } from "@/lib/core/trace/fold/recording";
import type { Recording } from "@/lib/core/trace/fold/recording";
import { pairCalls, type CallPairs } from "@/lib/core/window/call-pairs";
import type { ManifestStep, PlanManifest } from "./manifest";
import { isOpenStep } from "./manifest";
import { findReference } from "./reference";
import { NEXT_TURN } from "./scene";

export const VALIDATION_ACTIONS = ["proceed", "refetch", "replan", "abort"] as const;
export type ValidationAction = (typeof VALIDATION_ACTIONS)[number];

/** As for a recording's evidence, or `unknown` where nothing with that name ever existed. */
export type NeedState = EdgeState | "unknown";

export interface RememberedNeed {
  readonly reference: string | null;
  readonly lastSeen: { readonly turn: number; readonly block: string } | null;
}

export interface NeedReport {
  readonly need: string;
  readonly state: NeedState;
  readonly block: string | null;
  /** Only the model's own words in the window say what is needed. */
  readonly residual: boolean;
  readonly refetchedBy: string | null;
  readonly missing: readonly string[];
  readonly lastSeen: RememberedNeed["lastSeen"];
  readonly reference: string | null;
  readonly call: { readonly tool: string; readonly arguments: string } | null;
}

export interface Validation {
  readonly action: ValidationAction;
  readonly problem: string | null;
  readonly needs: readonly NeedReport[];
}

const PRESENT: ReadonlySet<NeedState> = new Set(["live", "pinned", "refetched"]);

export function isPresent({ state }: Pick<NeedReport, "state">): boolean {
  return PRESENT.has(state);
}

/**
 * It proceeds with everything in the window, asks for what can be had again, needs a new plan where something
 * cannot, and gives up when it is over, unknown or without a task.
 * @param scene the window, as `buildRuntimeScene` makes it of messages
 * @param remembered what else is known of needs, by need
 */
export function validateStep(
  scene: Recording,
  plan: PlanManifest,
  step: ManifestStep,
  remembered: ReadonlyMap<string, RememberedNeed>,
): Validation {
  const needs = listNeedReports(scene, plan, step, remembered);
  const absent = needs.filter((need) => !isPresent(need));
  const problem = findProblem(scene, step);
  if (problem !== null) return { action: "abort", problem, needs };
  if (absent.length === 0) return { action: "proceed", problem: null, needs };
  return { action: absent.every(isAvailableAgain) ? "refetch" : "replan", problem: null, needs };
}

function isAvailableAgain({ reference, call }: NeedReport): boolean {
  return reference !== null || call !== null;
}

function findProblem({ session }: Recording, step: ManifestStep): string | null {
  if (!isOpenStep(step)) return `the step is ${step.status} already`;
  const asks = session.residencies.some(
    ({ block, from }) =>
      from === NEXT_TURN && ["user_message", "user_goal"].includes(session.blocks[block]?.kind ?? ""),
  );
  return asks ? null : "the window holds no message of the user: the task itself is gone";
}

function listNeedReports(
  scene: Recording,
  plan: PlanManifest,
  step: ManifestStep,
  remembered: ReadonlyMap<string, RememberedNeed>,
): NeedReport[] {
  const calls = pairCalls(scene.session);
  const sources = sourcesOf(scene);
  const texts = new PlainTexts(scene);
  const places = new NeedPlaces(scene, calls, sources, new EvidencePlaces(scene, calls), texts);
  const resolve = makeNeedResolver(scene, calls, plan);
  return step.needs.flatMap((need): NeedReport[] => {
    const rememberedNeed = remembered.get(need) ?? { reference: null, lastSeen: null };
    const blocks = resolve(need) ?? findByArgument(scene, calls, need);
    if (blocks.length === 0) return [makeUnknownNeed(need, rememberedNeed)];
    return blocks.map((block): NeedReport => {
      const usedPart = readUsedPart(texts, block, step, []);
      const place = places.at(usedPart, NEXT_TURN);
      const residency = scene.session.residencies.find(
        (candidate) => candidate.block === block && candidate.from === NEXT_TURN,
      );
      const shownText = residency === undefined ? "" : texts.readNormal(residency);
      const leftReference = residency === undefined ? null : findReference(texts.readShown(residency));
      return {
        need,
        state: place.state,
        block: scene.session.blocks[block]?.id ?? null,
        residual: place.residual,
        refetchedBy: nameOf(scene, place.refetchedBy),
        missing:
          place.state === "live" || place.state === "pinned"
            ? []
            : listMissingParts(texts, usedPart, shownText).filter((missingPart) => missingPart !== ""),
        lastSeen: rememberedNeed.lastSeen,
        reference: leftReference ?? rememberedNeed.reference,
        call: findCall(scene, calls, block),
      };
    });
  });
}

function makeUnknownNeed(need: string, { reference, lastSeen }: RememberedNeed): NeedReport {
  const state = lastSeen === null && reference === null ? "unknown" : "dangling";
  return {
    need,
    state,
    block: lastSeen?.block ?? null,
    residual: false,
    refetchedBy: null,
    missing: [],
    lastSeen,
    reference,
    call: null,
  };
}

function findByArgument(scene: Recording, calls: CallPairs, need: string): readonly number[] {
  const matchingPairs = [...calls.resultOf].filter(([call]) => {
    const block = scene.session.blocks[call];
    return block !== undefined && (readFullText(scene, block) ?? "").includes(JSON.stringify(need));
  });
  const newest = matchingPairs.at(-1);
  return newest === undefined ? [] : [newest[1]];
}

function findCall(scene: Recording, calls: CallPairs, result: number): NeedReport["call"] {
  const call = scene.session.blocks[calls.callOf.get(result) ?? -1];
  if (call?.toolName == null) return null;
  return { tool: call.toolName, arguments: readFullText(scene, call) ?? "" };
}

function nameOf({ session }: Recording, block: number | null): string | null {
  return block === null ? null : (session.blocks[block]?.id ?? null);
}
