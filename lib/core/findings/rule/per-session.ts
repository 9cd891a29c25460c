import type { OnceInSteps } from "../../once";
import { makeOnceInSteps } from "../../once";
import type { InSteps } from "../../steps";
import type { FindingInput } from "./rule";

type Scene = Pick<FindingInput, "session">;

/** Makes a computation that runs once per session, for a value that several rules need. */
export function computePerSession<S extends Scene, T>(compute: (input: S) => T): (input: S) => T {
  const values = new WeakMap<FindingInput["session"], { readonly value: T }>();
  return (input) => {
    const before = values.get(input.session);
    if (before !== undefined) return before.value;
    const value = compute(input);
    values.set(input.session, { value });
    return value;
  };
}

/** The same in steps, for a computation that reads much: a rule that needs it gives way in between. */
export function computePerSessionInSteps<S extends Scene, T>(
  compute: (input: S) => InSteps<T>,
): OnceInSteps<S, T> {
  return makeOnceInSteps(compute, ({ session }) => session);
}
