import { isPlaceholder, isTyped } from "./placeholder-text";

const CHARS = { min: 5, max: 200 };
const NUMBER =
  /^\d{1,3}[\u3040-\u9fff\uac00-\ud7af]|^[\d.,:%+/-]+(?:[a-z]|ms|min|sec|hrs|days?|px|r?em|[kmgt]i?b|[kmg]hz)?$/i;
const EXPRESSION = /^[./~$@%&<{[(]|:\/\/|\.\.\.|::|->|\$\{|\w\(|=>|\/\w+\//;
const NAME =
  /^(?:[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[a-z]+(?:_[a-z]+)+\d{1,2}|[a-z]+(?:[A-Z][a-z]+)+\d{0,2})$/;
/** Also names of variables, where no quotes tell that a value is a text. */
const VARIABLE =
  /^(?:arg|param|value|val|var|str|text|string|test|temp|tmp|foo|bar|item|node|page|step|line|part|data|name|version|level|type|option|group|team|file|phase|task|number|index|[a-z]{1,3}|[a-z]+(?:[A-Z][a-z]+)+)\d$/;
const METHOD =
  /^(?:scram|sha|md|aes|rsa|hmac|pbkdf|bcrypt|scrypt|argon|base|utf|rs|hs|es|oauth|cram|digest|hex|ecdsa|ed|crypt|ssha|sasl)[-_]?\d|^v\d+(?:\.\d+)*(?:[a-z]\d{0,2})?$|^(?:cram|digest)-md5$/i;
const FILE =
  /\.(?:[jt]sx?|mjs|cjs|py|rb|go|rs|java|json[l5]?|ya?ml|toml|ini|txt|md|sh|env|pem|key|crt|html?|css|lock|log|cfg|conf|csv|sql|php|vue|svelte|kt|cs|swift|ex|exs|c|h|cpp|scala)(?::\d{1,6}){0,2}$/i;
const ABOUT_PASSWORDS =
  /^(?:pass(?:word|wd|phrase|code)?s?|pwds?|secrets?|tokens?|keys?|auth(?:entication)?|login|users?|admin|hash(?:ed)?|salt|cred(?:ential)?s?|encrypt(?:ed|ion)?|(?:in)?valid|missing|required?|length|polic(?:y|ies)|reset|changed?|forgot|confirm|inputs?|fields?|forms?|buttons?|labels?|errors?|values?|config|defaults?|sample|manager|providers?|services?|servers?|clients?|stores?)$/i;
/** The name of a user with a number, which many take for a password. */
const OF_USER = /^(?:admin|root)\d{1,2}$/i;
const wordsOf = (text: string): string[] => text.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? [];
export const isAboutPasswords = (text: string) => wordsOf(text).some((word) => ABOUT_PASSWORDS.test(word));

/** Three or more plain words joined by one sign, as people choose them. Names of things use other words. */
export function isPassphrase(text: string): boolean {
  const parts = text.split(/[-_.]/);
  return (
    parts.length >= 3 &&
    parts.length <= 8 &&
    new Set(text.replace(/[^-_.]/g, "")).size === 1 &&
    parts.every((part) => /^(?:[A-Za-z][a-z]{2,11}|\d{1,4})$/.test(part)) &&
    parts.filter((part) => part.length > 3).length >= 2 &&
    parts.filter((part) => /[a-z]/.test(part)).length >= 3 &&
    !parts.some((part) => NO_CHOSEN_WORDS.has(part.toLowerCase())) &&
    !isAboutPasswords(text)
  );
}

/** Words of names, options and sentences that nobody puts into a passphrase. */
const NO_CHOSEN_WORDS = new Set(
  "the and for with from this that here only never always same origin not set get has have your you are was will can must should may app dev prod staging test tests api http https url uri uuid file path env var name type text min max size list item items new old all any none null true false read write create update delete add remove show hide enable disable enabled disabled plain main index page view data case use per out off non pre post sub src lib run build check cluster node container image version local remote host port domain database schema table column row".split(
    " ",
  ),
);

/**
 * Whether a text in the place of a password may be one. The place must be sure, because words with digits also stand in
 * other places.
 */
export function isPasswordLike(text: string, isQuoted = true): boolean {
  if (text.length < CHARS.min || text.length > CHARS.max || isPlaceholder(text) || isTyped(text))
    return false;
  if (!isQuoted && VARIABLE.test(text)) return false;
  if (NUMBER.test(text) || EXPRESSION.test(text) || NAME.test(text) || METHOD.test(text) || FILE.test(text))
    return false;
  if (isPassphrase(text) || isScrambled(text)) return true;
  if (isAboutPasswords(text) && !OF_USER.test(text) && /^[A-Za-z_.-]+\d{0,2}$/.test(text)) return false;
  return /\p{L}/u.test(text) && (/\d/.test(text) || (isQuoted && hasSigns(text)));
}

const SCRAMBLED = { charsMin: 12, piecesMin: 6, charsPerPieceMax: 2.6 };

/** Letters in both cases that change as in no name, as a generator without digits makes them. */
function isScrambled(text: string): boolean {
  if (text.length < SCRAMBLED.charsMin || !/^[A-Za-z]+$/.test(text)) return false;
  const pieces = text.match(/[A-Z]?[a-z]+|[A-Z]+/g)?.length ?? 0;
  return pieces >= SCRAMBLED.piecesMin && text.length / pieces <= SCRAMBLED.charsPerPieceMax;
}

/** Several signs that stand together in no operator. */
function hasSigns(text: string): boolean {
  return (text.match(/[!#$%^&*?@~]/g)?.length ?? 0) >= 2 && !/&&|\|\||[!=<>]=|\?\.|\?\?|\s|%[sd]/.test(text);
}
