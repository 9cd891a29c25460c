import type { Detector, Span } from "./detector";
import { byPattern } from "./detector";
import { isPasswordLike } from "./password-like";
import { isPlaceholder, isTyped } from "./placeholder-text";

/** A program or a subcommand that logs in, or that adds or changes a user. */
const VERB =
  /(?<![a-z])(?:passw(?:or)?d|log-?in|sign-?in|logon|register|auth(?:enticate)?|adduser|useradd|upwd|(?:add|create|new|make)[-_:]?(?:super|admin|db)?[-_:]?(?:user|admin|account)|(?:user|account|admin)s?(?:[-_: ](?:add|create|new|mod|passwd|password|set-?password))|(?:set|reset|change|update)[-_:]?(?:user)?[-_:]?(?:passw(?:or)?d|pwd?))(?:\.\w{1,4})?[ \t]{1,3}/gi;
const MENTIONS =
  /passw|log-?[io]n|sign-?in|logon|register|auth|adduser|useradd|upwd|user|admin|account|pwd?/i;
const ARGUMENTS_CHARS_MAX = 160;
const ARGUMENTS_MAX = 6;
const BEFORE_CHARS_MAX = 80;
const COMMAND_BEFORE =
  /(?:^|[\n`"'(;&|>]|\\n|[$#%❯>] )[ \t]{0,8}(?:[\w./@:~=-]{1,40}[ \t]{1,3}){0,4}(?:[\w./:+-]{0,40}[./:_+-])?$/;
/** Words of sentences, which no command has. */
const OF_SENTENCE =
  /^(?:is|are|was|the|a|an|and|or|for|to|on|in|at|of|as|by|via|from|with|when|if|it|that|this|will|should|must|can|not|no|page|works?|fails?|failed|form|flow|button|screen)$/i;
const USER = /^["']?[A-Za-z][\w.+\\-]{1,40}(?:@[\w.-]{1,60})?["']?$/;

/** A password as the argument after a user, in a command whose name says what it does. */
const AFTER_A_USER: Detector = {
  id: "password",
  label: "password",
  *find(text): Iterable<Span> {
    if (!MENTIONS.test(text)) return;
    for (const { 0: verb, index } of text.matchAll(VERB)) {
      if (!COMMAND_BEFORE.test(text.slice(Math.max(0, index - BEFORE_CHARS_MAX), index))) continue;
      const from = index + verb.length;
      const span = passwordIn(text.slice(from, from + ARGUMENTS_CHARS_MAX));
      if (span !== null) yield { start: from + span.start, end: from + span.end };
    }
  },
};

function passwordIn(rest: string): Span | null {
  const end = /[\n|;&<>`(){}]|\\n|["'](?=[\s,}\]]|$)[^\n]{0,2}$/.exec(rest)?.index ?? rest.length;
  const words = [...rest.slice(0, end).matchAll(/[^\s]{1,120}/g)].map(({ 0: word, index }) => ({
    word,
    index,
  }));
  if (words.length > ARGUMENTS_MAX || words.some(({ word }) => OF_SENTENCE.test(word))) return null;
  const own = words.filter(({ word }) => !/^[-+]/.test(word));
  const last = own.at(-1);
  const user = own.at(-2);
  if (last === undefined || user === undefined || !(USER.test(user.word) || /\.\w+$/.test(user.word)))
    return null;
  const value = last.word.replace(/^["']/, "").replace(/(?<!["'.,])["'.,]+$/, "");
  if (value.length < 5 || !isPasswordLike(value, false) || /[/:=@]\w|^\d/.test(value)) return null;
  const start = last.index + last.word.indexOf(value);
  return { start, end: start + value.length };
}

const VALUE = "[\"']?(?<it>[^\\s\"'`\\\\|;&<>(){}]{4,200})";
const isLike = (it: string) => isPasswordLike(it, false) && !isPlaceholder(it) && !isTyped(it);
const of = (pattern: string, accepts: (it: string) => boolean = isLike) =>
  byPattern("password", "password", new RegExp(pattern, "gi"), accepts);

/** Passwords whose place tells what they are. */
export const POSITIONAL_SECRETS: readonly Detector[] = [
  AFTER_A_USER,
  // What is piped to a program that stores, seals or sets secrets
  of(
    `(?<!\\w)(?:echo|printf)[ \\t](?:-\\w{1,3}[ \\t])?(?:["'](?:%s(?:\\\\{1,2}n)?){1,3}["'][ \\t]{1,2})?${VALUE}["']?(?:[ \\t]["']?[^\\s"'|]{4,200}["']?)?[ \\t]{0,3}\\|[ \\t]{0,3}[^\\n|]{0,80}?(?:secret|seal|passw|auth|login|unlock|cred|vault|keystore|keepass|htpasswd|chpass|--stdin)`,
  ),
  // The second line of a file with a user and a password
  of(
    `(?<![\\w-])(?:cat|less|more|head|type|bat)[ \\t]{1,2}["']?[\\w./~\\\\-]{0,80}(?:auth|login|cred|userpass|user_pass|pass|up)[\\w-]{0,16}(?:\\.\\w{1,5})?["']?[ \\t]{0,3}(?:\\r?\\n|\\\\n)[\\w.@+-]{2,60}(?:\\r?\\n|\\\\n)(?<it>[^\\s"'\`\\\\:=<>(){}]{5,100})[ \\t]{0,3}(?=\\r?\\n|\\\\n|$|["'\`])`,
  ),
  // An option of a program for passwords
  of(
    `(?<![\\w./-])\\w{0,20}passw(?:or)?d[\\w.-]{0,10}[ \\t](?:[^\\n|;&]{0,80}?[ \\t])??-[sapwn][ \\t]{1,2}${VALUE}`,
  ),
  // A constant that names it, as the argument before
  of(
    `(?<!\\w)(?:[\\w.]{1,40}\\.)?[A-Z][A-Z0-9_]{0,40}(?:PASSWORD|PASSWD|CREDENTIALS?|SECRET|PASSPHRASE),[ \\t]{0,3}["'](?<it>[^"'\\s\\\\]{4,200})["']`,
  ),
  // Compared with what was entered, in a line that says so
  of(
    `(?<!\\w)(?:strn?(?:case)?cmp|memcmp|equals|compare\\w{0,12}|hash_equals|timingSafeEqual)\\([^"'\\n]{0,60}["'](?<it>[^"'\\s\\\\]{5,100})["'][^\\n]{0,80}(?:passw|passphrase|secret|login)`,
  ),
];
