import type { FindingInput } from "./rule";

type Scene = Pick<FindingInput, "session">;

/** Several rules need the value. It is computed once per session. */
export function perSession<S extends Scene, T>(read: (input: S) => T): (input: S) => T {
  const known = new WeakMap<FindingInput["session"], { readonly value: T }>();
  return (input) => {
    const before = known.get(input.session);
    if (before !== undefined) return before.value;
    const value = read(input);
    known.set(input.session, { value });
    return value;
  };
}
