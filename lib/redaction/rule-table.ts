import type { Check } from "./secret-value";
import gitleaks from "./table/gitleaks.json";
import near from "./table/gitleaks-near.json";
import issued from "./table/issued.json";
import names from "./table/names.json";
import personal from "./table/personal.json";
import places from "./table/places.json";

/** One rule: what it finds, where to look, and the examples that are its test. */
export interface FormRule {
  readonly id: string;
  readonly label: string;
  /** The class that a project turns on or off; without one, a key that somebody issued. */
  readonly class?: string;
  /** In lower case. The form is tried only where one of them begins; of `NEAR_RULES`, where a name holds one. */
  readonly words: readonly string[];
  /** From the word on, every repetition bounded. The group `it` is the value, else the whole match, and `head` before it. */
  readonly form: string;
  readonly flags?: string;
  /** The least bits per character of the value. */
  readonly entropy?: number;
  readonly check?: Check;
  /** In parts, so that no file holds a key. */
  readonly hits: readonly (readonly string[])[];
  readonly not: readonly (readonly string[])[];
}

export interface PersonalRule {
  readonly id: string;
  readonly label: string;
  readonly form: string;
  readonly flags?: string;
  readonly check: string;
  /** `false`: only when a project chooses it. */
  readonly usual?: boolean;
  readonly hits: readonly string[];
  readonly not: readonly string[];
}

/** Names that say what their value is. */
export interface NameRule {
  readonly id: "password" | "secret" | "token";
  readonly label: string;
  /** Anywhere in a name, a space standing for any separator or none. */
  readonly names: readonly string[];
  /** Short ones, which must be a whole word of a name. */
  readonly whole: readonly string[];
  /** A regular expression for what a name may end with. */
  readonly ending: string;
  readonly hits: readonly string[];
  readonly not: readonly string[];
}

/** One way to write a value beside its name. */
export interface Link {
  /** How sure a place is of its value: in `markup`, any text is one; `likely`, only what looks like one. */
  readonly sure: "markup" | "setting" | "plain" | "likely";
  /** From the end of the name to the beginning of the value. */
  readonly pattern: string;
  /** What the text up to the name must end with, the beginning of the name included. */
  readonly after?: string;
  /** The value must stand in quotes. */
  readonly quoted?: boolean;
  readonly hits: readonly string[];
}

export const ISSUED = "issued-key";
const readRules = ({ rules }: { readonly rules: readonly unknown[] }) => rules as readonly FormRule[];
/** The more exact rules first. */
export const FORM_RULES: readonly FormRule[] = [issued, gitleaks, places].flatMap(readRules);
export const NEAR_RULES: readonly FormRule[] = readRules(near);
export const NAME_RULES = names.rules as readonly NameRule[];
export const LINKS = names.links as readonly Link[];
export const NAME_PARTS: { readonly tail: string; readonly notSecret: string; readonly public: string } =
  names;
export const PERSONAL_RULES = personal.rules as readonly PersonalRule[];
