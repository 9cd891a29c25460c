import type { Detector, Span } from "./detector";
import { byPattern, matchesOf } from "./detector";
import { isPassphrase, isPasswordLike } from "./password-like";
import { isChosenWord } from "./plain-words";
import { isPlaceholder, isTyped } from "./placeholder-text";

const VALUE = "[\"']?(?<it>[^\\s\"'`\\\\;{}()<>,]{4,200})";
/** How the value is written, between the name and the value. */
const FORM =
  "(?:(?:\\d{1,4}|plain-?text(?:-\\w{1,12})?|plain|clear-?text|clear|simple|cipher|irreversible-cipher|ascii(?:-text)?|hex(?:adecimal)?|encrypted|unencrypted|enc|hash|local|remote|text|string|set-key|key|key-string|sha\\d{0,3}|md5)[ \\t]{1,3}){0,3}";
const SETTING = new RegExp(
  `(?:password|passwd|secret|passphrase|psk|community|shared-key|key-string|authentication-key|(?<![\\w./=-])(?:md5|key))[ \\t]{1,3}${FORM}${VALUE}`,
  "gi",
);
const MENTIONS = /password|passwd|secret|passphrase|psk|community|key|md5/i;
/** The first words of the lines of such configurations. */
const FIRST =
  /^(?:enable|username|user|local-user|user-interface|snmp|snmp-server|snmp-agent|set|add|edit|tacacs[\w-]{0,20}|radius[\w-]{0,20}|hwtacacs|crypto|isakmp|ikev[12]|ipsec|neighbor|peer|ip|ipv6|key|key-string|line|password|passwd|ntp|ppp|pppoe|l2tp|dialer|wlan|wireless|ssid|ap|wpa[\w-]{0,24}|psk|passphrase|tunnel-group|ldap-login-password|[\w-]{0,12}pre-shared-key|authentication(?:-\w{1,12})?|auth|standby|vrrp|isis|ospf|area|bgp|aaa|admin|no|dot1x|domain|server|secret|community|mgt-config|security|vpn|service|management|super|host|message-digest-key|vty|console|system|router|encryption|interface|trap|client|plain-?text-password[\w-]{0,8}|encrypted-password|psksecret|option)$/i;
const LINE_CHARS_MAX = 160;
const NAME_CHARS_MAX = 40;
const LINE_BREAK = /\n|\\n/;
const PROMPT = /^[ \t]{0,12}(?:[\w.@~:/-]{1,40}(?:\([\w-]{1,30}\))?[#>$%] {0,2})?\/?/;

/** Settings of switches, routers and firewalls: words without a sign between a name and its value. */
const SETTINGS: Detector = {
  id: "password",
  label: "password",
  *find(text): Iterable<Span> {
    if (!MENTIONS.test(text)) return;
    for (const match of matchesOf(SETTING, text)) {
      const it = match.groups?.it ?? "";
      const end = match.index + match[0].length;
      if (isPasswordLike(it, false) && isConfigured(text, match.index) && !isTyped(it))
        yield { start: end - it.length, end };
    }
  },
};

/** Whether only words of such a configuration stand in the line before a name. */
function isConfigured(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LINE_CHARS_MAX), at);
  const line = (before.split(LINE_BREAK).at(-1) ?? "").replace(PROMPT, "");
  if (!/^[\w./:*@"' \t-]*$/.test(line)) return false;
  const name = /^\S*/.exec(text.slice(at, at + NAME_CHARS_MAX))?.[0] ?? "";
  return FIRST.test(/^\S+/.exec(line + name)?.[0] ?? "");
}

const isGiven = (it: string) => !isPlaceholder(it) && !isTyped(it);
const isLike = (it: string) => isPasswordLike(it, false);
const isWordOrLike = (it: string) => isGiven(it) && (isLike(it) || (isChosenWord(it) && !SHARED.test(it)));
/** The names that every device has for its communities. */
const SHARED = /^(?:public|private|community|string|name|write)$/i;
const of = (pattern: RegExp, accepts: (it: string) => boolean) =>
  byPattern("password", "password", pattern, accepts);

/** Passwords in the configuration of network devices and in the commands that ask them. */
export const DEVICE_SECRETS: readonly Detector[] = [
  SETTINGS,
  // A community is the password of SNMP, and often a word.
  of(
    /(?<![\w-])(?:snmp(?:-server|-agent)?[ \t]{1,2}(?:community(?:[ \t]{1,2}(?:read|write|ro|rw|add))?|host[ \t]{1,2}\S{1,60}(?:[ \t]{1,2}(?:traps|informs))?[ \t]{1,2}version[ \t]{1,2}(?:1|2c|3[ \t]{1,2}\w{1,8}))|r[ow]community6?)[ \t]{1,2}(?:cipher[ \t])?["']?(?<it>[^\s"'\\;{}]{4,100})/gi,
    isWordOrLike,
  ),
  of(
    /(?<![\w-])snmp\w{2,12}[ \t](?:[^\n|;&]{0,80}?[ \t])??-c[ \t]{0,2}["']?(?<it>[^\s"'\\;{}]{4,100})/g,
    isWordOrLike,
  ),
  of(
    /community(?:[_-]?string)?["']?[ \t]{0,3}[:=][ \t]{0,3}["']?(?<it>[^\s"'`\\,;{}()<>[\]]{5,100})["']?[ \t]{0,3}(?=[,;}]|\r?\n|\\n|$)/gi,
    (it) => !isPassphrase(it) && (isLike(it) || (isChosenWord(it) && !SHARED.test(it) && !/^[A-Z]/.test(it))),
  ),
  of(
    /(?<![\w-])(?:auth|priv)[ \t]{1,2}(?:md5|sha(?:-?\d{3})?|3?des|aes)[ \t]{1,2}(?:\d{3}[ \t]{1,2})?["']?(?<it>[^\s"'\\;{}]{4,100})/gi,
    isGiven,
  ),
];
