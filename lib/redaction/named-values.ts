import type { Detector, Span } from "./detector";
import { isPassphrase, isPasswordLike } from "./password-like";
import { isPlainName } from "./plain-names";
import { isChosenWord } from "./plain-words";
import { isPlaceholder, isTyped } from "./placeholder-text";
import type { Says } from "./secret-names";
import { secretNamesIn } from "./secret-names";

const HARMLESS =
  /(?:primary|foreign|public|cache|sort|partition|object|idempotency|dedupe?|lookup|map|row|hash|index|config|query|shortcut|hot|arrow|react|i18n|translation|message|storage|state|sha|digest|commit|fingerprint|etag|csrf|mon|tur|don|joc|whis|hoc|jockey|os)[-_ ]?$/i;

const REST = /[A-Za-z_]{0,24}(?:\.[A-Za-z_]{1,24}){0,3}/y;
/** What may stand between a name and its value: signs, quotes, and a few words and types. */
const BETWEEN =
  /(?:<\/?[a-z][\w:.-]{0,30}(?: [^<>\n]{0,60})?>| (?!value|content|default)[a-z:-]{1,30}=\\?"[^"<>\n\\]{0,60}\\?"|[bfnrul@](?=["'])|string\(\d{1,3}\)|s:\d{1,3}:|\[\](?:byte|rune|u8)\(|\[-[^\n\]]{0,80}-\]|\{\+|[ \t"'`\])}\\*_|,:;=<>([{«»“”„「『&@?!~：→—–は는은是為为-]|(?:\r?\n){1,3}(?=[ \t]{0,40}\S)|[\u0370-\u1fff\u3040-\u9fff\uac00-\ud7af]|::(?:new|from)|\.into\(|(?:should|must|will) be(?![\p{L}])|(?:is|are|was|be|to|ist|lautet|war|est|es|era|è|é|e|är|er|je|este|on|là|jest|brzmi|fue|foi|staat|е|είναι|هي|هو|היא|הוא|है|adalah|คือ|now|jetzt|nun|ora|ahora|maintenant|some|optional|just|get|field|secretstr|securestring|nsstring|char|string|str|text|const|static|final|value|default|body|content|data|secret|key|set|name|id|as|example|enc|EOF|EOT|pw|q)(?![\p{L}\p{N}_])|V \d{1,3}(?=\n)|REG_\w{2,12}|\d{1,2}(?=[:= )])){1,48}/iuy;
const BETWEEN_CHARS_MAX = 96;
const VALUE = /[^\s"'`\\,;<>(){}[\]|«»“”„「」『』]{4,4000}/y;
const STRONG = /[=:：→|>"'`«「]|\|\||は|是|為|为/;
const LINES_MAX = 3;
const JOINED =
  /[=:：→>—–]|V \d{1,3}|[|]|["'`「]$|(?<![\p{L}])(?:is|are|was|be|to|ist|lautet|war|est|es|era|è|é|e|är|er|je|este|on|là|jest|brzmi|fue|foi|staat|е|είναι|هي|هو|היא|הוא|है|adalah|คือ)(?![\p{L}])|[\u0370-\u1fff\u3040-\u9fff\uac00-\ud7af]/u;
const NAME_OF_ONE = /^(?:secret|psk|creds?|credentials?)$/i;
const IS_OPTION = /(?:^|[\s{(])(?:--?|:)[\w.-]*$|[a-z][/-]$/;
const LINE_START_CHARS_MAX = 60;
const LINE_CHARS_MAX = 260;

/** The name and the value are joined by a sign, a cell of a table, markup, an argument, or a word. */
export const NAMED_VALUES: Detector = {
  id: "assignment",
  label: "named secret",
  *find(text) {
    for (const { says, start, end } of secretNamesIn(text)) {
      if (says === "key" && HARMLESS.test(text.slice(Math.max(0, start - 16), start))) continue;
      const span = valueAfter(text, start, end, says);
      if (span !== null) yield span;
    }
  },
};

function valueAfter(text: string, nameStart: number, nameEnd: number, says: Says): Span | null {
  const after = nameEnd + lengthAt(REST, text, nameEnd);
  const between = text.slice(after, after + Math.min(BETWEEN_CHARS_MAX, lengthAt(BETWEEN, text, after)));
  if (between === "" || between.split("\n").length - 1 > LINES_MAX) return null;
  const start = after + between.length;
  const whole = text.slice(start, start + lengthAt(quotedBy(between), text, start));
  const value = whole.replace(/(?<![.:!?*_`…])[.:!?*_`…]+$/, "");
  const isStrong = STRONG.test(between);
  if (
    (!between.includes("\n") || isStrong || isAlone(text, nameStart, between)) &&
    (isSecret(value, says, isStrong) ||
      (isPlaced(text, nameStart, after, between, value) &&
        isChosen(value, says, NAME_OF_ONE.test(text.slice(nameStart, after)), /["'`]$/.test(between))))
  )
    return { start, end: start + value.length };
  if (
    isPlainPassword(
      text,
      { start: nameStart, end: after },
      between,
      { start, end: start + value.length },
      says,
    )
  )
    return { start, end: start + value.length };
  return says === "key" ? null : phrasedValue(text, after, says);
}

const SETTING = /^[ \t]{0,40}(?:[-+*#;>$] ?|export |set |\d{1,6}[:→\t] ?){0,2}["'`*:]{0,3}[\w. -]{0,40}$/;
const IS =
  /(?:[:=：→—]|(?<![\p{L}])(?:is|was|ist|war|est|es|era|è|é|e|är|er|je|este|on|là|jest|е|είναι|adalah)|は|是|는|은)[ \t"'`*>|「«]{0,6}$/u;
const WORD_CHARS_MIN = { quoted: 5, bare: 6, secret: 10 };

/**
 * Whether a word without a digit is a password: in quotes behind a sign, as the value of a variable, as the rest of a
 * line of settings, or at the end of a sentence.
 */
function isPlainPassword(text: string, name: Span, between: string, value: Span, says: Says): boolean {
  const word = text.slice(value.start, value.end);
  if (says === "key" || !isChosenWord(word)) return false;
  const rest = text.slice(value.end, value.end + LINE_CHARS_MAX);
  const quote = /["'`「«]$/.exec(between)?.[0];
  if (/^\\{0,4}["'`]?\s{0,2}[:=]/.test(rest)) return false;
  if (/>$/.test(between) && rest.startsWith("</")) return true;
  if (quote !== undefined && /^\\?["'`」»]/.test(rest))
    return (
      /[=:,(>]/.test(between) &&
      !between.includes("|") &&
      !/^[A-Z]/.test(word) &&
      word.length >= (says === "secret" ? WORD_CHARS_MIN.secret : WORD_CHARS_MIN.quoted)
    );
  if (
    says === "secret" ||
    word.length < WORD_CHARS_MIN.bare ||
    !/^[ \t]{0,8}[.!"'`*|<]{0,3}[ \t]{0,8}(?:$|\r?\n|\\n|#|[|<"'`])/.test(rest)
  )
    return false;
  const nameText = text.slice(name.start, name.end);
  if (/^[A-Z0-9_]+$/.test(nameText) && /^["']?[ \t]?=[ \t]?["']?$/.test(between)) return true;
  const line = lineBefore(text, name.start);
  if (
    line.length < LINE_START_CHARS_MAX &&
    SETTING.test(line) &&
    /^["'`*]{0,3}[ \t]{0,8}(?:[:=：][ \t]{0,8}|(?<=[ \t])|\|[ \t]{0,8})["'`*]{0,3}$/.test(between)
  )
    return /^[a-z]+$/.test(word);
  return IS.test(between) && /^\p{Ll}+$/u.test(word);
}

/** Names that code has too. Those of other languages stand in sentences. */
const OF_CODE = /^[\w.-]*(?:pass|pwd|pw|psk|key|secret|token|cred|clave|parola|auth)/i;

/** By a sign or a verb, or as the only two words of a line. */
function isPlaced(text: string, nameStart: number, nameEnd: number, between: string, value: string): boolean {
  if (/^[ \t]{1,4}$/.test(between) && (isMixed(value) || !OF_CODE.test(text.slice(nameStart, nameEnd))))
    return true;
  if (JOINED.test(between) || IS_OPTION.test(text.slice(Math.max(0, nameStart - 40), nameStart))) return true;
  if (/^[A-Z0-9_]+$/.test(text.slice(nameStart, nameEnd)) && /^[ \t]{1,4}["']?$/.test(between)) return true;
  const line = lineBefore(text, nameStart);
  return (
    line.length < LINE_START_CHARS_MAX &&
    /^[ \t]*[\w.-]*$/.test(line) &&
    /^[ \t]+(?:["'|][ \t]{0,8})?\S+[ \t]*(?:$|\r?\n)/.test(text.slice(nameEnd, nameEnd + LINE_CHARS_MAX))
  );
}

/** At most as many signs as a line of settings may have before a name. */
function lineBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - LINE_START_CHARS_MAX), at);
  return before.slice(before.lastIndexOf("\n") + 1);
}

/** Mixed as no word of a sentence is. */
function isMixed(value: string): boolean {
  return (
    value.length >= CHARS_MIN.password.weak - 1 &&
    /\d/.test(value) &&
    /[a-z]/.test(value) &&
    /[A-Z]|[a-z\d][-_!#%^&*@?][a-z\d]/.test(value) &&
    !/^[A-Z]?[a-z]+\d$|^[a-z]+(?:[-_][a-z]+)+\d*$/.test(value)
  );
}

/** @param isShared whether the name is one of a secret that people choose and share, such as `secret` */
function isChosen(value: string, says: Says, isShared: boolean, isQuoted: boolean): boolean {
  if (says === "password" || (says === "secret" && isShared)) return isPasswordLike(value, isQuoted);
  return says === "secret" && isPassphrase(value);
}

function isAlone(text: string, nameStart: number, between: string): boolean {
  return (
    /^[ \t]{0,4}\r?\n/.test(between) &&
    /(?:^|\n)[ \t>#*_|+-]{0,8}$/.test(text.slice(Math.max(0, nameStart - 12), nameStart))
  );
}

const PHRASE =
  /[,]?(?:[ \t]{1,2}[\p{L}("'“`<][\p{L}\p{N}'’()"”`@.>_-]{0,30},?){1,9}?[ \t]{0,2}(?::|=|：|→|—|(?<= (?:is|to|now|from|ist|lautet|est|es|é|è|e|är|er|je|este|jest)))(?:[ \t]{1,2}|[ \t]{0,2}\r?\n[ \t]{0,20})["'`*]{0,3}/uy;
const PHRASED_CHANGES_MIN = 3;

function phrasedValue(text: string, after: number, says: Says): Span | null {
  const start = after + lengthAt(PHRASE, text, after);
  if (start === after) return null;
  const value = text
    .slice(start, start + lengthAt(VALUE, text, start))
    .replace(/(?<![.:!?*_`…])[.:!?*_`…]+$/, "");
  const isOne =
    (isSecret(value, "password", false) && changesOf(value) >= PHRASED_CHANGES_MIN) ||
    isPasswordLike(value, /[:=]\s*$/.test(text.slice(Math.max(after, start - 4), start))) ||
    (says === "password" &&
      VERB.test(text.slice(after, start)) &&
      isLastWord(text, start + value.length) &&
      /^\p{Ll}{6,}$/u.test(value) &&
      isChosenWord(value));
  return isOne ? { start, end: start + value.length } : null;
}

const VERB = /(?<=[\s\p{L}])(?:is|ist|lautet|est|es|é|è|är|er|je|este|jest)[ \t]{1,2}["'`*]{0,3}$/u;

function isLastWord(text: string, end: number): boolean {
  return /^["'`*]{0,3}[.!]?[ \t]{0,4}(?:$|\r?\n|\\n|["'`])/.test(text.slice(end, end + LINE_CHARS_MAX));
}

const QUOTED: Readonly<Record<string, RegExp>> = {
  '"': /(?:[^\s"\\]|\\(?![\\"nrt])){4,4000}(?=\\{0,8}")/y,
  "'": /(?:[^\s'\\]|\\(?![\\'nrt])){4,4000}(?=\\{0,8}')/y,
  "`": /(?:[^\s`\\]|\\(?![\\`nrt])){4,4000}(?=\\{0,8}`)/y,
};

function quotedBy(between: string): RegExp {
  return QUOTED[between.at(-1) ?? ""] ?? VALUE;
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

const CHARS_MIN: Record<Says, { strong: number; weak: number }> = {
  password: { strong: 6, weak: 8 },
  secret: { strong: 12, weak: 16 },
  key: { strong: 20, weak: 24 },
};

export function isSecret(value: string, says: Says, isStrong: boolean): boolean {
  if (value.length < CHARS_MIN[says][isStrong ? "strong" : "weak"]) return false;
  if (isPlaceholder(value) || isTyped(value) || isPlainName(value)) return false;
  if (!/\d/.test(value) || !/\p{L}/u.test(value)) return false;
  return changesOf(value) >= (says === "password" ? 2 : 3);
}

/** Between lower case, upper case, digits and signs. Words and names rarely change. */
function changesOf(text: string): number {
  return text.match(/[a-z](?=[A-Z0-9])|[A-Z](?=\d)|\d(?=[A-Za-z])|[A-Z](?=[a-z])/g)?.length ?? 0;
}
