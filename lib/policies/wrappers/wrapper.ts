import { z } from "zod";
import type { Decision, HeldMessage, Policy, PolicyRequest, StepResult } from "../contract/policy";
import type { History } from "../contract/history";
import type { Pins } from "../contract/pins";
import type { Guard, Projection } from "../contract/projection";

/** A wrapper's input after the inner policy's step. `shown` is the inner policy's projection. */
export interface WrapperInput<State> {
  readonly state: State;
  readonly history: History;
  readonly shown: Projection;
  readonly request: PolicyRequest;
  /** How many of the projection's pending changes were made before the inner policy was asked. */
  readonly changesBefore: number;
}

export interface Restraint {
  readonly pins: Pins;
  readonly guard: Guard;
}

export interface WrapperResult {
  readonly decisions?: readonly Decision[];
  readonly notes?: readonly string[];
  readonly held?: readonly HeldMessage[];
}

/** A rule that can be put around any policy. */
export interface WrapperDefinition<State> {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly state: z.ZodType<State>;
  restrain?(input: Omit<WrapperInput<State>, "changesBefore">): Restraint;
  correct(input: WrapperInput<State>): WrapperResult;
}

/** Makes a function that puts a wrapper around a policy. The options are those of the inner policy. */
export function defineWrapper<State>(definition: WrapperDefinition<State>): (inner: Policy) => Policy {
  const stateOf = z.object({ inner: z.unknown().default({}), own: definition.state });
  return (inner) => ({
    ...inner,
    kind: `${inner.kind}+${definition.id}`,
    title: `${inner.title}, ${definition.title}`,
    source: `${inner.source} ${definition.source}`,
    begin(options, state = {}) {
      const read = stateOf.parse({ own: {}, ...(structuredClone(state) as object) });
      const stepper = inner.begin(options, read.inner);
      const own = read.own as State;
      return {
        state: {
          get inner() {
            return stepper.state;
          },
          own,
        },
        step(input) {
          const changesBefore = input.shown.changes.length;
          const restraint = definition.restrain?.({ ...input, state: own });
          const outer = input.shown.guard;
          input.shown.guard = restraint?.guard ?? outer;
          const result = stepper.step({ ...input, pins: restraint?.pins ?? input.pins });
          input.shown.apply(result.changes);
          input.shown.guard = outer;
          const added = definition.correct({ ...input, state: own, changesBefore });
          return joinResults(result, added);
        },
      };
    },
  });
}

/** The changes are already applied, so the joined result has none. */
function joinResults(result: StepResult, added: WrapperResult): StepResult {
  return {
    ...result,
    changes: [],
    decisions: [...(result.decisions ?? []), ...(added.decisions ?? [])],
    notes: [...(result.notes ?? []), ...(added.notes ?? [])],
    held: [...(result.held ?? []), ...(added.held ?? [])],
  };
}

/** Positions that changed since the inner policy was asked, each once. */
export function listChangedPositions({
  shown,
  changesBefore,
}: Pick<WrapperInput<unknown>, "shown" | "changesBefore">) {
  const changed = new Set<number>();
  for (const change of shown.changes.slice(changesBefore)) {
    if ("index" in change) changed.add(change.index);
    else if ("from" in change) for (let i = change.from; i < change.to; i++) changed.add(i);
  }
  return changed;
}
