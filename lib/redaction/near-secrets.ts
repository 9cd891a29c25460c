import type { Detector, Span } from "./detector";
import { isPassphrase, isPasswordLike } from "./password-like";
import { isPlaceholder, isTyped } from "./placeholder-text";
import { isPlainName } from "./plain-names";
import { secretNamesIn } from "./secret-names";
import { IDENTIFIERS } from "./shaped-tokens";
import { NAMES_SERVICE } from "./service-names";
import { isKeyLike, isProductKey, isShuffled } from "./shuffled-text";
import { wordsWithDigits } from "./words-with-digits";

/** In a line with such a word, a value in the form of a key is one. */
const SAYS_SECRET =
  /secret|token(?!s|i[sz])|credential|(?<![a-z])creds?(?![a-z])|api[-_ ]?key|(?<![a-z])(?:key|auth|authorization|oauth|login|logon|sign[-_ ]?in|cookie|licen[cs]e|activat\w{1,6}|private|encrypt\w{0,6}|decrypt\w{0,6}|cipher|aes|hmac|jwt|csrf|invite|invitation|webhook|passkey|unlock|redeem|voucher|crumb|sign|certificate|bearer|wallet|signer|accounts|salt|seed|otp|totp|2fa|mfa)(?![a-z])|[a-z](?:Key|Secret|Token|Auth|Login)(?![a-z])|_(?:key|auth|cookie|code)(?![a-z])|schlüssel|ключ|токен|密钥|令牌|キー|トークン|토큰/iu;
/** Such a word may stand beside a user, so only a value with the signs of a password is one. */
const SAYS_USER =
  /(?<![a-z])(?:log[-_ ]?(?:in|on)|auth\w{0,12}|credentials?|creds|user(?:name)?|account|root|admin\w{0,10}|unlock|keychain|sign[-_ ]?in|smtp|imap|s?ftp|ldap|samba|rdp|vpn|basicauth|users|encrypt|decrypt|allow)(?![a-z])/i;
