/**
 * Something that all copies of this library have together: a package may bring a second one, and `sightglass run` another. So
 * none records what another records already.
 */
export function shareInProgram<Value extends object>(name: string, make: () => Value): Value {
  const all = globalThis as unknown as Record<symbol, Value | undefined>;
  return (all[Symbol.for(`sightglass ${name}`)] ??= make());
}
