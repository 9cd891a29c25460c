import type { Detector } from "./detector";
import { byPattern } from "./detector";
import { isRandom, isPlaceholder } from "./placeholder-text";

/** Whoever has a hash can guess its password offline. */
const HASHES: readonly Detector[] = [
  byPattern(
    "password-hash",
    "hash of a password",
    /\$(?:2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}|argon2(?:id|i|d)\$[\w=,$+/.-]{30,300}|(?:1|5|6|7|y|apr1|sha1|md5|gy)\$[./\w=,$-]{20,220}|scrypt\$[./\w=,$+-]{30,300}|pbkdf2(?:-sha\d{1,3})?\$[./\w=,$+-]{30,300})/g,
  ),
  byPattern(
    "password-hash",
    "hash of a password",
    /\$(?:[89]|P|H|S|s0|s1|md5-sha1|bcrypt-sha256|ml|2)\$[./\w$,=-]{20,220}|\{(?:S?SHA(?:\d{3})?|S?MD5|CRYPT|PBKDF2[\w-]{0,12}|ARGON2)\}[\w+/=$.,-]{16,300}|(?<!\w)(?:grub\.pbkdf2\.sha\d{3}\.\d{1,8}\.[0-9A-F]{32,300}\.[0-9A-F]{32,300}|SCRAM-SHA-\d{1,3}\$\d{1,8}:[\w+/=]{8,100}\$[\w+/=]{16,120}:[\w+/=]{16,120}|(?:scrypt|pbkdf2):[\w:]{1,40}\$[\w./+]{4,64}\$[0-9a-f]{32,200})/g,
  ),
  byPattern("password-hash", "hash of a password", /\$krb5(?:asrep|tgs|pa)\$[\w$*@./:+-]{32,8000}/g),
  byPattern(
    "password-hash",
    "hash of a password",
    /(?:password|passwd|rolpassword|passwordhash|pwhash|identified)[\w"' |:=,()-]{1,40}?(?<it>\*[0-9A-F]{40}|md5[0-9a-f]{32})(?!\w)/gi,
  ),
  byPattern(
    "password-hash",
    "hash of a password",
    /(?<![\w*])\*[0-9A-F]{40}(?!\w)|(?<=:[0-9A-FX]{32}:)[0-9A-F]{32}(?=:)|(?<=::[\w.-]{0,40}:)[0-9a-f]{16}:[0-9a-f]{32}:[0-9a-f]{40,2000}(?!\w)/gi,
  ),
  byPattern(
    "password-hash",
    "hash of a password",
    /(?<!\w)[\w.$@\\-]{1,64}:\d{1,10}:(?<it>[0-9a-f]{32}:[0-9a-f]{32}):::/gi,
  ),
  byPattern("password-hash", "hash of a password", /(?<!\w)pbkdf2_sha\d{1,3}\$\d{1,9}\$[\w./+=$-]{30,200}/g),
  byPattern("password-hash", "hash of a password", /(?<!\w)sha\d{1,3}#[0-9a-f]{32,128}#[^\s#]{4,80}#/gi),
];

const SESSION_NAME =
  "(?:(?:__Host-|__Secure-)?[\\w.-]{0,40}(?:session|sess|sid|auth|token|jwt|login|remember|csrf|xsrf)[\\w.-]{0,40}|PHPSESSID|JSESSIONID|S?APISID|HSID|SSID|SIDCC|li_at|ct0|connect\\.sid|ASP\\.NET_SessionId|laravel_session)";
const isCookieValue = (it: string) => !isPlaceholder(it) && isRandom(it.replace(/%[0-9A-F]{2}/g, ""));

const COOKIES: readonly Detector[] = [
  byPattern(
    "cookie",
    "cookie",
    /(?:document\.cookie\s{0,2}[+]?=|(?<![\w-])(?:-b|--cookie|-c)[ =]|cookies?\s{0,2}=\s{0,2}\{?)\s{0,2}\\{0,4}["'`]?[\w.$%-]{1,100}(?:=|["']\s{0,2}:\s{0,2}["'])(?<it>[^\s"'`\\;<>(){}]{8,4000})/gi,
    (it) => !isPlaceholder(it) && /\d/.test(it),
  ),
  byPattern(
    "cookie",
    "cookie",
    new RegExp(`(?<![\\w.-])${SESSION_NAME}=(?<it>[\\w%.~+/-]{16,2000}={0,2})`, "gi"),
    isCookieValue,
  ),
  byPattern(
    "cookie",
    "cookie",
    new RegExp(
      `\\\\{0,4}"name\\\\{0,4}"\\s{0,2}:\\s{0,2}\\\\{0,4}"${SESSION_NAME}\\\\{0,4}"\\s{0,2},\\s{0,2}\\\\{0,4}"value\\\\{0,4}"\\s{0,2}:\\s{0,2}\\\\{0,4}"(?<it>[^"\\\\\\s]{8,4000})`,
      "gi",
    ),
    isCookieValue,
  ),
  byPattern(
    "cookie",
    "cookie",
    /[?&;](?:session(?:_?id)?|sid|phpsessid|jsessionid|jwt|ticket|nonce|otp|reset_token|invite_token|confirmation_token|[a-z]{1,20}_token)=(?<it>[\w.~%+/=-]{12,4000})/gi,
    isCookieValue,
  ),
];

/** Lines of a browser's cookie file: site, flag, path, flag, end, name, value. */
const COOKIE_FILE = byPattern(
  "cookie",
  "cookie",
  /(?:TRUE|FALSE)[\t ]{1,8}\/\S{0,100}[\t ]{1,8}(?:TRUE|FALSE)[\t ]{1,8}\d{1,12}[\t ]{1,8}[\w.-]{1,80}[\t ]{1,8}(?<it>[^\s"'\\]{8,4000})/g,
  (it) => !isPlaceholder(it) && /\d/.test(it),
);

export const HASH_AND_COOKIE_DETECTORS: readonly Detector[] = [...HASHES, ...COOKIES, COOKIE_FILE];
