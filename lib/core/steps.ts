/** Work in steps: other work may go on whenever the generator yields. */
export type InSteps<T> = Generator<undefined, T>;

/** All steps at once, for a caller that has no other work. */
export function finishSteps<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
