import type { OnceInSteps } from "../../once";
import { makeOnceInSteps } from "../../once";
import type { InSteps } from "../../steps";
import type { FindingInput } from "./rule";

type Scene = Pick<FindingInput, "session">;

/** Several rules need the value. It is computed once per session. */
export function computePerSession<S extends Scene, T>(read: (input: S) => T): (input: S) => T {
  const known = new WeakMap<FindingInput["session"], { readonly value: T }>();
  return (input) => {
    const before = known.get(input.session);
    if (before !== undefined) return before.value;
    const value = read(input);
    known.set(input.session, { value });
    return value;
  };
}

/** The same for what reads much: a rule that needs it gives way in between. */
export function computePerSessionInSteps<S extends Scene, T>(
  read: (input: S) => InSteps<T>,
): OnceInSteps<S, T> {
  return makeOnceInSteps(read, ({ session }) => session);
}
