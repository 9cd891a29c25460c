import type { Detector } from "./detector";
import { isSecret } from "./named-values";
import { isPasswordLike } from "./password-like";
import { isChosenWord } from "./plain-words";

/** Calls that take a name and a password, or a key beside other arguments. */
const CALL =
  /(?:(?:password|basic)_?auth\w{0,20}|client|sdk|bot|api|aes\.(?:en|de)crypt|(?<![a-z])(?:ftp_login|database|connection|create_?async|key_set_with_value|log_?in|sign_?in\w{0,24}|authenticate|auth|(?:set|use|with)?_?basic_?auth|(?:http)?(?:basic|digest|proxy)_?auth|basic|user(?:name)?_?password|password_?authentication|network_?credential|plain_?auth|connect|mysqli?(?:_connect|_real_connect)?|pg_connect|oci_connect|ldap_bind|bind(?:_s)?|PDO|__construct|sequelize|getConnection|(?:create|change|update|add)_?user_?(?:name|password)?|create_?super_?user|with_?user|\w{0,20}credentials?|wifi\.begin|WiFi\.softAP|setup_?wifi|create_?hmac|hmac\.new|hmac|createcipheriv|create_?decipheriv|jwt\.(?:sign|verify|encode|decode)|fernet|aes\.new|secretkeyspec|secretbox|configure|initialize|init|sp_add\w{0,12}login|Buffer\.from|fromhex|unhexlify))["']?(?:::new)?\s?=?\s?(?:\(|\s(?=["']))/gi;
/** Calls whose only text is a password. */
const PASSWORD_CALL =
  /(?<![a-z])(?:(?:set|use|with|new|check|verify|mysql|update|change|validate|compare|hash|encode|is_?valid|raw|default|user|db|admin|key_?store|store|key)?_?(?:password|passwd|passphrase|passcode|pwd)(?:_?(?:hash|verify|encode|matches|check))?|check_?password_?hash|generate_?password_?hash|hash_?pw|check_?pw|gen_?pw|bcrypt(?:\.(?:hash|compare)(?:_?sync)?)?|crypt|hash::make|unsafe_?plain_?text|pbe_?key_?spec|pbkdf2|password_?encoder(?:\(\))?\.(?:encode|matches)|encoder\.encode|argon2\.(?:hash|verify)|scrypt|pbkdf2\w{0,8}|derive_?key|cookie_?parser|cookie_?session|set_?secret|set_?token|set_?api_?key|unlock|decrypt)\s?(?:\(|<-)/gi;
const BARE_AUTH = /(?<!\w)(?:auth|authenticate)\s{0,2}[([]{1,2}\s{0,2}(?=["'])/g;
/** An argument that is the name of a user. The next one is a password. */
const USER_ARGUMENT =
  /["'`](?:admin|root|administrator|superuser|guest|sa|postgres|operator|service|svc)["'`](?:,\s{0,8}| {1,4})(?=["'`])/gi;
const ARGUMENTS_CHARS_MAX = 300;
const QUOTED = /(?<![\w\\])[bBnN@]?(["'`])((?:(?!\1)[^\n\\]|\\.)*)\1/g;
/** They decode anything. Their input is a secret only when a name before them says so. */
const DECODES = /Buffer\.from|fromhex|unhexlify/i;
const NAMED =
  /(?:key|secret|token|iv|seed|password)\w{0,20}["']?\s{0,3}(?:[:=]{1,2}|=>)\s{0,3}[\w. ]{0,20}$/i;
const BEFORE_CHARS = 60;
/** Names of hosts, files, options and other first arguments. */
const OTHER_ARGUMENT =
  /[\s/]|^[^@]+@[^@]+\.[a-z]+$|^\d{1,3}(?:\.\d{1,3}){3}$|^[\w-]+(?:\.[a-z][\w-]*)+$|^\d+[smhd]$|=(?!=?$)/;

const WORD_CHARS_MIN = 6;
/** Calls whose second or third text is a password, whatever it is. */
const OF_PASSWORD =
  /log_?in|sign_?in|basic_?auth|password_?auth|network_?cred|plain_?auth|credentials|super_?user|wifi|ftp_login|mysqli?|oci_connect|pg_connect|hmac/i;

export const CALL_SECRETS: Detector = {
  id: "password",
  label: "password",
  *find(text) {
    for (const { 0: call, index } of text.matchAll(CALL)) {
      if (DECODES.test(call) && !NAMED.test(text.slice(Math.max(0, index - BEFORE_CHARS), index))) continue;
      const all = argumentsAt(text, index + call.length);
      for (const { value, start, place: i } of all) {
        if (OTHER_ARGUMENT.test(value)) continue;
        const isOne =
          isSecret(value, "secret", true) ||
          (i > 0 && isChosenWord(value) && value.length >= WORD_CHARS_MIN && OF_PASSWORD.test(call)) ||
          (isPasswordLike(value) &&
            (i > 0 || /hmac|jwt|:auth$/i.test(call)) &&
            (i > 1 || (i > 0 && OF_PASSWORD.test(call)) || !isName(value)));
        if (isOne) yield { start, end: start + value.length };
      }
    }
    for (const { 0: user, index } of text.matchAll(USER_ARGUMENT)) {
      const [next] = argumentsAt(text, index + user.length);
      if (
        next !== undefined &&
        !OTHER_ARGUMENT.test(next.value) &&
        isPasswordLike(next.value) &&
        !isName(next.value)
      )
        yield { start: next.start, end: next.start + next.value.length };
    }
    for (const pattern of [PASSWORD_CALL, BARE_AUTH])
      for (const { 0: call, index } of text.matchAll(pattern))
        for (const { value, start } of argumentsAt(text, index + call.length).slice(0, 2)) {
          const bare = value.replace(/^\{noop\}/, "");
          if (
            !OTHER_ARGUMENT.test(bare) &&
            (isChosenWord(bare) ? bare.length >= WORD_CHARS_MIN : isPasswordLike(bare)) &&
            !isName(bare)
          )
            yield { start: start + value.length - bare.length, end: start + value.length };
        }
  },
};

/** Of a method or a thing, as `sha256` and `user1`. */
function isName(text: string): boolean {
  return /^(?:[a-z]{1,4}\d|(?:user|test|node|host|name|arg|param|value|item|group|team|type)\d{1,3}|[a-z]+[-_]\d|[A-Z]+\d{1,3}|[a-z]+[-_][a-z]+\d?)$/.test(
    text,
  );
}

interface Argument {
  readonly value: string;
  readonly start: number;
  /** How many arguments stand before it, of any kind. */
  readonly place: number;
}

function argumentsAt(text: string, from: number): Argument[] {
  const rest = text.slice(from, from + ARGUMENTS_CHARS_MAX);
  const end = endOfCall(rest);
  let [place, seen] = [0, 0];
  return [...rest.slice(0, end).matchAll(QUOTED)].map(({ 0: whole, 2: value = "", index }) => {
    place += rest.slice(seen, index).split(",").length - 1;
    seen = index + whole.length;
    return { value, start: from + index + whole.indexOf(value), place };
  });
}

/** Where the parentheses around the arguments close, or the line of a call without them ends. */
function endOfCall(rest: string): number {
  let depth = 0;
  let quote = "";
  for (let i = 0; i < rest.length; i++) {
    const sign = rest.charAt(i);
    if (quote !== "") {
      if (sign === quote) quote = "";
    } else if (/["'`]/.test(sign)) quote = sign;
    else if (sign === "(" || sign === "[") depth++;
    else if (sign === ")" || sign === "]") {
      if (depth-- === 0) return i;
    } else if (sign === "\n" && depth === 0 && !/,\s*$/.test(rest.slice(Math.max(0, i - 4), i))) return i;
  }
  return rest.length;
}
