import { placeAsked, shortenPlace } from "../source/source";
import type { Recording } from "../trace/fold/recording";
import { readFullText } from "../trace/fold/recording";
import type { CallPairs } from "../window/call-pairs";
import type { PlanStep } from "./plan/steps/plan";

/**
 * The blocks that a need names, as indexes into `Session.blocks`; `null` where it names nothing in the
 * session.
 */
export type NeedResolver = (need: string) => readonly number[] | null;

/**
 * A need names a block, a call (its result is meant), another step (its output is meant), or the path, page
 * or artifact that a block came from.
 */
export function makeNeedResolver(
  recording: Recording,
  calls: CallPairs,
  plan: { readonly steps: readonly Pick<PlanStep, "id" | "outputs">[] },
): NeedResolver {
  const { blocks } = recording.session;
  const numbers = new Map(blocks.map(({ id }, number) => [id, number]));
  let places: ReadonlyMap<string, number> | null = null;
  const steps = new Map(plan.steps.map((step) => [step.id, step]));
  const findProduced = (id: string) => {
    const block = numbers.get(id) ?? calls.byCallId.get(id);
    return block === undefined ? undefined : (calls.resultOf.get(block) ?? block);
  };
  return (need) => {
    const step = steps.get(need);
    const block =
      numbers.get(need) ??
      calls.byCallId.get(need) ??
      (step === undefined
        ? (places ??= indexFirstPlaces(recording, calls)).get(shortenPlace(need))
        : undefined);
    if (block !== undefined) return [calls.resultOf.get(block) ?? block];
    return step === undefined ? null : step.outputs.flatMap((id) => findProduced(id) ?? []);
  };
}

function indexFirstPlaces(recording: Recording, calls: CallPairs): Map<string, number> {
  const first = new Map<string, number>();
  for (const [number, block] of recording.session.blocks.entries()) {
    const { path, url, artifact } = block.origin ?? {};
    const call = recording.session.blocks[calls.callOf.get(number) ?? -1];
    const askedPlace =
      call === undefined ? null : placeAsked(call.toolName, readFullText(recording, call) ?? "");
    for (const name of [path, url, artifact, askedPlace]) {
      const place = name == null ? "" : shortenPlace(name);
      if (place !== "" && !first.has(place)) first.set(place, number);
    }
  }
  return first;
}
