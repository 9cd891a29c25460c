import type { Detector, Span } from "./detector";
import { byPattern, matchesOf } from "./detector";
import { isPassphrase, isPasswordLike } from "./password-like";
import { isRandom, isPlaceholder, isTyped } from "./placeholder-text";

const isNoWord = (it: string) =>
  !/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(it) &&
  !isPlaceholder(it) &&
  !isTyped(it) &&
  (/\d/.test(it) ? /[A-Za-z]/.test(it) : /[a-z][A-Z]|\w[!#%^&*@]\w?/.test(it) || isPassphrase(it));

const WORD = "(?<it>[^\\s\"'`\\\\,;()<>{}[\\]]{5,120}[^\\s\"'`\\\\,;.:()<>{}[\\]])";
const OPEN = "[\"'`*\\\\]{0,4}";
const WORDS_FOR_PASSWORD =
  "pass(?:word|phrase|code)|passwort|kennwort|mot de passe|contrase(?:ñ|n)a|senha|wachtwoord|l(?:ö|o)senord|has(?:ł|l)o|password di accesso|пароль|密码|パスワード";

const SAYS_IT_IS = new RegExp(
  `${OPEN}\\s{1,2}(?:is|was|ist|war|est|es)\\s{1,2}(?:the|my|our|your|its|das|mein|unser|le|la|el)\\s{1,2}(?:\\w{1,16}\\s{1,2})?(?:${WORDS_FOR_PASSWORD})(?!\\w)`,
  "giu",
);
const WORD_BEFORE = new RegExp(`(?<![^\\s"'\`(>])${WORD}$`, "u");
const WORD_CHARS_MAX = 130;

/** A word and then what it is: "… is the password". The verb is looked for first, because it is rare. */
const SAID_OF_A_WORD: Detector = {
  id: "password",
  label: "password",
  *find(text): Iterable<Span> {
    for (const { index } of matchesOf(SAYS_IT_IS, text)) {
      const from = Math.max(0, index - WORD_CHARS_MAX);
      const word = WORD_BEFORE.exec(text.slice(from, index));
      const it = word?.groups?.it;
      if (word === null || it === undefined || !isPasswordLike(it, false)) continue;
      const start = from + word.index + word[0].lastIndexOf(it);
      yield { start, end: start + it.length };
    }
  },
};

/** Secrets that people tell in sentences, as in "the password is …". */
export const PROSE_DETECTORS: readonly Detector[] = [
  byPattern(
    "password",
    "password",
    new RegExp(
      `(?<![\\w-])(?:use|try|with|as|enter)\\s{1,2}${OPEN}[\\w.@+-]{2,60}${OPEN}\\s{0,2}[/:]\\s{0,2}${OPEN}${WORD}${OPEN}\\s{1,2}(?:to|for|when|and|in|at)\\s{1,2}(?:log|sign|the login|access|connect|authenticate)`,
      "gi",
    ),
    (it) => isPasswordLike(it),
  ),
  SAID_OF_A_WORD,
  byPattern(
    "password",
    "password",
    new RegExp(
      `(?<![\\w/])(?:admin|root|guest|demo|postgres|elastic|administrator)\\s{0,1}/\\s{0,1}${OPEN}${WORD}`,
      "gi",
    ),
    (it) => isPasswordLike(it, false) && !/[/]|\.\w{1,5}$/.test(it),
  ),
  byPattern(
    "password",
    "password",
    /(?:pass(?:word|wd|phrase|code)|passwort|pwd)s?\s{1,2}\((?<it>[^\s()"'`\\]{6,80})\)/gi,
    (it) => isPasswordLike(it, false),
  ),
  byPattern(
    "password",
    "password",
    new RegExp(
      `(?<![\\w-])pass(?:word|phrase|code)\\s{1,2}(?:(?:of|for|to|from|on|at)\\s{1,2}(?:[\\w./-]{1,24}\\s{1,2}){0,5}?)?(?:is|was|to|from|=|:|→)\\s{1,2}${OPEN}${WORD}`,
      "gi",
    ),
    (it) => isPasswordLike(it, false),
  ),
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
      `(?<![\\w-])(?:and|with|the|my|our|your|this|that|try|use|using|old|new|temporary|initial|und|mit|,)\\s{1,2}(?:${WORDS_FOR_PASSWORD})\\s{1,2}${OPEN}${WORD}`,
      "giu",
    ),
    isNoWord,
  ),
  byPattern(
    "password",
    "password",
    new RegExp(
      `(?<![\\w-])(?:[\\w-]{1,20}-)?(?:${WORDS_FOR_PASSWORD}|parola|adgangskode|passord)\\s{1,2}(?:auf|en|a|à|para|por|na|su|in|til|till|naar|на)\\s{1,2}${OPEN}${WORD}`,
      "giu",
    ),
    (it) => isPasswordLike(it, false),
  ),
  // What was typed into a field, and the answer to a question
  byPattern(
    "password",
    "password",
    new RegExp(
      `(?:password|passwort|passphrase|passcode|mot de passe|contraseña|senha)["'\`]{0,2}[^\\n:]{0,24}?(?:typed?|typing|entered|filled(?: in)?|input|\\?[\\s—–-]{1,6}(?:it['’]?s|it is|that['’]?s|es ist|c['’]est|es|è|é))[ \\t]{0,2}[:=]?[ \\t]{1,2}${OPEN}${WORD}`,
      "giu",
    ),
    (it) => isPasswordLike(it, false),
  ),
  byPattern(
    "password",
    "password",
    /["'][\w, ]{0,40}passw\w{0,10}["'],[ \t]{0,3}\[\s{0,12}\(["'][^"'\n]{1,40}["'],[ \t]{0,3}["'](?<it>[^"'\s\\]{4,100})["']/g,
    (it) => isPasswordLike(it),
  ),
  byPattern(
    "password",
    "password",
    /(?<![\w-])(?:the|this|use|with|and|my|your|our)\s{1,2}(?:\w{1,20}\s{1,2})?(?:password|passphrase|passcode)\s{1,2}(?:is\s{1,2})?["'`](?<it>[^\s"'`\\]{6,80})["'`]/gi,
    (it) => !isPlaceholder(it) && !isTyped(it),
  ),
  byPattern(
    "password",
    "password",
    new RegExp(
      `(?<![\\w-])(?:use|using|with|try|enter|typed?|set|chose)\\s{1,2}${OPEN}${WORD}${OPEN}\\s{1,2}(?:as|for)\\s{1,2}(?:the|my|your|its|their|a|admin|root)?\\s{0,2}(?:\\w{1,20}\\s{1,2})?(?:password|passphrase|passcode|pin|secret|token)`,
      "gi",
    ),
    isNoWord,
  ),
  byPattern(
    "password",
    "password",
    new RegExp(
      `(?<![\\w-])(?:(?:credentials?|creds|logins?|log(?:ged)?[ -]?in|sign(?:ed)?[ -]?in|user/pass(?:word)?|zugangsdaten|identifiants)\\s{0,2}(?:is|are|with|as|using|:|=)?\\s{0,2}${OPEN}[\\w.@+-]{2,60}${OPEN}\\s{0,2}[/:|]|(?:username|user|login|account)\\s{0,2}(?:is|:|=)?\\s{0,2}${OPEN}[\\w.@+-]{2,60}${OPEN}\\s{0,2},?\\s{0,2}(?:pw|pass|pwd)\\s{0,2}[:=]?)\\s{0,2}${OPEN}${WORD}`,
      "gi",
    ),
    (it) =>
      isNoWord(it) &&
      it.length >= 6 &&
      (/\d/.test(it) || isPassphrase(it)) &&
      /[a-z]/i.test(it) &&
      !/[/]|^\d+[a-z]?$|\.\w{1,5}$/.test(it),
  ),
  byPattern(
    "one-time-code",
    "code for a sign-in",
    /(?<![\w-])(?:(?:verification|security|confirmation|alarm|door|gate|safe|lock|entry|unlock|login|sign-?in|one[- ]time|2fa|mfa|auth(?:entication|orization)?|access|sms|backup|recovery|reset|pairing|activation)[ _-]?(?:code|pin|password|passcode|otp)|otp|totp|tan|pin(?:[ _-]?code)?|puk|cvv2?|cvc2?|cav|csc|best(?:ä|a)tigungscode|code de (?:v(?:é|e)rification|s(?:é|e)curit(?:é|e))|c(?:ó|o)digo de (?:verificaci(?:ó|o)n|seguridad)|验证码|認証コード|인증번호|код подтверждения)["'\\]{0,4}\s{0,3}(?:(?:is|ist|lautet|est|es|é|è|er|är|是)\s{0,2}:?|[:=：])\s{0,3}["'`\\]{0,4}(?<it>\d{3}[ -]?\d{0,5}|\d{4,8}|[A-Z]?-?\d{5,8})(?![\w:-]|\.\d)/giu,
    (it) => it.replace(/\D/g, "").length >= 3 && !/^(?:19|20)\d\d$/.test(it),
  ),
  byPattern(
    "one-time-code",
    "code for a sign-in",
    /(?:recovery|backup|rescue|emergency|scratch)[ _-]?(?:codes?|keys?)["'\\]{0,4}\s{0,3}[:=]?\s{0,4}(?:\[\s{0,6})?(?<it>["'\\]{0,4}[a-z0-9]{4,8}(?:[- ][a-z0-9]{4,8}){1,3}["'\\]{0,4}(?:[\s,"'\\n]{1,8}(?:\d{1,2}[.)] )?[a-z0-9]{4,8}(?:-[a-z0-9]{4,8}){1,3}["'\\]{0,4}){0,20})/gi,
    (it) => /\d/.test(it),
  ),
  byPattern(
    "assignment",
    "named secret",
    /(?:totp|mfa|2fa|otp|authenticator)[ _-]?(?:secret|seed|key|secret[ _-]key)["'\\]{0,4}\s{0,3}(?:is|:|=)\s{0,3}["'`\\]{0,4}(?<it>[A-Z2-7]{4}(?: ?[A-Z2-7]{4}){3,12})(?!\w)/gi,
  ),
  byPattern(
    "password",
    "password",
    /(?:app(?:lication)?|gmail|google|icloud|apple|yahoo)[ _-](?:app[ _-])?(?:specific[ _-])?password["'\\]{0,4}\s{0,3}(?:is|:|=)\s{0,3}["'`\\]{0,4}(?<it>[a-z]{4}(?:[ -][a-z]{4}){3})(?!\w)/gi,
  ),
  byPattern(
    "password",
    "password",
    /(?:security|secret|challenge)[ _-]?(?:answer|response)(?:[ _-]?\d)?["'\\]{0,4}\s{0,3}[:=]\s{0,3}["'`\\]{0,4}(?<it>[^\s"'`\\,;]{3,80})/gi,
    (it) => !isPlaceholder(it) && !isTyped(it),
  ),
  byPattern(
    "assignment",
    "named secret",
    /(?<![\w-])(?:token|key|secret|credentials?)\s{1,2}(?:is|ist)\s{0,2}:?\s{1,2}["'`]?(?<it>[\w+/=.~-]{16,300}[\w+/=~-])/gi,
    (it) => isRandom(it) && !isPlaceholder(it),
  ),
  byPattern(
    "mnemonic",
    "words that restore a wallet",
    /(?:mnemonic|(?:seed|recovery|backup|secret)[ _-]?(?:phrase|words))["'\\]{0,4}\s{0,3}(?:is|:|=)\s{0,3}["'`\\]{0,4}(?<it>[a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){11,23})(?![a-z])/gi,
  ),
];
