import type { Detector } from "./detector";
import { byPattern } from "./detector";
import { isRandom, isStandIn, isTyped } from "./stand-ins";

/** Has signs that words do not have: a digit beside letters, a sign within it, or a capital letter within it. */
const isNoWord = (it: string) =>
  !isStandIn(it) &&
  !isTyped(it) &&
  (/\d/.test(it) ? /[A-Za-z]/.test(it) : /[a-z][A-Z]|\w[!#%^&*@]\w?/.test(it));

const WORD = "(?<it>[^\\s\"'`\\\\,;()<>{}[\\]]{5,120}[^\\s\"'`\\\\,;.:()<>{}[\\]])";
const OPEN = "[\"'`*\\\\]{0,4}";
const WORDS_FOR_PASSWORD =
  "pass(?:word|phrase|code)|passwort|kennwort|mot de passe|contrase(?:ñ|n)a|senha|wachtwoord|l(?:ö|o)senord|has(?:ł|l)o|password di accesso|пароль|密码|パスワード";

/** Secrets that people tell in sentences, as in "the password is …". */
export const SPOKEN_DETECTORS: readonly Detector[] = [
  byPattern(
    "password",
    "password",
    new RegExp(
      `(?<![\\w-])(?:${WORDS_FOR_PASSWORD})\\s{0,2}(?:is|ist|est|es|:|=|：)\\s{0,2}(?::\\s{0,2})?${OPEN}${WORD}`,
      "giu",
    ),
    isNoWord,
  ),
  byPattern(
    "password",
    "password",
    new RegExp(
      `(?<![\\w-])(?:and|with|the|und|mit|,)\\s{1,2}(?:${WORDS_FOR_PASSWORD})\\s{1,2}${OPEN}${WORD}`,
      "giu",
    ),
    isNoWord,
  ),
  byPattern(
    "password",
    "password",
    /(?<![\w-])(?:the|this|use|with|and|my|your|our)\s{1,2}(?:\w{1,20}\s{1,2})?(?:password|passphrase|passcode)\s{1,2}(?:is\s{1,2})?["'`](?<it>[^\s"'`\\]{6,80})["'`]/gi,
    (it) => !isStandIn(it) && !isTyped(it),
  ),
  byPattern(
    "assignment",
    "named secret",
    /(?<![\w-])(?:token|key|secret|credentials?)\s{1,2}(?:is|ist)\s{0,2}:?\s{1,2}["'`]?(?<it>[\w+/=.~-]{16,300}[\w+/=~-])/gi,
    (it) => isRandom(it) && !isStandIn(it),
  ),
  byPattern(
    "mnemonic",
    "words that restore a wallet",
    /(?:mnemonic|(?:seed|recovery|backup|secret)[ _-]?(?:phrase|words))["'\\]{0,4}\s{0,3}(?:is|:|=)\s{0,3}["'`\\]{0,4}(?<it>[a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){11,23})(?![a-z])/gi,
  ),
];
