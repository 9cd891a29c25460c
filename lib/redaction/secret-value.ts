import words from "./table/words.json";

/** Words that stand for a value instead of being one. Types, stand-ins and what forms say. */
const STAND_INS: ReadonlySet<string> = new Set(words.standIns);
const VARIABLE =
  /^(?:\$(?![\w.=,+/-]{1,40}\$)|%[\w({]|\{\{|\{%?[A-Za-z_.]|<|\[|@\w|!(?:vault|secret|Ref|Sub|GetAtt|env)|#\{|&[a-z]|\*[a-z]|~|\.{0,2}\/)|\$\{|\$\(|\{\{|%s|█|\*{3}|x{5}|(?<![A-Za-z0-9])x{3}|\.\.\.|…|process\.env|os\.environ|getenv|secrets?\.|vault:|your[-_ ]|[-_]here$|^example|example$|redacted|placeholder|change[-_]?me|dummy|<[a-z_ -]{1,40}>/i;
const WORDS = /[a-z]+/gi;
const UUID = /^\{?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\}?$/i;
const PLAIN_NUMBER = /^[-+]?[\d.,:_/-]+[a-z]{0,2}$/i;
/** An expression of a program, a path, an address or a version. */
const CODE =
  /^[A-Za-z_$][\w$]*(?:\??\.|->|::)[A-Za-z_$]|^[\w$.]+\(|^[\w$.]+\[|^(?:https?|file|s3|gs|arn|urn):|^[\w.-]*\/[\w./-]*$|^v?\d+(?:\.\d+)+|^[A-Za-z][a-z]*(?:[A-Z][a-z]+)+$|=>|^\w+<|\(\)|^(?:sha\d|md5|utf-?\d|base\d\d|aes-?\d+|hs\d+|rs\d+|es\d+)/;
const SPOKEN =
  /^(?![A-Za-z]{0,12}[bcdfghjklmnpqrstvwxz]{4})(?=[A-Za-z]{0,12}[aeiouy])(?:[A-Z]?[a-z]{3,}|[A-Z]{4,})$/;
/** Names of records, which open nothing. */
const UUID_WITHIN = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
/** Of letters without a digit. */
const CASE_CHANGES_MIN = 2;
const RANDOM_CHARS_MIN = 12;
const CHARS_PER_PIECE_MAX = 4.5;
const WORDS_SHARE_MAX = 0.45;

/** Whether a text stands for a secret without being one: a variable, a placeholder, a type, or a masked value. */
export function isStandIn(text: string): boolean {
  if (VARIABLE.test(text) || new Set(text).size < 3) return true;
  return !/\d/.test(text) && (text.match(WORDS) ?? []).every((word) => STAND_INS.has(word.toLowerCase()));
}

/** Whether letters, cases and digits follow each other as in no word or name. */
export function isRandom(text: string, min = RANDOM_CHARS_MIN): boolean {
  const own = text.replace(UUID_WITHIN, "");
  if (own.length < min || !/^[\x21-\x7e]+$/.test(own)) return false;
  if (!/\d/.test(own) && (own.match(/[a-z][A-Z]/g) ?? []).length < CASE_CHANGES_MIN) return false;
  const pieces = own.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? [];
  const letters = pieces.filter((piece) => !/\d/.test(piece));
  const inLetters = countChars(letters);
  const inWords = countChars(letters.filter((piece) => SPOKEN.test(piece)));
  return (
    pieces.length >= 4 &&
    countChars(pieces) / pieces.length <= CHARS_PER_PIECE_MAX &&
    inLetters >= own.length / 6 &&
    inWords <= own.length * WORDS_SHARE_MAX &&
    new Set(own).size >= Math.min(7, min)
  );
}

function countChars(pieces: readonly string[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** As the name of a record, which is a key only where a name says so. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Whether people choose such passwords: letters with a digit or a sign. Code, paths and numbers are none. */
export function isPasswordLike(text: string, min = 6): boolean {
  if (text.length < min || /\s/.test(text) || CODE.test(text) || PLAIN_NUMBER.test(text)) return false;
  if (UUID.test(text) || isStandIn(text) || !/[a-z]/i.test(text)) return false;
  return /\d/.test(text) || /[!#%&*+?^~@$]/.test(text.slice(1)) || isRandom(text, 8);
}

/** Whether a place that holds a password for certain does: any word may be one. */
export function isGiven(text: string, min = 3): boolean {
  return text.length >= min && !/\s/.test(text) && !isStandIn(text) && !/^[\w$.]+\(|^\d{1,4}$|^-/.test(text);
}

/** Shannon's entropy, in bits per character. */
export function computeEntropy(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

const CHECKS = {
  /** The form says enough. */
  form: () => true,
  any: (text: string) => !isStandIn(text),
  given: (text: string) => isGiven(text),
  "given-code": (text: string) => isGiven(text, 5),
  password: (text: string) => isPasswordLike(text, 5),
  random: (text: string) => isRandom(text) && !isStandIn(text),
  /** A cookie may hold several values. */
  "holds-random": (text: string) => text.split(/[=; ]/).some((part) => isRandom(part)),
  /** Base64 of a name and a password. */
  basic: (text: string) =>
    /^[\x20-\x39\x3b-\x7e]*:[\x20-\x7e]{3,}$/.test(Buffer.from(text, "base64").toString("latin1")),
} as const satisfies Record<string, (text: string) => boolean>;

export type Check = keyof typeof CHECKS;

export function isPassing(check: Check, text: string): boolean {
  return CHECKS[check](text);
}
