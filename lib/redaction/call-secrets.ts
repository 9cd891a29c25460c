import type { Detector } from "./detector";
import { isSecret } from "./named-values";

const CALL =
  /(?<![a-z])(?:log_?in|sign_?in|authenticate|auth|basic_?auth|(?:http)?(?:basic|digest|proxy)_?auth|connect|mysqli?(?:_connect|_real_connect)?|pg_connect|oci_connect|ldap_bind|bind|PDO|getConnection|\w{0,20}credentials?|wifi\.begin|WiFi\.softAP|setup_?wifi|create_?hmac|hmac\.new|hmac|createcipheriv|create_?decipheriv|jwt\.(?:sign|verify|encode|decode)|fernet|aes\.new|secretkeyspec|secretbox|set_?password|set_?token|set_?api_?key|configure|initialize|init|use_?password|Buffer\.from|fromhex|unhexlify)\s?=?\s?\(/gi;
const ARGUMENTS_CHARS_MAX = 300;
const QUOTED = /(?<![\w\\])[bBnN@]?(["'`])((?:(?!\1)[^\n\\])*)\1/g;
/** They decode anything. Their input is a secret only when a name before them says so. */
const DECODES = /Buffer\.from|fromhex|unhexlify/i;
const NAMED =
  /(?:key|secret|token|iv|seed|password)\w{0,20}["']?\s{0,3}(?:[:=]{1,2}|=>)\s{0,3}[\w. ]{0,20}$/i;
const BEFORE_CHARS = 60;

export const CALL_SECRETS: Detector = {
  id: "password",
  label: "password",
  *find(text) {
    for (const { 0: call, index } of text.matchAll(CALL)) {
      if (DECODES.test(call) && !NAMED.test(text.slice(Math.max(0, index - BEFORE_CHARS), index))) continue;
      const from = index + call.length;
      const rest = text.slice(from, from + ARGUMENTS_CHARS_MAX);
      const close = rest.indexOf(")");
      for (const { 0: whole, 2: value = "", index: at } of rest
        .slice(0, close < 0 ? undefined : close)
        .matchAll(QUOTED)) {
        if (/[\s@/]/.test(value) || !isSecret(value, "secret", true)) continue;
        const start = from + at + whole.indexOf(value);
        yield { start, end: start + value.length };
      }
    }
  },
};
