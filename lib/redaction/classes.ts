import { CALL_SECRETS } from "./call-secrets";
import { COMMAND_DETECTORS } from "./command-secrets";
import type { RedactionRules } from "./custom";
import { customDetector } from "./custom";
import { CREDENTIAL_DETECTORS, REQUEST_DETECTORS } from "./credentials";
import type { Detector, Found } from "./detector";
import { foundBy } from "./detector";
import { ENTERED_SECRETS } from "./entered-secrets";
import { HASH_AND_COOKIE_DETECTORS } from "./hashed-secrets";
import { ACCOUNT_NAMES, NAMED_PERSONAL } from "./named-personal";
import { NAMED_VALUES } from "./named-values";
import { LONE_TOKENS, NEAR_SECRETS } from "./near-secrets";
import { NATIONAL_IDS } from "./national-ids";
import { CHOSEN_DETECTORS, PERSONAL_DETECTORS } from "./personal";
import { KEY_TAILS, PRIVATE_KEYS, PUTTY_KEYS, SSH2_KEYS, XML_KEYS } from "./private-keys";
import { providerKeys } from "./provider-keys";
import { KEY_RULES } from "./rules/provider-keys";
import { SHAPED_TOKENS } from "./shaped-tokens";
import { DEVICE_SECRETS } from "./device-secrets";
import { ONE_TIME_CODES } from "./one-time-codes";
import { PAIRED_SECRETS } from "./paired-secrets";
import { POSITIONAL_SECRETS } from "./positional-secrets";
import { PROGRAM_SECRETS } from "./program-secrets";
import { SHOWN_SECRETS } from "./shown-secrets";
import { PROSE_DETECTORS } from "./prose-secrets";
import { STRONG_PASSWORDS } from "./strong-passwords";
import { TABLE_SECRETS } from "./table-secrets";
import { TYPED_SECRETS } from "./typed-secrets";

export const LIBRARY = "secretlint";

export interface RedactionClass {
  readonly id: string;
  readonly label: string;
  readonly usual: boolean;
}

const USUAL: readonly Detector[] = [
  PRIVATE_KEYS,
  PUTTY_KEYS,
  SSH2_KEYS,
  XML_KEYS,
  KEY_TAILS,
  ...REQUEST_DETECTORS,
  ...CREDENTIAL_DETECTORS,
  ...COMMAND_DETECTORS,
  ...PROSE_DETECTORS,
  ...PROGRAM_SECRETS,
  ...TYPED_SECRETS,
  ...SHOWN_SECRETS,
  ...DEVICE_SECRETS,
  ...STRONG_PASSWORDS,
  ...PAIRED_SECRETS,
  ...POSITIONAL_SECRETS,
  ENTERED_SECRETS,
  ONE_TIME_CODES,
  NAMED_VALUES,
  TABLE_SECRETS,
  CALL_SECRETS,
  ...HASH_AND_COOKIE_DETECTORS,
  ...SHAPED_TOKENS,
  NEAR_SECRETS,
  LONE_TOKENS,
  ...PERSONAL_DETECTORS,
  ...NATIONAL_IDS,
  ...NAMED_PERSONAL,
  ...ACCOUNT_NAMES,
];

export const CLASSES: readonly RedactionClass[] = distinct([
  ...KEY_RULES.map(({ id, label }) => ({ id, label, usual: true })),
  ...USUAL.map(({ id, label }) => ({ id, label, usual: true })),
  { id: LIBRARY, label: "secrets that secretlint knows", usual: true },
  ...CHOSEN_DETECTORS.map(({ id, label }) => ({ id, label, usual: false })),
]);

export function looksFor({ off, on }: Pick<RedactionRules, "off" | "on">): (id: string) => boolean {
  const [without, chosen] = [new Set(off), new Set(on)];
  const usual = new Set(CLASSES.flatMap(({ id, usual: is }) => (is ? [id] : [])));
  return (id) => !without.has(id) && (usual.has(id) || chosen.has(id) || id.startsWith("rule-"));
}

export function classNames(rules: RedactionRules): { lookedFor: string[]; toChoose: string[] } {
  const isWanted = looksFor(rules);
  const named = (wanted: boolean) => [
    ...new Set(CLASSES.flatMap(({ id, label }) => (isWanted(id) === wanted ? [label] : []))),
  ];
  return {
    lookedFor: [...named(true), ...rules.rules.map(({ name }) => name)],
    toChoose: named(false),
  };
}

/** With `lines`, only what several lines show together; with `broken`, only what is recognised without its context. */
export type Scan = (text: string, only?: "lines" | "broken") => Iterable<Found>;

/** Values that are recognised without their context. Only these are searched in joined lines. */
const BROKEN_KINDS: ReadonlySet<string> = new Set([
  ...KEY_RULES.map(({ id }) => id),
  ...["jwt", "email", "bearer", "url-password", "iban"],
  ...["discord", "telegram", "mailchimp", "airtable", "azure-ad", "clickup"],
]);

const OF_LINES: ReadonlySet<Detector> = new Set([
  PRIVATE_KEYS,
  KEY_TAILS,
  ...COMMAND_DETECTORS,
  ...PROSE_DETECTORS,
  NAMED_VALUES,
  TABLE_SECRETS,
]);

/** Without the classes of secretlint. */
export function scanner(rules: RedactionRules): Scan {
  const isWanted = looksFor(rules);
  const detectors = [...USUAL, ...CHOSEN_DETECTORS, ...rules.rules.map(customDetector)].filter(({ id }) =>
    isWanted(id),
  );
  const ofLines = detectors.filter((detector) => OF_LINES.has(detector));
  const alone = detectors.filter(({ id }) => BROKEN_KINDS.has(id));
  return function* scan(text, only) {
    if (only !== "lines") for (const found of providerKeys(text)) if (isWanted(found.detector)) yield found;
    const chosen = only === "lines" ? ofLines : only === "broken" ? alone : detectors;
    for (const detector of chosen) yield* foundBy(detector, text);
  };
}

function distinct(classes: readonly RedactionClass[]): RedactionClass[] {
  return [...new Map(classes.toReversed().map((one) => [one.id, one])).values()].toReversed();
}
