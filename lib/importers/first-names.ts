const NAMES_SHOWN = 8;

/** `the keys a, b and 3 more`. */
export function listFirstNames(what: string, names: readonly string[]): string {
  const more = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : "";
  return `${what} ${names.slice(0, NAMES_SHOWN).join(", ")}${more}`;
}
