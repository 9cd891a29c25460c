import { COLUMNS } from "./columns";
import type { RedactionRules } from "./custom";
import { makeCustomDetector } from "./custom";
import type { Detector, Found } from "./detector";
import { listIssued } from "./issued";
import { listNamed } from "./named-values";
import { CHOSEN_DETECTORS, PERSONAL_DETECTORS } from "./personal";
import { isPhoneClass, makeNationalPhones } from "./phones";
import { PRIVATE_KEYS } from "./private-keys";
import { FORM_RULES, ISSUED, NAME_RULES } from "./rule-table";
import { LIBRARY } from "./secretlint";

export interface RedactionClass {
  readonly id: string;
  readonly label: string;
  /** Looked for unless a project turns it off; else, only when a project turns it on. */
  readonly usual: boolean;
}

const USUAL: readonly Detector[] = [PRIVATE_KEYS, COLUMNS, ...PERSONAL_DETECTORS];

export const CLASSES: readonly RedactionClass[] = keepDistinct([
  { id: ISSUED, label: "key that somebody issued", usual: true },
  ...NAME_RULES.map(({ id, label }) => ({ id, label, usual: true })),
  ...FORM_RULES.flatMap(({ class: id, label }) => (id === undefined ? [] : [{ id, label, usual: true }])),
  ...USUAL.map(({ id, label }) => ({ id, label, usual: true })),
  { id: LIBRARY, label: "secrets that secretlint knows", usual: true },
  ...CHOSEN_DETECTORS.map(({ id, label }) => ({ id, label, usual: false })),
]);

export function makeFilter({ off, on }: Pick<RedactionRules, "off" | "on">): (id: string) => boolean {
  const [without, chosen] = [new Set(off), new Set(on)];
  const usual = new Set(CLASSES.flatMap(({ id, usual: is }) => (is ? [id] : [])));
  return (id) => !without.has(id) && (usual.has(id) || chosen.has(id) || id.startsWith("rule-"));
}

export function listClassNames(rules: RedactionRules): { lookedFor: string[]; toChoose: string[] } {
  const isWanted = makeFilter(rules);
  const named = (wanted: boolean) => [
    ...new Set(CLASSES.flatMap(({ id, label }) => (isWanted(id) === wanted ? [label] : []))),
  ];
  return {
    lookedFor: [...named(true), ...rules.on.filter(isPhoneClass), ...rules.rules.map(({ name }) => name)],
    toChoose: named(false),
  };
}

/** With `issued`, only keys that their form shows. */
export type Scan = (text: string, only?: "issued") => Iterable<Found>;

/** Without the classes of secretlint. */
export function makeScanner(rules: RedactionRules): Scan {
  const isWanted = makeFilter(rules);
  const detectors = [
    ...[...USUAL, ...CHOSEN_DETECTORS].filter(({ id }) => isWanted(id)),
    ...rules.on.filter((id) => isPhoneClass(id)).map(makeNationalPhones),
    ...rules.rules.map(makeCustomDetector),
  ];
  return function* scan(text, only) {
    for (const found of listIssued(text)) if (isWanted(found.detector)) yield found;
    if (only === "issued") return;
    for (const found of listNamed(text)) if (isWanted(found.detector)) yield found;
    for (const { id, label, find } of detectors)
      for (const { start, end } of find(text)) yield { start, end, detector: id, label };
  };
}

function keepDistinct(classes: readonly RedactionClass[]): RedactionClass[] {
  return [...new Map(classes.toReversed().map((one) => [one.id, one])).values()].toReversed();
}
