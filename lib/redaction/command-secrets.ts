import type { Detector } from "./detector";
import { byPattern } from "./detector";
import { isStandIn, isTyped } from "./stand-ins";

const ARG = "[\"']?(?<it>[^\\s\"'`\\\\|;&<>]{4,200})";
const QUOTED = "[\"'](?<it>[^\"'\\\\\\r\\n]{4,200})[\"']";

const isSecretLike = (it: string) =>
  !isStandIn(it) && !isTyped(it) && !it.startsWith("-") && !/^[./~]/.test(it);
/** A word that is not only lower-case letters, or is quoted: the options below have other uses too. */
const isLikely = (it: string) => isSecretLike(it) && /[\d!#%^&*?@+]|[a-z][A-Z]/.test(it);

const command = (names: string, option: string, accepts = isSecretLike): Detector =>
  byPattern(
    "password",
    "password",
    new RegExp(`(?<![\\w./-])(?:${names})\\s(?:[^\\n|;&]{0,160}\\s)?${option}`, "g"),
    accepts,
  );

/** Passwords that programs take as arguments, and that statements and configuration files name without a sign. */
export const COMMAND_DETECTORS: readonly Detector[] = [
  command("sshpass", `-p\\s{0,2}${ARG}`),
  command("mysql|mysqldump|mysqladmin|mariadb|mariadb-dump", `-p${ARG}`, isLikely),
  command("docker|podman|nerdctl|helm|oras|skopeo|az|oc|gcloud", `-p\\s{1,2}${ARG}`, isLikely),
  command("redis-cli|keydb-cli|valkey-cli", `-a\\s{1,2}${ARG}`),
  command("smbclient|mount\\.cifs|rpcclient", `-U\\s{0,2}["']?[\\w.\\\\-]{1,60}%${ARG}`),
  command("zip|unzip", `-P\\s{0,2}${ARG}`),
  command("7z|7za|7zz|rar|unrar", `-p${ARG}`, isLikely),
  command("htpasswd", `-\\w{0,5}b\\w{0,5}\\s{1,2}\\S{1,100}\\s{1,2}\\S{1,60}\\s{1,2}${ARG}`),
  command("http|https|xh", `(?:-a|--auth)[ =]["']?[\\w.@-]{1,60}:${ARG}`),
  command("net use", `\\\\\\\\[^\\s]{1,100}\\s{1,2}(?!/)${ARG}`),
  command("ldapsearch|ldapadd|ldapmodify", `-w\\s{1,2}${ARG}`),
  command("mongosh|mongo|mongodump|mongorestore|cqlsh", `-p\\s{1,2}${ARG}`, isLikely),
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
