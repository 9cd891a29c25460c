import type { Detector } from "./detector";
import { byPattern } from "./detector";
import { isPasswordLike } from "./password-like";
import { isChosenWord } from "./plain-words";
import { isPlaceholder, isTyped } from "./placeholder-text";
import { isKeyLike, isShuffled } from "./shuffled-text";

const isGiven = (it: string) => !isPlaceholder(it) && !isTyped(it);
const isLike = (it: string) => isPasswordLike(it, false);
const of = (pattern: string, accepts: (it: string) => boolean = isGiven): Detector =>
  byPattern("password", "password", new RegExp(pattern, "gi"), accepts);

const BREAK = "(?:\\r?\\n|\\\\r\\\\n|\\\\n)";
/** A line with nothing else. */
const LINE =
  "[ \\t]{0,8}[\"']?(?<it>[^\\s\"'`\\\\<>(){}]{6,400})[\"']?[ \\t]{0,8}(?=\\r?\\n|\\\\n|\\\\r|$|[\"'`])";

/** Secrets that a program shows: those it made, files of them, and answers to questions. */
export const SHOWN_SECRETS: readonly Detector[] = [
  // What makes a secret shows it in the next line.
  of(
    `(?<![\\w-])(?:pwgen|apg|makepasswd|mkpasswd|openssl[ \\t]{1,2}rand|wg[ \\t]{1,2}gen(?:key|psk)|uuidgen|gpg[ \\t]{1,2}--gen-random|bw[ \\t]{1,2}generate|pass[ \\t]{1,2}generate|secrets\\.token_\\w{1,12}|randomBytes|/dev/u?random|secret:generate|key:generate|rake[ \\t]{1,2}secret|rails[ \\t]{1,2}secret|generate[-_](?:password|secret|token|key)|create[-_ ]token|gen[-_]?secret|print-(?:access|identity)-token|auth[ \\t]{1,2}token|get-login-password|create-token)[^\\n\\\\]{0,120}${BREAK}${LINE}`,
    (it) => isGiven(it) && /\d|[A-Z]/.test(it) && (it.length > 80 || !/[/:]\w|^\d+$/.test(it)),
  ),
  // A typed command that speaks of a secret, and one word as its answer.
  of(
    `(?:^|\\n|\\\\n)[ \\t]{0,4}(?:[\\w@~:./-]{0,60}[$#%>❯] )(?:[^\\n\\\\]{0,120}[ \\t./_'"{-])?(?:pass|passwd|passwords?|passphrase|secrets?|tokens?|credentials?|keyring|keychain|vault|apikey|api-key|psk)(?![a-z])[^\\n\\\\]{0,120}${BREAK}${LINE}`,
    (it) => isGiven(it) && !/[/:=]\w|\.\w{1,5}$|^\d+$|^[-.~#]/.test(it) && (isLike(it) || isKeyLike(it)),
  ),
  // A file whose name says that it has a secret.
  of(
    `(?<![\\w-])(?:cat|less|more|head|tail|bat|type|Get-Content|gc|read_text|print)[ \\t(]{1,3}(?:-\\w{1,4}[ \\t]{1,2}){0,2}["']?[\\w./\\\\~$:-]{0,120}?(?:secret|passw|\\.pass|_pass|token|credential|master\\.key|_key|apikey|api-key|api_key|\\.key|cookie|\\.pwd|vault|psk)[\\w.-]{0,40}["')]{0,2}[ \\t]{0,4}${BREAK}${LINE}`,
    (it) => isGiven(it) && !/^[/.~#-]|[;:]$/.test(it) && (isLike(it) || /\d/.test(it)),
  ),
  // Fields of forms, with the value before the type.
  of(
    `<input[^<>]{0,200}?value=\\\\{0,4}["'](?<it>[^"'\\\\<>]{4,200})\\\\{0,4}["'][^<>]{0,200}?(?:type=\\\\{0,4}["']password|(?:name|id)=\\\\{0,4}["'][\\w[\\]. -]{0,40}pass)`,
    isGiven,
  ),
  of(
    `(?<![a-z])(?:pwd|password)[ \\t]{0,2}=[ \\t]{0,2}\\{(?<it>[^{}\\r\\n]{4,200})\\}`,
    (it) => isGiven(it) && !/[\s:]/.test(it),
  ),
  // Options of programs that other options name a user for, and values joined to an option.
  of(
    `(?<=[ \\t])(?:-(?:u|n|l|U)|--user(?:name)?|--login)[ \\t=]{1,2}\\S{1,60}[ \\t](?:[^\\n|;&]{0,80}?[ \\t])??-(?:P|w|W|pw|pass)[ \\t]{0,2}["']?(?<it>[^\\s"'\`\\\\|;&<>(){}]{4,200})`,
    isLike,
  ),
  of(`(?<=[ \\t])["']-p(?<it>[^\\s"'\`\\\\|;&<>(){}]{6,200})["']`, (it) => isLike(it) && !/[/=:]/.test(it)),
  // A program whose name says that it works with secrets, and an option for one.
  of(
    `(?<![\\w./-])[\\w.-]{0,24}(?:cert|sign|key|crypt|vault|pfx|p12|pdf|zip|rar|7z|ssh|sql|ftp|smb|ldap|vnc|rdp|mail|auth|login|user|passw|wallet|secret|backup)[\\w.-]{0,24}[ \\t](?:[^\\n|;&]{0,100}?[ \\t])??(?:-{1,2}|/)(?:p|P|pw|upw|opw|pass|storepass|keypass|encrypt|decrypt|hp)[ \\t]{1,2}["']?(?<it>[^\\s"'\`\\\\|;&<>(){}]{6,100})`,
    (it) => isLike(it) && !/[/=:]|\.\w{1,5}$/.test(it),
  ),
  of(
    `(?<=[ \\t])["']?-h?p(?<it>[A-Za-z][^\\s"'\`\\\\|;&<>(){}=/:.]{5,100})`,
    (it) => isLike(it) && /[A-Z]|[!@#$%^&*]/.test(it),
  ),
  of(`(?<=[ \\t])-{1,2}set-?cookie[ \\t=]{1,2}["']?(?<it>[\\w-]{8,100})`),
  of(
    `(?<=[ \\t])(?:--cert|-E)[ \\t=]{1,2}["']?[\\w./~-]{1,80}\\.(?:p12|pfx|pem|crt|cer):(?<it>[^\\s"'\`\\\\]{4,200})`,
  ),
  // A user and a password in one word, after a command that sets or adds them.
  of(
    `(?<![\\w-])(?:set|add|login|auth|creds?|credentials?|config|create|user|account|signin|connect)[ \\t][^\\n|;&]{0,80}?(?<=[ \\t"'])[a-z][\\w.-]{1,30}:(?<it>[^\\s"'\`\\\\|;&<>(){}/:@]{6,100})(?=$|[\\s"'\`\\\\])`,
    (it) => isLike(it) && /[A-Z]|[!#$%^&*?]|\d[a-z]\w*\d/.test(it) && !/\.\d|^v?\d/.test(it),
  ),
  // Several words.
  of(
    `(?:pass(?:phrase|word|code)|seed|recovery (?:phrase|words)|passwort|kennwort|passphrase secr\\S{1,3}te)[ \\t]{1,2}(?:is|was|to|ist|lautet|est|es|è|é)[ \\t]{0,2}:?[ \\t]{1,2}\\\\{0,4}["'\`“«„](?<it>[a-z]{2,14}(?:[ -][a-z\\d]{1,14}){2,11})\\\\{0,4}["'\`”»“]`,
  ),
  // One word, at the end of a sentence that says what the password is.
  of(
    `(?<![\\w-])(?:the|my|your|our|his|her|its|root|admin|wifi|wi-fi|new|old|current)[ \\t]{1,2}(?:\\w{2,16}[ \\t]{1,2}){0,2}(?:password|passphrase|passcode|pw)[ \\t]{1,2}(?:(?:for|of|to|on|at)[ \\t]{1,2}(?:[\\w.-]{1,24}[ \\t]{1,2}){1,4}?)?(?:is|was)[ \\t]{1,2}(?:now[ \\t]{1,2})?["'\`*]{0,3}(?<it>[a-z]{5,30})["'\`*]{0,3}(?=[.,!]?(?:[ \\t]{0,2}(?:\\r?\\n|\\\\n|$)|[ \\t]{1,2}(?:please|but|and|so|for|on|do not|don't|keep|change|if you|in case|thanks|thank you)(?!\\w)|["'])|[.,!][ \\t])`,
    isChosenWord,
  ),
  of(
    `(?<![\\w-])(?:changed|set|reset|updated|switched)[ \\t](?:[\\w'-]{1,16}[ \\t]){0,4}?(?:password|passphrase|passcode|pw)[ \\t](?:(?:for|of|on)[ \\t](?:[\\w.-]{1,24}[ \\t]){1,3}?)?to[ \\t]["'\`*]{0,3}(?<it>[a-z]{5,30})["'\`*]{0,3}(?=[.!,]?[ \\t]{0,2}(?:\\r?\\n|\\\\n|$)|[.!,]?[ \\t](?:yesterday|today|now|again|earlier|and|but|so|please)(?!\\w))`,
    isChosenWord,
  ),
  of(
    `(?<![\\w-])(?:with|use|using|try|enter|type|as)[ \\t]{1,2}["'\`](?<it>[a-z]{6,30})["'\`][ \\t]{1,2}as[ \\t]{1,2}(?:the|my|your|a)[ \\t]{1,2}(?:\\w{2,16}[ \\t]{1,2})?(?:password|passphrase|passcode)(?![\\w -]{0,3}[a-z])`,
    isChosenWord,
  ),
  byPattern(
    "one-time-code",
    "code for a sign-in",
    /(?<![\w-])(?:(?:unlock|access|entry|door|gate|garage|safe|locker|security|alarm|verification|login|pairing|activation|confirmation|voicemail|phone|bank|card|sim)[ \t]{0,2}(?:code|pin|combination|combo)|(?:pin|combination|combo)(?=[ \t]{1,2}(?:for|of|to)[ \t]))(?:[ \t]{1,2}(?:for|of|to|at|on)[ \t]{1,2}(?:[\w'-]{1,20}[ \t]{1,2}){1,5}?)?(?:[ \t]{0,2}(?:is|was|:|=))?[ \t]{1,2}["'`*#]{0,3}(?<it>\d{4,10}|\d\d-\d\d-\d\d)(?![\w.-]?\d)/gi,
  ),
  byPattern(
    "one-time-code",
    "code for a sign-in",
    /(?<![\w-])(?:2fa|mfa|otp|recovery|backup|bitlocker)[ _-](?:backup|recovery|rescue|key|code|codes|password)["'`]{0,2}[ \t]{0,2}[:=][ \t]{0,2}["'`]{0,2}(?<it>[A-Za-z\d]{4,8}(?:[ -]{1,2}[A-Za-z\d]{4,8}){1,11})(?!\w)/gi,
    (it) => /\d/.test(it),
  ),
  of(
    `security question[^\\n]{0,100}?(?<![\\w-])answer["']?[ \\t]{0,2}[:=][ \\t]{0,2}["']?(?<it>[^\\s"',;\\\\]{3,60})`,
  ),
  // Bytes of a key, as numbers.
  byPattern(
    "assignment",
    "named secret",
    /(?:key|secret|psk|seed)["'\\]{0,4}(?:\[\d{0,3}\])?[ \t]{0,3}[:=][ \t]{0,3}(?:\w{0,20}[ \t]{0,2})?[[{(][ \t]{0,3}\r?\n?[ \t]{0,20}(?<it>(?:0x[0-9a-f]{1,2}|\d{1,3})(?:\s{0,8},\s{0,8}(?:0x[0-9a-f]{1,2}|\d{1,3})){15,63})(?!\d)/gi,
    (it) => it.split(",").every((byte) => Number(byte) < 256) && new Set(it.split(",").map(Number)).size > 9,
  ),
  byPattern(
    "assignment",
    "named secret",
    /(?<!\w)(?:CLIENT|SERVER|EXPORTER|EARLY)_\w{3,40} [0-9a-f]{64} (?<it>[0-9a-f]{64,128})(?!\w)/g,
  ),
  of(
    `(?<![\\w-])[\\w-]{0,20}(?:unlock|log-?in|auth|connect|passwd|keychain|admin|account|create[-_ ]user|users?[-_ ]create|sign)[\\w-]{0,20}[ \\t](?:[^\\n|;&]{0,80}?[ \\t])??-p[ \\t]{1,2}["']?(?<it>[^\\s"'\`\\\\|;&<>(){}]{6,100})`,
    (it) => isLike(it) && !/[/=:.]/.test(it),
  ),
  of(
    `(?:^|\\n|\\\\n)(?:[\\w-]{1,40}\\.){1,4}[a-z]{2,12}:[a-z][\\w.@-]{1,40}:(?<it>[^\\s:"'\`\\\\<>(){}/]{6,100})[ \\t]{0,4}(?=\\r?\\n|\\\\n|$)`,
    (it) => isLike(it) && !/^\d/.test(it),
  ),
  of(
    `(?:^|\\n|\\\\n)[ \\t]{0,8}["'][\\w.@-]{1,60}["'][ \\t]{1,8}(?:\\*|[\\w.-]{1,40})[ \\t]{1,8}["'](?<it>[^\\s"']{6,100})["']`,
    isLike,
  ),
  byPattern(
    "one-time-code",
    "code for a sign-in",
    /(?<=[A-Za-z0-9]_)(?:PIN|OTP|PUK|CVV|MPIN)["'\\]{0,4}\s{0,2}[=:]\s{0,2}["'\\]{0,4}(?<it>\d{4,10})(?!\d)/gi,
  ),
  byPattern(
    "webhook",
    "address of a hook",
    /hook[\w-]{0,20}["'\\]{0,4}\s{0,2}[:=]\s{0,2}["'\\]{0,4}https?:\/\/[\w.-]{3,80}\/(?:[a-z]{2,20}\/){0,4}(?<it>[\w/-]{20,200})/gi,
    (it) => /\d/.test(it) && /[A-Z]|\d[a-z]\w*\d/.test(it),
  ),
  of(
    `net[ \\t]{1,3}use[ \\t][^\\n]{1,120}?/user:\\S{1,60}[ \\t]{1,2}(?<it>[^\\s"'\`\\\\|;&<>/]{6,100})`,
    (it) => isLike(it),
  ),
  // Application passwords, in groups.
  byPattern("password", "password", /(?<![\w-])(?<it>(?:[A-Za-z\d]{4} ){5}[A-Za-z\d]{4})(?![\w-])/g, (it) =>
    isShuffled(it.replaceAll(" ", ""), 24),
  ),
  byPattern(
    "one-time-code",
    "code for a sign-in",
    /(?<![\w-])(?:PIN|PUK|TAN|CVV|CVC)\s{1,2}(?<it>\d{3,10})(?![\w.:-]?\d)/g,
  ),
  of(
    `["'\`](?:login|auth|authenticate|signin|sign_in|logon)["'\`],[ \\t]{0,2}["'\`][^"'\`\\n]{1,60}["'\`],[ \\t]{0,2}["'\`](?<it>[^"'\`\\s]{6,100})["'\`]`,
    isLike,
  ),
  byPattern(
    "one-time-code",
    "code for a sign-in",
    /(?<![\w.-])(?:G-)?(?<it>\d{4,8}) (?:is|ist|est|es|é|è) (?:your|the|dein|ihr|votre|tu|su|seu) (?:[\w-]{1,20} ){0,2}?(?:(?:verification|security|login|sign-?in|confirmation|access|one-time|auth\w{0,12}) )?(?:code|pin|passcode|otp|best(?:ä|a)tigungscode|c(?:ó|o)digo)(?!\w)/gi,
  ),
  byPattern(
    "assignment",
    "named secret",
    /(?<![\w.])(?!\w{0,40}(?:id|uuid|hash|digest|sha|md5|hex|bytes|commit|address)\()[A-Z]\w{2,40}\(\s{0,3}["'](?<it>[0-9a-f]{32,64})["']\s{0,3}[,)]/gi,
    isKeyLike,
  ),
];
