import type { Detector } from "./detector";
import { byPattern } from "./detector";
import { isPasswordLike } from "./password-like";
import { isPlaceholder, isTyped } from "./placeholder-text";

const WORD = "[^\\s\"'`\\\\|;&<>(){}]";
const ARG = `["'\`]?(?<it>${WORD}{4,200})`;
const NAME_END =
  "(?:pass(?:word|wd|phrase|code)?|pwd|(?<![a-z])pw|secret|token|credentials?|api[-_]?key)[\\w-]{0,20}";
const NAME = `[\\w.$-]{0,40}${NAME_END}`;

const isGiven = (it: string) => !isPlaceholder(it) && !isTyped(it) && !/^[-./~]/.test(it);
const isLike = (it: string) => isPasswordLike(it, false);

const of = (pattern: string, accepts: (it: string) => boolean = isGiven, flags = "gi"): Detector =>
  byPattern("password", "password", new RegExp(pattern, flags), accepts);

/** What takes a password from its standard input, or from a line after it. */
const READERS =
  "(?:[^\\n|]{0,120}?\\s)?--?(?:[\\w-]{0,20}(?:password|passphrase|token|secret)-)?(?:stdin|with-token)(?![\\w])|(?:sudo\\s(?:-\\w\\s){0,3}-\\w{0,2}S|(?:sudo\\s)?(?:passwd|chpasswd|kinit|cryptsetup|gpg|su|smbpasswd)\\s)|[^\\n|]{0,60}(?:passw|pass_|password_stdin|load-key|luks|davfs|smbp|saslp|adduser|useradd|crypt|vault|login)|[^\\n|]{0,80}\\b(?:secret|secret-tool|pass|keystore|vault|keyring)\\s(?:create|store|insert|add|put|set)(?![\\w])";

