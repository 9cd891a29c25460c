import type { Detector } from "./detector";
import { byPattern } from "./detector";
import { JSON_WEB_TOKENS } from "./json-web-tokens";
import { isPlainName } from "./plain-names";
import { isChosenWord } from "./plain-words";
import { isRandom, isPlaceholder, isTyped } from "./placeholder-text";

const QUOTE = "[\"'`\\\\]{0,4}";
const SIGN = "\\s{0,3}(?:=>|:=|==?|:)\\s{0,3}";
const VALUE = "(?<it>[^\\s\"'`\\\\,;(){}[\\]<>]{1,300})";
const QUOTED = "(?<it>[^\"'`\\\\\\r\\n<>]{3,300})";

const PASSWORD = "(?:(?<!com|by|tres|sur|over|under|en)pass(?:word|wd|phrase|code)?|pwd|pgpassword)";
const SECRET =
  "(?:secret|api[-_ ]?key|access[-_]?key(?:[-_]?id)?|account[-_]?key|shared[-_]?access[-_]?key|private[-_]?key|encryption[-_]?key|signing[-_]?key|preshared[-_]?key|master[-_]?key|service[-_]?role[-_]?key|webhook[-_]?secret|client[-_]?secret|(?:auth|access|refresh|bearer|id|session|bot|app|deploy|personal[-_]?access)[-_]?token|credential|auth[-_]?key|license[-_]?key|conn(?:ection)?[-_]?str(?:ing)?)";