const HAS_SIGNS =
  /^[A-Z]?[a-z]{3,}[-_@#$!%&*+]?\d{1,4}[!?#$%&*@]$|^[A-Z][a-z]{3,}[@#$!%&*+]\d{1,4}$|^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[!#$%^&*])\S{8,40}$/;
/** A word, digits and a sign, as nobody writes anything but a password. */
const IS_PASSWORD = /^[A-Z][a-z]{2,14}(?:[@$!%&*]\d{2,4}[!?]?|\d{2,4}[!@#$%&*])$/;
const CHARS = { min: 6, lone: 12, inAddress: 20, inPath: 30, loneMax: 120, plainMax: 400 };
const REACH = { before: 140, after: 60 };
const PASSWORD_REACH = { before: 80, after: 50 };
const BREAK = /\n|\\r|\\n/;

/** Values without a name of their own, in a line that speaks of a secret. */
export const NEAR_SECRETS: Detector = {
  id: "assignment",
  label: "named secret",
  *find(text) {
    for (const { span, isNear } of candidatesIn(text)) if (isNear) yield span;
  },
};

/** Long values in which upper case, lower case and digits are shuffled. No name or number has this form. */
export const LONE_TOKENS: Detector = {
  id: "shaped-token",
  label: "token of an unknown kind",
  *find(text) {
    for (const { span, isNear } of candidatesIn(text))
      if (!isNear && isLone(text.slice(span.start, span.end)) && !isNamedThing(text, span.start)) yield span;
  },
};

interface Candidate {
  readonly span: Span;
  readonly isNear: boolean;
}

let last: { readonly text: string; readonly candidates: readonly Candidate[] } = { text: "", candidates: [] };

/** Values in the form of a secret. Both detectors ask for those of the same text. */
function candidatesIn(text: string): readonly Candidate[] {
  if (last.text !== text) last = { text, candidates: [...findCandidates(text)] };
  return last.candidates;
}

function* findCandidates(text: string): Iterable<Candidate> {
  const names = secretNamesIn(text).filter(({ says }) => says === "password");
  for (const word of wordsWithDigits(text)) {
    const span = bareSpan(text, word);
    yield* partsBefore(text, word);
    const value = text.slice(span.start, span.end);
    if (value.length < CHARS.min || value.length > CHARS.plainMax) continue;
    const isKey = isKeyLike(value);
    if (isKey ? isKnown(value) || isOfPath(text, word, span) : !mayBeChosen(text, span, names, value))
      continue;
    if (!isKey && !isChosen(value)) continue;
    yield { span, isNear: isNear(text, span, names, isKey) };
  }
}

/** A cheap test before the others, because most words with a digit are no secrets. */
function mayBeChosen(text: string, span: Span, names: readonly Span[], value: string): boolean {
  return (
    isBeside(text, span, names) ||
    HAS_SIGNS.test(value) ||
    CHOSEN.test(value) ||
    (text.charAt(span.start - 1) === ":" && isPassphrase(value))
  );
}

/** Parts of a word before its last sign: the key of `key:x`, and the parts of the path of an address. */
function* partsBefore(text: string, { start, end }: Span): Iterable<Candidate> {
  const word = text.slice(start, end);
  const isAddress = /^https?:\/\//.test(word);
  const pair = word.split(":");
  const parts = isAddress
    ? (word.split("#")[0] ?? "").split(/[/?]/)
    : pair.length === 2
      ? pair.slice(0, 1)
      : [];
  let at = start;
  for (const part of parts) {
    const min = isAddress ? CHARS.inPath : CHARS.lone;
    if (part.length >= min && isShuffled(part, min) && !(isAddress && /[.=%]/.test(part)) && !isKnown(part))
      yield { span: { start: at, end: at + part.length }, isNear: false };
    at += part.length + 1;
  }
}

function isKnown(value: string): boolean {
  return IDENTIFIERS.test(value) || isPlaceholder(value) || isTyped(value);
}

function isNear(text: string, span: Span, names: readonly Span[], isKey: boolean): boolean {
  return (
    (isBeside(text, span, names) || isToldBy(isKey ? SAYS_SECRET : SAYS_USER, text, span)) &&
    !hasOtherName(text, span.start)
  );
}

function isToldBy(says: RegExp, text: string, span: Span): boolean {
  const value = text.slice(span.start, span.end);
  const isOfUser =
    text.charAt(span.start - 1) === ":" && /^\w+$/.test(text.slice(span.start - 3, span.start - 1));
  const around = lineAround(text, span);
  return (
    (says !== SAYS_USER || HAS_SIGNS.test(value) || CHOSEN.test(value) || isOfUser) &&
    ((isOfUser && HAS_SIGNS.test(value)) ||
      IS_PASSWORD.test(value) ||
      says.test(around) ||
      (says === SAYS_SECRET && NAMES_SERVICE.test(around)))
  );
}

function isLone(value: string): boolean {
  if (value.length > CHARS.loneMax && /[+/]/.test(value)) return false;
  if (isProductKey(value)) return true;
  return isShuffled(value, CHARS.lone) && /^[\w+/=.~-]+$/.test(value) && !/^0x/.test(value);
}

/** A part of an address, a path or a name in several parts. */
function isOfPath(text: string, word: Span, { start, end }: Span): boolean {
  const before = text.slice(word.start, start);
  const asked = /[?&](?<name>[\w.-]{1,30})=$/.exec(before)?.groups?.name;
  if (asked !== undefined) return end - start < CHARS.inAddress && !SAYS_SECRET.test(asked);
  return (
    /[/%]$|:.*:|\/\//.test(before) ||
    /^\/|\/\/|\/[\w-]*\.[a-z]{2,4}$/.test(text.slice(start, end)) ||
    text.charAt(end) === "(" ||
    /\\$/.test(text.slice(Math.max(0, start - 1), start))
  );
}

/** Without what stands before a sign, as the user of `user:value`, and without the signs of a sentence. */
function bareSpan(text: string, { start, end }: Span): Span {
  const word = text.slice(start, end);
  const own = word.replace(/(?<!=)={1,2}$/, "");
  const sign = Math.max(own.lastIndexOf(":"), own.lastIndexOf("=")) + 1;
  const isEscape = text.charAt(start - 1) === "\\" && /^[nrt]/.test(word);
  const from = start + (own.length - sign >= CHARS.min ? sign : 0) + (isEscape ? 1 : 0);
  const bare = text.slice(from, end).replace(/(?<![.:*_…])[.:*_…]+$/, "");
  const lead = /^[*_~]+/.exec(bare)?.[0].length ?? 0;
  return { start: from + lead, end: from + bare.length };
}

const NAME =
  /(?<before>^|[^\w$.-])(?<name>[\w$.-]{1,48})(?<sign>["'`\\\])}]{0,4}\s{0,3}(?:=>|:=|[:=])\s{0,3})(?:[bfru@$]?["'`\\([{*]){0,6}$/;
const NAME_CHARS = 72;
/** Such a name says nothing of its value. */
const NEUTRAL =
  /(?:val(?:ue)?|text|string|str|default|content|input|body|answer|field|item|arg|args|entry|response|is|was|to)$/i;

interface Name {
  readonly name: string;
  /** Whether it is the key of an entry, and not a word before a colon. */
  readonly isKey: boolean;
}

function nameBefore(text: string, start: number): Name | null {
  const from = Math.max(0, start - NAME_CHARS);
  const { before = "", name, sign = "" } = NAME.exec(text.slice(from, start))?.groups ?? {};
  if (name === undefined) return null;
  const at = text.slice(from, start).lastIndexOf(name + sign);
  const isFirst = /(?:^|[\n{,([;&])\s{0,40}-?\s{0,2}\\{0,4}["'`]?$/.test(
    text.slice(Math.max(0, from + at - 44), from + at),
  );
  return { name, isKey: sign.includes("=") || (isFirst && /["'`\s]/.test(sign) && before !== "@") };
}

const THING =
  /(?:(?<![a-z])(?:commit|index|trace|span|(?:md|sha-?)\d{1,3}|digest|checksum|fingerprint|revision|rev|blob|tree|parent|merge|etag|request|build|branch|tag|object|run|job|event|correlation|[\w-]{0,30}ids?|uuid|guid)|ssh-[\w-]{1,20}|ecdsa-[\w-]{1,30})["'`)]{0,2}(?:\s?\([^()\n]{0,40}\))?\s{0,2}[:=#]?\s{0,2}["'`(]{0,2}$/i;

/** Whether a value has a name that tells what it is, and this is no secret. */
function hasOtherName(text: string, start: number): boolean {
  if (isNamedThing(text, start)) return true;
  const found = nameBefore(text, start);
  return (
    found !== null &&
    found.isKey &&
    !(NEUTRAL.test(found.name) || SAYS_SECRET.test(found.name) || SAYS_PASSWORD.test(found.name))
  );
}

const SAYS_PASSWORD = /pass|pwd|pw$/i;
const OF_THING =
  /(?:^|[_.-])(?:r?id|ids|ID|Id|uuid|guid|hash|sha\d*|digest|md5|integrity|etag|iv|signature|sig|data|instance|path|version|model|checksum|fingerprint|commit|rev|revision|ref|cursor|address|pubkey|account|image|url|uri|href|src|file|filename|name|title|class|nonce|v|q|page|cursor|after|before|t?s)$|[a-z](?:Id|ID|Ids|Hash|Signature|Path|Version|Address|Uuid|UUID|Name|Url|URL)$|public/;

function isNamedThing(text: string, start: number): boolean {
  return THING.test(text.slice(Math.max(0, start - NAME_CHARS), start)) || isOfThing(nameBefore(text, start));
}

function isOfThing(found: Name | null): boolean {
  return found !== null && OF_THING.test(found.name);
}

function lineAround(text: string, { start, end }: Span): string {
  const before =
    text
      .slice(Math.max(0, start - REACH.before), start)
      .split(BREAK)
      .at(-1) ?? "";
  const after = text.slice(end, end + REACH.after).split(BREAK)[0] ?? "";
  return `${before} ${after}`;
}

function isBeside(text: string, { start, end }: Span, names: readonly Span[]): boolean {
  let [low, high] = [0, names.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((names[middle]?.start ?? Infinity) < start - PASSWORD_REACH.before) low = middle + 1;
    else high = middle;
  }
  for (let i = low; i < names.length; i++) {
    const name = names[i];
    if (name === undefined || name.start > end + PASSWORD_REACH.after) return false;
    const between =
      name.end <= start
        ? text.slice(name.end, start)
        : name.start >= end
          ? text.slice(end, name.start)
          : null;
    if (between !== null && !BREAK.test(between)) return true;
  }
  return false;
}

const OTHER =
  /^\d{1,3}(?:[-–][A-Za-z]+|[A-Za-z]{1,3})$|^\d+(?:bit|byte|char|day|hour|min|sec|item|row|line|token|th|px|ms)s?$|^(?![a-z]*(?:[bcdfghjklmnpqrstvwxz]{4}|[jqvxz][bcdfghjklmnpqrstvwxz]|q[^u]))[A-Za-z]+[-_]?\d$|^[A-Z]+[-_]?\d+$|^[a-z]{1,4}[-_]?\d{1,4}$|^user[-_]?\d+$|\d{4}-\d\d-\d\d|\d\d:\d\d|\/|^v?\d+(?:\.\d+)+|[A-Za-z]\.[A-Za-z]|@[\w-]+\.[a-z]|^[#$&%]|=|\w\?\.|&&|\.\./;
const CHOSEN =
  /^[A-Z][a-z]{3,}[-_@#$!%&*.+]?\d{2,4}[!?#$%&*@.]{0,2}$|^[A-Z][a-z]{3,}[-_@#$!%&*+]\d[a-z]?$|^[A-Z][a-z]{3,}\d[!?#$%&*@]{1,2}$/;

/** Whether it looks like a password, where only words around it say that it is one. */
function isChosen(text: string): boolean {
  if (OTHER.test(text) || !isPasswordLike(text, false)) return false;
  if (CHOSEN.test(text)) return true;
  return (
    isPassphrase(text) ||
    /[a-z\d][!#$%^&*?@]|[!#$%^&*?@][a-z\d]/i.test(text) ||
    (!isPlainName(text) && (/(?<![a-z])[a-z]{5,40}\d\d/.test(text) || hasLetterAfterDigit(text))) ||
    /^[a-z]{3,}\d+[a-z]+$|^\d{3,}[a-z]{2,}$|^[a-z]{5,}\d+$/.test(text)
  );
}

function hasLetterAfterDigit(text: string): boolean {
  return /[a-z]/.test(text.slice(text.search(/\d/) + 1));
}
