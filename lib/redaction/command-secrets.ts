import type { Detector } from "./detector";
import { byPattern } from "./detector";
import { isSecret } from "./named-values";
import { isPassphrase } from "./password-like";
import { isPlaceholder, isTyped } from "./placeholder-text";

const ARG = "[\"']?(?<it>[^\\s\"'`\\\\|;&<>]{4,200})";
const PART = "(?<it>[^\\s\"'`\\\\|;&<>@]{4,200})";
const QUOTED = "[\"'](?<it>[^\"'\\\\\\r\\n]{4,200})[\"']";

const isSecretLike = (it: string) =>
  !isPlaceholder(it) && !isTyped(it) && !it.startsWith("-") && !/^[./~]/.test(it);
/** A word with more than lower-case letters, or a passphrase. The options below also have other uses. */
const isLikely = (it: string) =>
  isSecretLike(it) && (isPassphrase(it) || (/[\d!#%^&*?@+]|[a-z][A-Z]/.test(it) && !/^\d+:\d+$/.test(it)));

const command = (names: string, option: string, accepts = isSecretLike): Detector =>
  byPattern(
    "password",
    "password",
    new RegExp(`(?<![\\w.-])(?:${names})\\s(?:[^\\n|;&]{0,160}?\\s)??${option}`, "g"),
    accepts,
  );

/**
 * Passwords as arguments of programs, and in statements and configuration files without a sign between name
 * and value.
 */
export const COMMAND_DETECTORS: readonly Detector[] = [
  // Options that many programs use for a secret, with a value in the form of one.
  byPattern(
    "password",
    "password",
    new RegExp(`(?<=\\s)(?:-(?:p|P|pw|A|w|k|a|X|t)|/p)\\s{1,2}${ARG}`, "g"),
    (it) => isSecret(it, "secret", true) && !/[/:]|\.\w{1,5}$/.test(it),
  ),
  byPattern(
    "password",
    "password",
    new RegExp(
      `(?<![\\w./-])(?:snyk auth|bash [^\\n]{0,60}codecov[^\\n]{0,40} -t|codecov [^\\n]{0,60}-t|ngrok (?:config add-)?authtoken|poetry config http-basic\\.\\S{1,40} \\S{1,60}|netlify login|railway login|hf auth login --token|huggingface-cli login --token)\\s{1,2}${ARG}`,
      "g",
    ),
    isSecretLike,
  ),
  byPattern(
    "password",
    "password",
    new RegExp(`(?<!\\w)option\\s{1,3}(?:key|password|psk|secret)\\s{1,3}["']${ARG}`, "g"),
    isSecretLike,
  ),
  byPattern(
    "password",
    "password",
    new RegExp(`(?<!\\w)connect\\s{1,2}\\w{1,40}/${PART}@`, "gi"),
    isSecretLike,
  ),
  command("ab", `-A\\s{1,2}[\\w.@-]{1,60}:${ARG}`),
  byPattern("password", "password", /-p\s{1,2}(?<it>[a-z]{4}(?:-[a-z]{4}){3})(?![\w-])/g),
  byPattern(
    "password",
    "password",
    /ERLANG_COOKIE["']?\s{0,3}[:=]\s{0,3}["']?(?<it>[\w-]{8,80})/g,
    isSecretLike,
  ),
  command("sshpass", `-p\\s{0,2}${ARG}`),
  command("mysql|mysqldump|mysqladmin|mariadb|mariadb-dump", `-p${ARG}`, isLikely),
  command(
    "(?:docker|podman|nerdctl|helm|oras|skopeo|oc|gcloud)\\s(?:[^\\n|;&]{0,60}?\\s)??login|az",
    `-p\\s{1,2}${ARG}`,
    isLikely,
  ),
  command("redis-cli|keydb-cli|valkey-cli", `-a\\s{1,2}${ARG}`),
  command("smbclient|mount\\.cifs|rpcclient", `-U\\s{0,2}["']?[\\w.\\\\-]{1,60}%${ARG}`),
  command("zip|unzip", `-P\\s{0,2}${ARG}`),
  command("7z|7za|7zz|rar|unrar", `-p${ARG}`, isLikely),
  command(
    "htpasswd",
    `-\\w{0,5}b\\w{0,5}\\s{1,2}(?:-\\w{1,3}\\s{1,2}){0,4}(?!-)\\S{1,100}\\s{1,2}\\S{1,60}\\s{1,2}${ARG}`,
  ),
  command("http|https|xh", `(?:-a|--auth)[ =]["']?[\\w.@-]{1,60}:${ARG}`),
  command("net use", `\\\\\\\\[^\\s]{1,100}\\s{1,2}(?!/)${ARG}`),
  command("ldapsearch|ldapadd|ldapmodify", `-w\\s{1,2}${ARG}`),
  command(
    "mongosh|mongo|mongodump|mongorestore|cqlsh|cypher-shell|psexec|snowsql|vncviewer",
    `-p\\s{1,2}${ARG}`,
  ),
  command("sqlcmd|bcp|osql|isql|tsql|mosquitto_pub|mosquitto_sub|ipmitool", `-P\\s{0,2}${ARG}`),
  command("isql", `\\w{1,40}\\s{1,2}\\w{1,40}\\s{1,2}${ARG}`, isLikely),
  command("sqlplus|expdp|impdp|rman|sqlldr", `["']?[\\w$#]{1,40}/${PART}@`),
  command("lftp|ncftp|curl|ftp|smbget", `(?:-u|--user)[ =]["']?[\\w.@\\\\-]{1,60},${ARG}`),
  command("xfreerdp|wfreerdp|rdesktop|mstsc|wmic|cmdkey|schtasks", `/(?:p|pass|password|rp):${ARG}`),
  command("net user", `\\S{1,60}\\s{1,2}(?!/)${ARG}`, isLikely),
  command("wpa_passphrase", `\\S{1,60}\\s{1,2}${ARG}`),
  command("vault login|doctl auth init -t|op signin", `${ARG}`, isLikely),
  command("openssl", `-(?:k|K|hmac)\\s{1,2}${ARG}`, isLikely),
  command("impacket-\\w{1,20}|hydra|crackmapexec|nxc|evil-winrm", `-p\\s{1,2}${ARG}`),
  byPattern(
    "password",
    "password",
    new RegExp(
      `(?<!\\w)(?:echo|printf)\\s(?:-n\\s)?${ARG}["']?\\s{0,3}\\|\\s{0,3}[^\\n|]{0,80}(?:password|passphrase)-stdin`,
      "g",
    ),
    isSecretLike,
  ),
  byPattern(
    "password",
    "password",
    new RegExp(`-pass(?:in|out)?\\s{1,2}["']?pass:${ARG}`, "g"),
    isSecretLike,
  ),
  byPattern(
    "password",
    "password",
    new RegExp(
      `\\b(?:IDENTIFIED\\s{1,3}(?:WITH\\s{1,3}\\w{1,40}\\s{1,3})?BY|(?:WITH|ENCRYPTED|SET|LOGIN)\\s{1,3}PASSWORD(?:\\s{0,3}=)?|PASSWORD)\\s{1,3}${QUOTED}`,
      "gi",
    ),
    isSecretLike,
  ),
  byPattern(
    "password",
    "password",
    new RegExp(`(?<![\\w-])(?:requirepass|masterauth)\\s{1,3}${ARG}`, "g"),
    isSecretLike,
  ),
  byPattern(
    "password",
    "password",
    new RegExp(`ConvertTo-SecureString\\s{1,3}(?:-String\\s{1,3})?${QUOTED}`, "gi"),
    isSecretLike,
  ),
  byPattern(
    "password",
    "password",
    new RegExp(
      `(?<!\\w)(?:echo|printf)\\s(?:-\\w{1,3}\\s|["']%s(?:\\\\{1,2}n)?["']\\s)?${ARG}["']?\\s{0,3}\\|\\s{0,3}(?:sudo\\s(?:-\\w\\s){0,3}-\\w{0,2}S|passwd\\s|kinit|su\\s|cryptsetup|gpg\\s|base64\\s|(?:vercel|flyctl|fly|gh|wrangler|supabase|netlify|doppler)\\s[^\\n|]{0,60}(?:secret|env|token|auth))`,
      "g",
    ),
    isSecretLike,
  ),
  byPattern(
    "password",
    "password",
    new RegExp(`(?<!\\w)echo\\s["']?[\\w.-]{1,40}:${ARG}["']?\\s{0,3}\\|\\s{0,3}(?:sudo\\s)?chpasswd`, "g"),
    isSecretLike,
  ),
  byPattern(
    "password",
    "password",
    /(?<![\w./-])[\w.*-]{1,100}:(?:\d{4,5}|\*):[\w*-]{1,63}:[\w*.-]{1,63}:(?<it>[^\s:"'`\\]{6,200})(?![\w:])/g,
    isSecretLike,
  ),
  byPattern("password", "password", /::add-mask::(?<it>[^\s"'`\\]{4,300})/g, isSecretLike),
  byPattern(
    "password",
    "password",
    /\bjdbc:oracle:\w{1,10}:[\w$#]{1,40}\/(?<it>[^\s@"'/]{3,100})@/g,
    isSecretLike,
  ),
  // Network devices, directories and mail servers, in the words of their own languages.
  byPattern(
    "password",
    "password",
    /(?<![\w-])(?:snmp-server (?:community|user \S{1,40} \S{1,40} \S{1,20} auth \w{3,6})|rocommunity6?|rwcommunity6?|(?:tacacs|radius)(?:-server)?(?:[ \w.:-]{0,60}) key|enable (?:secret|password)(?: level \d{1,2})?(?: \d)?|neighbor \S{1,40} password(?: \d)?|(?:authentication|privacy)-(?:key|password)(?: \d)?|key-string(?: \d)?|pre-shared-key(?: ascii-text| hexadecimal)?(?: address \S{1,40} key)?|secret [05789]|password [05789])\s{1,3}["']?(?<it>[^\s"'\\]{4,200})/gi,
    (it) =>
      isSecretLike(it) &&
      !/^(?:public|private|key|password|secret|community)$/i.test(it) &&
      /[\dA-Z$]/.test(it),
  ),
  byPattern("password", "password", /:\s{0,3}PSK\s{1,3}["'](?<it>[^"'\s]{6,200})["']/g, isSecretLike),
  byPattern(
    "password",
    "password",
    /(?:^|\n|\\n)[ \t]{0,8}["'][\w.@-]{1,60}["']\s{1,4}(?:\*|\w{1,40})\s{1,4}["'](?<it>[^\s"']{6,200})["']\s{1,4}(?:\*|\d)/g,
    isLikely,
  ),
  byPattern(
    "password",
    "password",
    /(?<!\w)(?:SET)?[Uu](?:ser|SER)\s\S{1,60}\son\s[^\n]{0,80}?>(?<it>[^\s"'<>]{4,200})/g,
    isSecretLike,
  ),
  byPattern(
    "password",
    "password",
    /(?:^|[\n"'`>#(]|\\n)[ \t]{0,4}(?:[CS>]:? {0,2})?(?:PASS|[\w.]{1,10} LOGIN \S{1,80})\s{1,2}["']?(?<it>[^\s"'\\]{4,200})/g,
    isLikely,
  ),
  byPattern("password", "password", /(?<!\w)AUTH (?:PLAIN|LOGIN|XOAUTH2)\s{1,2}(?<it>[\w+/]{8,2000}={0,2})/g),
  byPattern(
    "password",
    "password",
    /334 (?:UGFzc3dvcmQ6|VXNlcm5hbWU6)(?:\r?\n|\\r\\n|\\n)\s{0,8}(?<it>[\w+/]{4,400}={0,2})/g,
  ),
  byPattern("password", "password", new RegExp(`(?<![\\w-])psk\\s{0,2}=\\s{0,2}${ARG}`, "g"), isSecretLike),
  byPattern(
    "password",
    "password",
    /<(?:\w{1,40}[:.-])?\w{0,40}(?:password|passwd|pwd|passphrase|secret|api-?key|token)>(?<it>[^<>\s]{4,300})<\//gi,
    isSecretLike,
  ),
  byPattern(
    "password",
    "password",
    /(?:key|name|id)\\{0,4}["']?\s{0,2}[=:]\s{0,2}\\{0,4}["'][\w.:-]{0,60}(?:password|passwd|pwd|passphrase|secret|api[-_]?key|token)\\{0,4}["'],?\s{1,3}\\{0,4}["']?value\\{0,4}["']?\s{0,2}[=:]\s{0,2}\\{0,4}["'](?<it>[^"'\\\r\n]{4,300})["'\\]/gi,
    isSecretLike,
  ),
  byPattern(
    "password",
    "password",
    /["'][\w.-]{0,60}(?:password|passwd|pwd|passphrase)\\{0,4}["']\s{0,2},\s{0,2}\\{0,4}["'](?<it>[^"'\\\r\n]{4,200})["'\\]/gi,
    (it) => isSecretLike(it) && !/\s/.test(it) && /\d|[a-z][A-Z]/.test(it),
  ),
  byPattern(
    "password",
    "password",
    /["'][\w-]{0,60}(?:password|passwd|secret|token|api_key)["']\s{0,3}\{[^{}\n]{0,80}default\s{0,3}=\s{0,3}["'](?<it>[^"'\r\n]{4,300})["']/gi,
    isSecretLike,
  ),
];
