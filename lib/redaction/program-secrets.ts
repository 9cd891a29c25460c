import type { Detector } from "./detector";
import { byPattern } from "./detector";
import { isPasswordLike } from "./password-like";
import { isChosenWord } from "./plain-words";
import { isPlaceholder, isTyped } from "./placeholder-text";

const ARG = "[\"']?(?<it>[^\\s\"'`\\\\|;&<>(){}]{4,200})";
const LINE = "(?:^|\\n|\\\\n)[ \\t]{0,12}";
const END = "[\"']?[ \\t]{0,4}(?=\\\\n|\\r?\\n|$|[\"'`])";

const isGiven = (it: string) => !isPlaceholder(it) && !isTyped(it) && !/^[-./~$]/.test(it);
const isLike = (it: string) => isPasswordLike(it, false);

const of = (pattern: string, accepts: (it: string) => boolean = isGiven, flags = "g"): Detector =>
  byPattern("password", "password", new RegExp(pattern, flags), accepts);

/** An argument of a program after others. */
const argument = (program: string, before: string, accepts = isGiven): Detector =>
  of(`(?<![\\w.-])(?:${program})[ \\t](?:[^\\n|;&]{0,160}?[ \\t])??${before}${ARG}`, accepts);

/** Passwords in the places that programs and their configuration give them. */
export const PROGRAM_SECRETS: readonly Detector[] = [
  of(
    `(?<![\\w-])--?[\\w.-]{0,40}(?:password|passwd|passphrase|pass|pwd|secret(?:-string)?|token)[ =]{1,2}${ARG}`,
    (it) => (isLike(it) || isChosenWord(it)) && !/^(?:file|env|fd|stdin|pass):/.test(it),
  ),
  of(
    `(?<=[ \\t])-(?:u|n|l|U)[ \\t=]{1,2}\\S{1,60}[ \\t](?:[^\\n|;&]{0,80}?[ \\t])??-p[ \\t]{0,2}${ARG}`,
    isLike,
  ),
  of(
    `(?<=[ \\t])(?:/rp|-xp|-ap|-pw|-l2tppsk|input_pw|owner_pw|user_pw|vnc password|-passwd[ \\t]\\S{1,80})[ \\t]{1,2}${ARG}`,
    (it) => isLike(it) || isChosenWord(it),
    "gi",
  ),
  of(`(?<!\\w)(?:mysql\\w{0,10}|mariadb\\w{0,10})["'],[^\\n\\]]{0,120}["']-p(?<it>[^"'\\s\\\\]{4,200})["']`),
  of(
    `(?:auth|cred|ident|userpwd|btoa\\(|__(?:ORG|COM|NET|IO|DEV))\\w{0,10}["']?[ \\t]{0,2}[:=, ]?[ \\t]{0,2}["'][\\w.@-]{1,40}:(?<it>[^"'\\s:/\\\\]{4,200})["']`,
    isLike,
    "gi",
  ),
  of(
    `(?<!\\w)(?:local-user|username|user)[ \\t]{1,2}[\\w.@-]{1,40}[ \\t]{1,2}(?:[\\w-]{1,20}[ \\t]{1,2}\\d{1,2}[ \\t]{1,2})?(?:password|secret)[ \\t]{1,2}(?:(?:cipher|irreversible-cipher|simple|plain|\\d)[ \\t]{1,2})?${ARG}`,
    isLike,
  ),
  of(`(?:radius|tacacs)(?:-server)?[ \\t][^\\n]{0,60}key[ \\t]{1,2}(?:\\d[ \\t])?${ARG}`, isLike),
  of(`(?<!\\w)neighbor[ \\t]\\S{1,40}[ \\t]password[ \\t]{1,2}(?:\\d[ \\t])?${ARG}`, isLike),
  of(
    `${LINE}"?[\\w.@-]{1,40}"?[ \\t]{1,4}(?:\\*|[\\w.-]{1,40})[ \\t]{1,4}"(?<it>[^"\\s]{4,100})"[ \\t]{1,4}\\*`,
    isLike,
  ),
  of(`${LINE}"[\\w.@-]{1,40}"[ \\t]{1,4}"(?<it>[^"\\s,:]{4,100})"[ \\t]{0,4}(?=\\r?\\n|$)`, isLike),
  of(`${LINE}https?://\\S{1,200}[ \\t]{1,4}[\\w.@-]{1,40}[ \\t]{1,4}${ARG}${END}`, isLike),
  of(`${LINE}\\*[\\w.*-]{0,60}:[\\w.@-]{1,60}:${ARG}${END}`, isLike),
  of(`${LINE}[0-9a-f]{32,128}:(?<it>[^\\s:"'\`\\\\]{4,100})${END}`, isLike),
  of(`${LINE}[a-z_][\\w.-]{0,31}:(?<it>[^\\s:"'\`\\\\]{4,100}):\\d{1,6}:\\d{1,6}:`, isLike),
  of(`${LINE}client_send[ \\t]{0,4}=[^\\n]{0,10}:[ \\t]{0,2}\\S{1,80}[ \\t]:[ \\t]${ARG}`, isLike),
  of(
    `\\[(?:admins|users|credentials|secrets|passwords)\\]\\r?\\n(?:[#;][^\\n]{0,100}\\n){0,4}[\\w.@-]{1,40}[ \\t]{0,3}=[ \\t]{0,3}${ARG}`,
    isLike,
  ),
  of(`(?<!\\w)user[ \\t]{1,2}["']?\\w{1,40}["']?[ \\t]{1,2}using[ \\t]{1,2}${ARG}`, isLike, "gi"),
  of(`\\.logon[ \\t]{1,2}[\\w./]{1,60},${ARG}`, isGiven, "gi"),
  of(`${LINE}password[ \\t]{1,2}"[^"\\n]{1,30}"[ \\t]{1,2}${ARG}${END}`, isLike),
  of(`wifi-iface[^\\s=]{0,20}\\.key=${ARG}`),
  of(`(?:user|admin):(?:password|create)[ \\t]{1,2}[\\w.@-]{1,40}[ \\t]{1,2}${ARG}`, isLike),
  of(`varnishadm[^\\n]{1,120}auth[ \\t]{1,2}${ARG}`),
  of(`login attempt \\[b?["'][^"'\\n]{1,60}["']/b?["'](?<it>[^"'\\s\\\\]{4,100})["']`),
  argument("rasdial", `\\S{1,40}[ \\t]\\S{1,40}[ \\t]{1,2}`),
  argument("ipa-\\w{1,10}-install", `-a[ \\t]{1,2}`),
  argument("ipa-\\w{1,10}-install", `-p[ \\t]{1,2}`),
  // Variables set by a word instead of a sign.
  of(
    `(?<!\\w)(?:set(?:env|x)?(?: -\\w{1,4})?|SetEnv|ENV|#define|variable set|secret set|env:set|config set)[ \\t]{1,3}["']?\\w{0,40}(?:PASS(?:WORD|WD|PHRASE)?|PWD|PW|SECRET|TOKEN|KEY)(?:_\\w{0,20})?["']?[ \\t]{1,4}(?:--body[ =])?${ARG}`,
    isLike,
    "gi",
  ),
  of(
    `(?<!\\w)[A-Z][A-Z0-9_]{1,40}_(?:AUTH|PASSWORD|PASS|PWD|PW)["']?[ \\t]{0,2}[=:][ \\t]{0,2}${ARG}`,
    isLike,
  ),
  of(`${LINE}(?:\\S{1,40}[>#] ?)?AUTH[ \\t]{1,2}(?:[\\w.-]{1,40}[ \\t]{1,2})?${ARG}${END}`, isLike),
  of(`${LINE}user[ \\t]{1,2}[\\w.@-]{1,40}[ \\t]{1,2}${ARG}${END}`, isLike),
  of(
    `(?<!\\w)(?:add_user|change_password|authenticate_user)[ \\t]{1,2}["']?[\\w.@-]{1,60}["']?[ \\t]{1,2}${ARG}`,
  ),
  of(
    `(?<!\\w)(?:addauth[ \\t]{1,2}digest|stats[ \\t]{1,2}auth|cache_peer[^\\n]{1,80}login=|login=)[ \\t]{0,2}[\\w.@-]{1,40}:${ARG}`,
    isLike,
  ),
  of(`(?<!\\w)user_[\\w.-]{1,40}[ \\t]{0,2}=[ \\t]{0,2}"(?<it>[^"\\s\\\\]{4,200})"`, isLike),
  argument("curl", `(?:-U|--proxy-user)[ =]["']?[\\w.@\\\\-]{1,60}:`),
  of(`USERPWD["']?[ \\t]{0,2}[,=:]{1,2}>?[ \\t]{0,2}["'][\\w.@-]{1,60}:${ARG}`),
  of(`openssl[ \\t]{1,2}passwd[ \\t]{1,2}(?:-\\w{1,8}[ \\t]{1,2}){0,4}${ARG}`),
  argument("security", `-w[ \\t]{1,2}`),
  argument("ssh-keygen", `-[NP][ \\t]{0,2}`),
  argument("ncftp(?:put|get|ls)?", `-p[ \\t]{0,2}`),
  of(`(?<!\\w)smbclient[ \\t]{1,2}\\S{1,100}[ \\t]{1,2}(?!-)${ARG}`, isLike),
  argument("ldap\\w{3,12}", `-w[ \\t]{0,2}`),
  argument("ldappasswd", `-s[ \\t]{1,2}`),
  argument("ldappasswd", `-a[ \\t]{1,2}`),
  argument("snmp(?:walk|get|set|bulkwalk|getnext|table|trap|inform)", `-c[ \\t]{0,2}`, isLike),
  argument("snmp(?:walk|get|set|bulkwalk|getnext|table|trap|inform)", `-A[ \\t]{0,2}`),
  argument("snmp(?:walk|get|set|bulkwalk|getnext|table|trap|inform)", `-X[ \\t]{0,2}`),
  of(`(?<!\\w)rclone[ \\t]{1,2}obscure[ \\t]{1,2}${ARG}`),
  of(
    `(?<!\\w)(?:bw|lpass|op|pass-cli|mega-login|transcrypt)[ \\t]{1,2}(?:login|signin|unlock)?[ \\t]{0,2}[\\w.+-]{1,60}@[\\w.-]{1,60}[ \\t]{1,2}${ARG}`,
    isLike,
  ),
  of(
    `(?<!\\w)(?:mc|mcli)[ \\t]{1,2}(?:alias|config host)[ \\t]{1,2}(?:set|add)[ \\t]{1,2}\\S{1,40}[ \\t]{1,2}\\S{1,100}[ \\t]{1,2}\\S{1,60}[ \\t]{1,2}${ARG}`,
  ),
  of(
    `(?<!\\w)set_password\\([ \\t]{0,2}["'][^"'\\n]{1,60}["'][ \\t]{0,2},[ \\t]{0,2}["'][^"'\\n]{1,60}["'][ \\t]{0,2},[ \\t]{0,2}${ARG}`,
  ),
  of(`SecureString[ \\t][^\\n|;&]{0,60}?--value[ =]${ARG}`),
  of(`htpasswd[ \\t]{1,2}-n\\w{0,4}[ \\t]{1,2}[\\w.@-]{1,60}[ \\t]{1,2}${ARG}`),
  of(
    `(?<![\\w.-])[\\w.-]{1,40}[/\\\\][\\w.-]{1,40}:["']?(?<it>[^\\s"'@:/]{4,100})["']?@(?:\\d{1,3}\\.){3}\\d{1,3}(?![\\d.])`,
    isLike,
  ),
  of(`\\bIDENTIFIED[ \\t]{1,3}BY[ \\t]{1,3}(?:VALUES[ \\t]{1,2})?(?<it>[\\w$#!@.-]{4,100})`, isLike, "gi"),
  of(`(?<!\\w)(?:dev wifi connect|wifi connect)[ \\t][^\\n]{1,80}?[ \\t]password[ \\t]{1,2}${ARG}`),
  of(
    `#[ \\t]{0,2}\\S{0,60}(?:secrets|passwd|passwords?)[^\\n]{0,40}\\n[\\w.@-]{1,40}:(?<it>[^\\s:"']{4,100})(?=\\r?\\n|$|["'\`])`,
    isLike,
  ),
  of(
    `(?<!\\w)chpasswd:[^\\n]{0,20}\\n(?:[ \\t]{0,12}(?:list|users|expire):[^\\n]{0,20}\\n){0,2}[ \\t-]{1,12}[\\w.-]{1,40}:(?<it>[^\\s:"']{4,100})`,
    isLike,
  ),
  of(`\\[[\\w.-]{3,80}\\](?::\\d{1,5})?[ \\t]{1,4}[\\w.+@-]{1,80}:(?<it>[^\\s:"'\`\\\\]{4,100})`, isLike),
  of(`\\{(?:PLAIN|PLAIN-TRUNC|CLEAR|CLEARTEXT|noop)\\}(?<it>[^\\s:"'\`\\\\<]{4,100})`),
  of(`:[ \\t]{1,3}(?:PSK|EAP|XAUTH|NTLM|PIN)[ \\t]{1,3}${ARG}`, isLike),
  of(`(?<!\\w)createUser[ \\t]{1,2}\\S{1,40}[ \\t]{1,2}(?:MD5|SHA(?:-?\\d{3})?)[ \\t]{1,2}${ARG}`),
  of(
    `(?<!\\w)createUser[ \\t]{1,2}\\S{1,40}[ \\t]{1,2}(?:MD5|SHA(?:-?\\d{3})?)[ \\t]{1,2}\\S{4,100}[ \\t]{1,2}(?:AES|DES)(?:-?\\d{3})?[ \\t]{1,2}${ARG}`,
  ),
  of(
    `(?<!\\w)(?:snmp-server community|r[ow]community6?|crypto isakmp key|enable (?:secret|password)(?: \\d)?|(?:secret|password) [05789])[ \\t]{1,3}${ARG}`,
    isLike,
  ),
  of(`${LINE}\\d{2,6}[ \\t]{0,2}=>[ \\t]{0,2}(?<it>\\d{4,10}),`),
  of(`(?<![\\w-])"?encrypt"?[ \\t]{0,2}[:=][ \\t]{0,2}"(?<it>[A-Za-z0-9+/]{22,44}={1,2})"`),
  of(
    `(?<!\\w)set[ \\t]{1,2}(?:psksecret|passwd|password|secret|ppk-secret|auth-pwd|priv-pwd)[ \\t]{1,2}(?:ENC[ \\t]{1,2})?${ARG}`,
    isLike,
  ),
  of(`<auth-user-pass>\\s{1,4}\\S{1,80}\\s{1,4}${ARG}`),
  of(`SQLConnectInfo[ \\t]{1,2}\\S{1,80}[ \\t]{1,2}\\S{1,40}[ \\t]{1,2}${ARG}`),
  of(`(?<!\\w)d-i[ \\t][^\\n]{1,80}?[ \\t]password[ \\t]{1,2}${ARG}`),
  of(
    `name=\\\\?["'][\\w.\\[\\]-]{0,30}pass(?:word|wd|phrase)?[\\w\\]]{0,20}\\\\?["'](?:\\r?\\n|\\\\r\\\\n|\\\\n){2}(?<it>[^\\s\\\\]{4,200})`,
  ),
  of(`(?<!\\w)rootpw[ \\t]{1,2}(?:--\\w{1,20}[ \\t]{1,2}){0,2}${ARG}`),
  of(`(?<!\\w)IDENTIFY[ \\t]{1,2}(?:[\\w-]{1,30}[ \\t]{1,2})?${ARG}${END}`, isLike),
  of(`${LINE}New value:[ \\t]{1,2}${ARG}${END}`, isLike),
  of(
    `["'](?<it>[^\\s"'\\\\]{4,100})(?:\\\\{1,2}[rn]){0,2}["']\\)?[;,]?[ \\t]{1,3}(?:#|//|--|/\\*)[ \\t]{0,2}(?:the |my )?(?:\\w{1,12} )?(?:password|passphrase|secret|token)(?!\\w)`,
    isLike,
  ),
  of(`(?<!\\w)send(?:_?line)?[ \\t]{1,2}(?:--[ \\t]{1,2})?"(?<it>[^"\\s\\\\]{4,100})\\\\{1,2}[rn]`, isLike),
  of(
    `(?<!\\w)\\w{1,20}ctl[ \\t](?:register|adduser|passwd|add-user|create-user)[ \\t]{1,2}\\S{1,60}[ \\t]{1,2}(?:\\S{1,60}[ \\t]{1,2})?${ARG}${END}`,
    isLike,
  ),
  of(
    `(?:credentials|creds|zugangsdaten|identifiants|credenciales):[ \\t]{0,3}\\r?\\n[ \\t*-]{0,6}[\\w.@+-]{2,60}[ \\t]{0,3}\\r?\\n[ \\t*-]{0,6}${ARG}${END}`,
    isLike,
    "gi",
  ),
];
