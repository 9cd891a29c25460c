/**
 * Makes something from a run's options once and returns the same thing for the rest of the run. So measures made from
 * options stay the same functions.
 */
export function makePerRun<Options extends object, Made>(
  make: (options: Options) => Made,
): (options: Options) => Made {
  const made = new WeakMap<Options, Made>();
  return (options) => {
    const known = made.get(options);
    if (known !== undefined) return known;
    const fresh = make(options);
    made.set(options, fresh);
    return fresh;
  };
}
