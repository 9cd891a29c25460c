import type { Detector, Span } from "./detector";
import { matchesOf } from "./detector";
import { isPlaceholder, isTyped } from "./placeholder-text";

const QUOTE = "\\\\{0,4}[\"']";
const SIGN = `${QUOTE}\\s{0,2}:\\s{0,2}`;
/** A key whose value tells which field of a page is meant, up to that value. */
const FIELD = `${QUOTE}(?:element|label|field|name|description|selector|placeholder|target|locator|title|id)${SIGN}${QUOTE}[^"'\\n\\\\]{0,60}`;
const OTHERS = `(?:\\s{0,8},\\s{0,8}${QUOTE}\\w{1,20}${SIGN}(?:${QUOTE}[^"'\\n\\\\]{0,60}${QUOTE}|\\w{1,12})){0,4}?\\s{0,8},\\s{0,8}`;
const TEXT = `${QUOTE}(?:text|value|input|content|keys|string)${SIGN}${QUOTE}(?<it>[^"'\\\\\\n]{4,200})`;

const SAYS =
  /passw|passcode|passphrase|pwd|kennwort|mot de passe|contrase|senha|парол|密码|パスワード|비밀번호|one[- ]time|verification|security code|(?:2fa|mfa|sms|auth\w{0,12})[ -]code|otp/gi;
const FIELD_BEFORE = new RegExp(`${FIELD}$`);
const TEXT_AFTER = new RegExp(`[^"'\\n\\\\]{0,40}${QUOTE}${OTHERS}${TEXT}`, "y");
const TEXT_BEFORE = new RegExp(`${TEXT}${QUOTE}${OTHERS}${FIELD}$`);
const CHARS = { field: 90, text: 420 };
const FIELDS_OF_CODES = /one|verif|secur|2fa|mfa|sms|auth|otp/i;

/** What a tool that acts in a browser types into a field, which another entry of its arguments names. */
export const ENTERED_SECRETS: Detector = {
  id: "password",
  label: "password",
  *find(text): Iterable<Span> {
    for (const { 0: says, index } of matchesOf(SAYS, text)) {
      if (!FIELD_BEFORE.test(text.slice(Math.max(0, index - CHARS.field), index))) continue;
      TEXT_AFTER.lastIndex = index + says.length;
      const after = TEXT_AFTER.exec(text);
      const from = Math.max(0, index - CHARS.text);
      const before = after === null ? TEXT_BEFORE.exec(text.slice(from, index)) : null;
      const it = (after ?? before)?.groups?.it;
      if (it === undefined || !isEntered(it, FIELDS_OF_CODES.test(says))) continue;
      const start =
        after === null
          ? from + (before?.index ?? 0) + (before?.[0].indexOf(it) ?? 0)
          : after.index + after[0].length - it.length;
      yield { start, end: start + it.length };
    }
  },
};

function isEntered(it: string, isCode: boolean): boolean {
  if (isCode) return /^\d{4,8}$/.test(it);
  return !isPlaceholder(it) && !isTyped(it) && !/\s\S+\s/.test(it);
}