export const CREDENTIAL_DETECTORS: readonly Detector[] = [
  byPattern(
    "assignment",
    "named secret",
    new RegExp(`${SECRET}[\\w-]{0,20}["'\\\\]{0,4}${SIGN}["'\`](?<it>[^"'\`\\\\\\s]{16,300})["'\`]`, "gi"),
    (it) =>
      /\d/.test(it) && /[^\w.:/-]/.test(it) && !/[${}]|\w\(\w*\)|^https?:/.test(it) && !isPlaceholder(it),
  ),
  byPattern(
    "password",
    "password",
    /(?<![\w-])password["'\\]{0,4}\s{0,2}[:=]\s{0,2}"(?<it>[^"\\\r\n]{4,80})"/gi,
    (it) => /'/.test(it) && !/\s/.test(it) && !isPlaceholder(it),
  ),
  byPattern(
    "password",
    "password",
    /(?:^|\n|\\n)[ \t]{0,40}(?:user(?:name)?|login)\s{0,3}[:=]\s{0,3}\S{1,80}(?:\r?\n|\\n)[ \t]{0,40}pass(?:word|wd)?\s{0,3}[:=]\s{0,3}["']?(?<it>[^\s"'\\]{4,100})/gi,
    (it) => !isPlaceholder(it) && !isTyped(it),
  ),
  byPattern(
    "password",
    "password",
    new RegExp(`${PASSWORD}[\\w-]{0,20}["'\\\\]{0,4}${SIGN}["'\`\\\\]{1,4}${QUOTED}["'\`\\\\]`, "gi"),
    (it) =>
      it.length >= 4 &&
      !/\s{2}|^\s|[{}]/.test(it) &&
      it.split(" ").length < 6 &&
      !isPlaceholder(it) &&
      !isLabel(it) &&
      (!/^[a-z_|:]{1,30}$/.test(it) || isChosenWord(it)) &&
      !/\|(?:min|max|confirmed|string)/.test(it),
  ),
  byPattern("password", "password", new RegExp(`${PASSWORD}["'\\\\]{0,4}${SIGN}${VALUE}`, "gi"), isPassword),
  byPattern(
    "password",
    "password",
    new RegExp(`[A-Z0-9]_(?:PASS|PASSWORD|PASSWD|PWD|PASSPHRASE|SECRET)=${VALUE}`, "g"),
    (it) => it.length >= 3 && !isPlaceholder(it) && !isTyped(it),
  ),
  byPattern(
    "assignment",
    "named secret",
    new RegExp(
      `(?<![A-Za-z0-9])[A-Z][A-Z0-9_]{0,60}(?:TOKEN|KEY|SECRET|CREDENTIALS?|AUTH|SALT|SEED|DSN)["'\\\\]{0,4}\\s{0,2}[=:]\\s{0,2}${QUOTE}(?:base64:)?${VALUE}`,
      "g",
    ),
    (it) =>
      it.length >= 12 &&
      /\d/.test(it) &&
      !isPlaceholder(it) &&
      !isTyped(it) &&
      !isCode(it) &&
      !/^https?:/.test(it),
  ),
  byPattern(
    "password",
    "password",
    new RegExp(
      `(?<![\\w-])--?(?:password|passwd|pass|passphrase|pwd|token|api-?key|secret|auth-token|access-token)[ =]{1,3}${QUOTE}${VALUE}`,
      "gi",
    ),
    (it) => it.length >= 4 && !/^-|^(?:env|file|fd):/.test(it) && !isPlaceholder(it) && !isTyped(it),
  ),
  byPattern(
    "password",
    "password",
    /\blogin\s{1,4}\S{1,100}\s{1,20}password\s{1,4}(?<it>\S{1,200})/gi,
    (it) => !isPlaceholder(it),
  ),
  byPattern(
    "password",
    "password",
    /(?<!\w)(?:-u|--user|--basic|sshpass -p|-p)[ =]{0,3}["'\\]{0,3}(?:[\w.@-]{1,80}:)(?<it>[^\s"'\\:@]{3,200})/g,
    (it, match) => /^(?:-u|--user|--basic)/.test(match) && !isPlaceholder(it) && !/^\d{1,5}$/.test(it),
  ),
  byPattern(
    "assignment",
    "named secret",
    new RegExp(`${SECRET}[\\w-]{0,20}["'\\\\]{0,4}${SIGN}${QUOTE}${VALUE}`, "gi"),
    (it) =>
      it.length >= 8 &&
      !isPlaceholder(it) &&
      !isTyped(it) &&
      (isRandom(it) || /\d/.test(it)) &&
      !isCode(it) &&
      !(it.includes("/") && isPlainName(it)),
  ),
  byPattern(
    "assignment",
    "named secret",
    new RegExp(`(?<![A-Za-z])(?:token|key|auth|x-api-key|apikey)["'\\\\]{0,4}${SIGN}${QUOTE}${VALUE}`, "gi"),
    (it) => /^[\w+/=~-]{20,}$/.test(it) && isRandom(it) && !isPlaceholder(it),
  ),
  byPattern(
    "assignment",
    "named secret",
    new RegExp(
      `(?:p12|pfx|pkcs12|keystore|jks|client[-_]key[-_]data|tls[-_.]key)[\\w-]{0,20}["'\\\\]{0,4}${SIGN}${QUOTE}(?<it>(?:MII|/u3\\+7Q|LS0tLS1)[\\w+/=]{30,20000})`,
      "gi",
    ),
  ),
  byPattern(
    "jwk",
    "private part of a JSON web key",
    /"(?:d|dp|dq|qi|k)\\{0,4}"\s{0,3}:\s{0,3}\\{0,4}"(?<it>[\w-]{32,700})\\{0,4}"/g,
    isRandom,
  ),
  byPattern(
    "azure-ad",
    "Azure client secret",
    /(?<![\w~.-])[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}(?![\w~-])/g,
  ),
  byPattern("airtable", "Airtable token", /pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/g),
  byPattern("mailchimp", "Mailchimp key", /(?<![0-9a-f])[0-9a-f]{32}-us\d{1,2}(?!\d)/g),
  byPattern("telegram", "Telegram bot token", /(?<!\d)\d{8,10}:[A-Za-z0-9_-]{35}(?![\w-])/g),
  byPattern(
    "discord",
    "Discord token",
    /(?<![\w.-])[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/g,
    isRandom,
  ),
  byPattern("clickup", "ClickUp token", /(?<!\w)pk_\d{4,12}_[A-Z0-9]{30,40}(?!\w)/g),
];

export const REQUEST_DETECTORS: readonly Detector[] = [
  byPattern(
    "bearer",
    "token in a header",
    /(?<![\w-])Bearer["'\\]{0,3}[\s:=]{1,3}(?<it>[\w.~+/=-]{12,4000})/gi,
    (it) => /\d/.test(it) && !isPlaceholder(it),
  ),
  byPattern(
    "bearer",
    "token in a header",
    /authorization["'\\]{0,4}\s{0,3}[:=]\s{0,3}["'`\\]{0,4}(?:[A-Za-z][\w-]{2,30})\s{1,3}(?:token=)?["'\\]{0,3}(?<it>[\w.~+/=:-]{6,4000})/gi,
    (it) => !isPlaceholder(it) && !isTyped(it) && /[\d=+/]/.test(it),
  ),
  byPattern(
    "bearer",
    "token in a header",
    /authorization["'\\]{0,4}\s{0,3}[:=,]?\s{0,3}["'`\\]{0,4}(?:Basic|Bearer|Token|ApiKey|Bot|Key)\s?["'`\\]{0,4}\s{0,3}(?:[+.,]\s{0,3}["'`]|["'`]?\s)["'`\\]{0,3}(?<it>[\w.~+/=:-]{8,4000})/gi,
    (it) => !isPlaceholder(it) && !isTyped(it) && /[\d=+/]/.test(it) && isRandom(it.replace(/(?<!=)=+$/, "")),
  ),
  byPattern(
    "bearer",
    "token in a header",
    /authorization["'\\]{0,4}\s{0,3}[:=][^\r\n]{0,300}?(?:signature|oauth_token|oauth_signature|response|nonce|mac)=["'\\]{0,3}(?<it>[\w.~+/=%-]{16,1000})/gi,
    (it) => !isPlaceholder(it),
  ),
  byPattern(
    "bearer",
    "token in a header",
    /(?<![\w-])(?:x-[a-z0-9-]{0,40}(?:key|token|secret|auth|password|signature)|apikey)["'\\]{0,4}\s{0,2}[:=]\s{0,3}["'`\\]{0,4}(?<it>[\w.~+/=-]{16,4000})/gi,
    (it) => !isPlaceholder(it) && !isTyped(it) && /\d/.test(it) && !isCode(it),
  ),
  byPattern(
    "bearer",
    "token in a header",
    /(?:authorization|x-(?:api|auth|access|vault|gitlab|amz-security|goog-api|functions|master|shopify-access)-?(?:key|token)|private-token|api-key|ocp-apim-subscription-key)["'\\]{0,4}\s{0,2}:\s{0,3}["'`\\]{0,4}(?<it>[\w.~+/=-]{12,4000})/gi,
    (it) => !isPlaceholder(it) && !isTyped(it) && /\d/.test(it) && !isCode(it),
  ),
  byPattern(
    "cookie",
    "cookie",
    /(?<![\w.])(?:set-)?cookie["'\\]{0,4}\s{0,2}:\s{0,3}["'`\\]{0,4}[\w.$%-]{1,100}=(?<it>[^\s"'\\;<>(){}][^\r\n"'\\<>]{3,4000})/gi,
    (it) => !isPlaceholder(it),
  ),
  JSON_WEB_TOKENS,
  byPattern(
    "url-password",
    "password in a URL",
    /(?<![\w.-])[\w.-]{1,60}:(?<it>[^\s:"'`/()]{4,200})@(?:tcp|unix|udp|sftp|ssh)\(/g,
    (it) => !isPlaceholder(it),
  ),
  byPattern(
    "aws",
    "AWS secret key",
    /(?:AKIA|ASIA)[A-Z0-9]{16}[:,|\s]{1,3}(?<it>[\w+/]{40})(?![\w+/=])/g,
    isRandom,
  ),
  byPattern(
    "assignment",
    "named secret",
    /oauth["'\\]{1,4}\s{0,3}:\s{0,3}\{\s{0,8}\\{0,4}["'][\w.-]{1,80}\\{0,4}["']\s{0,3}:\s{0,3}\\{0,4}["'](?<it>[\w.-]{16,300})/gi,
    isRandom,
  ),
  byPattern(
    "assignment",
    "named secret",
    /CONTRIBSYS__COM["']?\s{0,3}[:=]\s{0,3}["']?(?<it>[0-9a-f]{8}:[0-9a-f]{8})/g,
  ),
  byPattern("password", "password", /WIFI:[^\n]{0,120}?;P:(?<it>[^;\n]{4,100});/g),
  byPattern(
    "password",
    "password",
    /["'](?<it>[^"'\s]{6,200})["']\s{1,3}(?:to|into|->|=>)\s{1,3}[\w.-]{0,30}(?:password|passwd|passphrase|secret|api[-_]?key|token)(?![\w(])/gi,
    (it) =>
      !isPlaceholder(it) && !isTyped(it) && /\d/.test(it) && /[a-z]/i.test(it) && isRandom(it + it.length),
  ),
  byPattern(
    "url-password",
    "password in a URL",
    /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'<>]{0,100}:(?<it>[^\s@"'<>]{1,200})@(?=[\w[])/gi,
    (it) => !/^\d{1,5}(?:\/|$)/.test(it) && !isPlaceholder(it),
  ),
  byPattern(
    "url-token",
    "token in a URL",
    /(?:[?&#;"'`(\s]|^)(?:SAMLResponse|SAMLRequest|assertion|client_assertion|id_token_hint|logout_token|device_code|code_verifier|subject_token|actor_token|request_token)=(?<it>[^&\s"'<>\\#]{16,12000})/gi,
    (it) => !isPlaceholder(it),
  ),
  byPattern(
    "url-token",
    "token in a URL",
    /[?&#;](?:access_token|id_token|refresh_token|api[-_]?key|key|token|auth|sig|signature|secret|client_secret|password|passwd|pwd|code|x-amz-signature|x-amz-security-token|x-amz-credential|x-goog-signature)=(?<it>[^&\s"'<>\\#]{6,4000})/gi,
    (it) => !isPlaceholder(it),
  ),
];

const PASSWORD_WORD =
  /^\p{L}{0,12}?(?:passwor[dt]|passwört|passphrase|passe(?!\p{L})|kennwort|contraseñ|senha|wachtwoord|lösenord|adgangskode|passord|salasana|hasło|heslo|jelszó|parola|şifre|пароль|密码|密碼|パスワード|비밀번호)/iu;

/** What a form says of its field: a word for a password, alone or in a sentence. */
function isLabel(text: string): boolean {
  const words = text.split(/\s+/);
  return words.length > 1
    ? words.some((word) => PASSWORD_WORD.test(word))
    : PASSWORD_WORD.test(text) && !/\d|[a-z][A-Z]/.test(text);
}

function isCode(text: string): boolean {
  return /^[A-Za-z_$][\w$]*(?:\.[\w$]+)+$|^[a-z]+(?::[\w-]+){2,}$|^[\w./-]+:\d+(?::\d+)?:?$|^[a-z]+(?:[A-Z][a-z]+)+\d?$|^[A-Z]+(?:_[A-Z\d]+)+$|^[~.]{0,2}\/[\w./-]+$/.test(
    text,
  );
}

/** Judges an unquoted value. A word of a sentence or a type in a declaration is not a password. */
function isPassword(it: string, match: string): boolean {
  if (it.length < 4 || isPlaceholder(it) || isTyped(it) || isCode(it)) return false;
  if (/=["'\\]{0,4}[^=\s]*$/.test(match) && !/\s/.test(match) && !/[.$]/.test(it)) return true;
  return /\d/.test(it) ? /[A-Za-z]/.test(it) || it.length >= 6 : /[!#%^&*~?]/.test(it.slice(0, -1));
}
