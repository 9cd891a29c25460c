import type { RedactionRules } from "./custom";
import { customDetector } from "./custom";
import { CREDENTIAL_DETECTORS, REQUEST_DETECTORS } from "./credentials";
import type { Detector, Found } from "./detector";
import { foundBy } from "./detector";
import { CHOSEN_DETECTORS, PERSONAL_DETECTORS } from "./personal";
import { PRIVATE_KEYS, PUTTY_KEYS } from "./private-keys";
import { providerKeys } from "./provider-keys";
import { KEY_RULES } from "./rules/provider-keys";

/** All rules of the library together, as a project may do without them. */
export const LIBRARY = "secretlint";

/** A kind of thing that is looked for. */
export interface RedactionClass {
  readonly id: string;
  readonly label: string;
  /** Whether it is looked for where a project says nothing. */
  readonly usual: boolean;
}

const USUAL: readonly Detector[] = [
  PRIVATE_KEYS,
  PUTTY_KEYS,
  ...REQUEST_DETECTORS,
  ...CREDENTIAL_DETECTORS,
  ...PERSONAL_DETECTORS,
];

/** Everything that can be looked for, each by the id that switches it. */
export const CLASSES: readonly RedactionClass[] = distinct([
  ...KEY_RULES.map(({ id, label }) => ({ id, label, usual: true })),
  ...USUAL.map(({ id, label }) => ({ id, label, usual: true })),
  { id: LIBRARY, label: "secrets that secretlint knows", usual: true },
  ...CHOSEN_DETECTORS.map(({ id, label }) => ({ id, label, usual: false })),
]);

/** Whether a project looks for a class. */
export function looksFor({ off, on }: Pick<RedactionRules, "off" | "on">): (id: string) => boolean {
  const [without, chosen] = [new Set(off), new Set(on)];
  const usual = new Set(CLASSES.flatMap(({ id, usual: is }) => (is ? [id] : [])));
  return (id) => !without.has(id) && (usual.has(id) || chosen.has(id) || id.startsWith("rule-"));
}

/** Looks through one text for everything that a project looks for, but for what the library knows. */
export function scanner(rules: RedactionRules): (text: string) => Iterable<Found> {
  const isWanted = looksFor(rules);
  const detectors = [...USUAL, ...CHOSEN_DETECTORS, ...rules.rules.map(customDetector)].filter(({ id }) =>
    isWanted(id),
  );
  return function* scan(text) {
    for (const found of providerKeys(text)) if (isWanted(found.detector)) yield found;
    for (const detector of detectors) yield* foundBy(detector, text);
  };
}

function distinct(classes: readonly RedactionClass[]): RedactionClass[] {
  return [...new Map(classes.toReversed().map((one) => [one.id, one])).values()].toReversed();
}