/** Passwords that are typed, sent or piped to a program. */
export const TYPED_SECRETS: readonly Detector[] = [
  of(
    `(?<!\\w)(?:echo|printf|print)\\s(?:-\\w{1,3}\\s|["']%s(?:\\\\{1,2}n)?["']\\s)?(?:["']?[\\w.@-]{1,40}\\\\n)?${ARG}["']?(?:; {0,2}echo [^\\n|]{1,100}\\))?(?:\\\\{1,2}n[^\\n|"']{0,80}["'])?\\s{0,3}\\|\\s{0,3}(?:${READERS})`,
  ),
  of(
    `(?<!\\w)(?:--[\\w-]{0,30}stdin|sudo\\s(?:-\\w\\s){0,3}-\\w{0,2}S(?:\\s[^\\n<|]{0,80})?|(?:passwd|\\w{0,8}crypt\\w{0,8}|kinit|su|ssh-add|docker login|vault login)(?:\\s[\\w./-]{1,40}){0,4}|read\\s(?:-\\w{1,3}\\s){1,2}${NAME})\\s{0,3}<<<\\s{0,2}${ARG}`,
  ),
  of(
    `(?<!\\w)(?:echo|printf)\\s(?:-\\w{1,3}\\s)?${ARG}["']?\\s{0,3}>{1,2}\\s{0,2}["']?[\\w./~-]{0,80}(?:pass|secret|token|pw)[\\w.-]{0,20}(?!\\w)`,
    isLike,
  ),
  // A field is found by its name and then filled, or a question is awaited and answered.
  of(
    "(?:assword|asswort|passwd|passcode|passphrase)[^\\n\"'`]{0,30}[\"'`](?:[\\])]{1,2}[\"'`])?[^\"'`\\n]{0,30}(?:\\n[ \\t-]{0,20}(?:\\w{1,10}\\.)?)?(?<![a-z])(?:fill|type|type_?text|input_?text|send_?keys|set_?value|send_?line|send|with|enter_?text|input|write|answer|respond)\\b[^\\w\"'`\\n]{0,4}(?:text)?[bu]?[\"'`](?<it>[^\"'`\\\\\\n]{4,200})",
  ),
  of(
    `pass(?:word|wd|phrase|code)?\\){1,2}\\.(?:toBe|toEqual|to_eq|eq|isEqualTo|equals)\\(\\s{0,2}["'](?<it>[^"'\\\\\\s]{4,200})["']`,
    isLike,
  ),
  of(
    `^[ \\t]{0,8}(?:\\?|❯|>)\\s{0,2}[\\w ]{0,40}(?:password|passphrase|secret|token)[\\w ]{0,20}[:?]?\\s{1,3}${ARG}`,
    isLike,
    "gim",
  ),
  of(`(?<![\\w-])passphrase for [^\\n:]{1,120}:\\s{1,2}${ARG}`),
  of(`(?<![\\w-])(?:secret|access) ?(?:access )?key \\[[^\\]\\n]{0,40}\\]:\\s{1,2}${ARG}`),
  of(
    `pass(?:word|wd|code|phrase)?\\w{0,20}(?:/i)?\\)?,\\s{0,3}(?:\\{\\s{0,2}target:\\s{0,2}\\{\\s{0,2}value:\\s{0,2})?["'](?<it>[^"'\\\\\\s]{4,200})["']`,
    isLike,
  ),
  of(
    `["'](?<it>[^"'\\\\\\s]{4,200})["'],\\s{0,2}(?:for_?key|for|key|name|account|label)\\s{0,2}[:=]\\s{0,2}["'][\\w.-]{0,30}(?:password|passwd|passphrase|secret|token)`,
    isLike,
  ),
  of(`["'](?<it>[^"'\\\\\\s]{4,200})["']\\.(?:toCharArray|getBytes|to_owned)\\(`, isLike),
  of(
    `(?:pass(?:word|wd)?|secret)\\w{0,20}["']?\\s{0,2}[:=][^\\n]{0,80}(?:default\\(|default_value\\s{0,2}=)\\s{0,2}["'](?<it>[^"'\\\\\\s]{4,200})["']`,
    isLike,
  ),
  of(
    `default_value\\s{0,2}=\\s{0,2}["'](?<it>[^"'\\\\\\s]{4,200})["'][^\\n"']{0,40}pass(?:word|wd|phrase)?\\s{0,2}:`,
    isLike,
  ),
  of(
    `variable\\s{1,2}"[\\w-]{0,40}(?:pass(?:word|wd|phrase)?|pwd?|secret|token|key)[\\w-]{0,20}"\\s{0,2}\\{[^{}"]{0,200}default\\s{0,20}=\\s{0,2}"(?<it>[^"\\\\\\s]{4,200})"`,
    isLike,
  ),
  // A value instead of a missing variable.
  of(
    `(?:process\\.env\\.|import\\.meta\\.env\\.|environ\\.get\\(\\s{0,2}["']|getenv\\(\\s{0,2}["']|environ\\[["']|(?<!\\w)env\\(["']|ENV\\.fetch\\(["']|ENV\\[["'])${NAME}["')\\]]{0,3}\\s{0,3}(?:,|\\bor\\b|\\?\\?|\\|\\||\\?:|\\{)\\s{0,3}["'\`](?<it>[^"'\`\\\\\\s]{4,200})["'\`]`,
    isLike,
  ),
  of(
    `(?:password|passwd|secret|pwd)["']?\\s{0,2}[:=]\\s{0,3}<?%?=?\\s{0,2}[\\w.:]{0,30}(?:env|ENV|config)[\\w.]{0,20}[([]["'][\\w.-]{1,60}["'][)\\]]\\s{0,2}(?:\\{|\\|\\||\\?\\?|or|,)\\s{0,2}["'](?<it>[^"'\\\\\\s]{4,200})["']`,
    isLike,
  ),
  of(`\\$\\{${NAME}:[-=]?(?<it>[^\\s"'\`\\\\{}$]{4,200})\\}`, isLike),
  // What a parameter or a resource is by default, and what it was before.
  of(
    `${NAME_END}["']?\\s{0,2}:\\s{0,20}\\{?\\s{0,20}(?:["']?(?:type|description|noecho|minlength|maxlength|sensitive|format)["']?\\s{0,2}[:=][^\\n,}]{0,80}[\\n,]\\s{0,20}){0,5}["']?(?:default|example|value)["']?\\s{0,2}[:=]\\s{0,2}["']?(?<it>[^\\s"',}\\\\]{6,200})`,
    isLike,
  ),
  of(
    `${NAME_END}["']?\\s{0,3}[=:]\\s{0,3}"[^"\\n]{0,200}"\\s{0,2}(?:->|=>|→)\\s{0,2}"(?<it>[^"\\s]{4,200})"`,
  ),
  // The name and the value are two entries.
  of(
    `(?:key|name|id|field|variable)\\\\{0,4}["']?\\s{0,2}[=:>]\\s{0,2}\\\\{0,4}["']?${NAME}\\\\{0,4}["']?(?:</\\w{1,40}>)?,?\\s{0,20}<?\\\\{0,4}["']?(?:\\w{0,20}val(?:ue)?|string)(?:\\s\\w{1,40}="\\w{1,20}")?\\\\{0,4}["']?\\s{0,2}[=:>]\\s{0,2}\\\\{0,4}["']?(?<it>[^"'\\s\\\\<>,}]{4,300})`,
    isLike,
  ),
  of(
    `if [^\\n]{0,60}(?:getpass|pass(?:word|wd)?|passphrase)[\\w.()]{0,40}\\s{0,2}[!=]={1,2}\\s{0,2}["'](?<it>[^"'\\\\\\s]{4,200})["']`,
    isLike,
  ),
  // A list of names with their passwords.
  of(
    `(?<!\\w)(?:cred(?:ential)?s|users|logins|accounts|passwords)\\w{0,10}["']?\\s{0,2}[:=]\\s{0,2}[[{(]{1,2}\\s{0,8}["']?[\\w.@-]{1,60}["']?\\s{0,2}(?:[:,=]|=>)\\s{0,2}["'](?<it>[^"'\\\\\\s]{4,200})["']`,
    isLike,
  ),
];
