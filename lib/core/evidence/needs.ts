import type { Session } from "../trace/session";
import type { CallPairs } from "../window/call-pairs";
import type { PlanStep } from "./plan/steps/plan";

/** Finds what a need of a step is: indexes into `Session.blocks`; `null` where it names nothing in the session. */
export type NeedResolver = (need: string) => readonly number[] | null;

/**
 * How the needs of one plan's steps are found. A need names a block, a call (its result is meant), another step (what that
 * produced is meant), or the path, the page or the artifact that a block came from.
 */
export function needResolver(
  { blocks }: Pick<Session, "blocks">,
  calls: CallPairs,
  plan: { readonly steps: readonly Pick<PlanStep, "id" | "outputs">[] },
): NeedResolver {
  const numbers = new Map(blocks.map(({ id }, number) => [id, number]));
  const origins = new Map(
    blocks.flatMap(({ origin }, number) =>
      [origin?.path, origin?.url, origin?.artifact].flatMap((name) =>
        name === undefined ? [] : [[name, number] as const],
      ),
    ),
  );
  const steps = new Map(plan.steps.map((step) => [step.id, step]));
  /** What a step says that it produced: a block, or the result of a call. */
  const produced = (id: string) => {
    const block = numbers.get(id) ?? calls.byCallId.get(id);
    return block === undefined ? undefined : (calls.resultOf.get(block) ?? block);
  };
  return (need) => {
    const step = steps.get(need);
    const block =
      numbers.get(need) ?? calls.byCallId.get(need) ?? (step === undefined ? origins.get(need) : undefined);
    if (block !== undefined) return [calls.resultOf.get(block) ?? block];
    return step === undefined ? null : step.outputs.flatMap((id) => produced(id) ?? []);
  };
}
