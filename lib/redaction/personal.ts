import type { Detector, Span } from "./detector";
import { byPattern } from "./detector";
import { isCoordinates, isIban, isIpv4, isIpv6, isMac } from "./numbers";

const PHONE_DIGITS = { min: 9, max: 15 };
const LOCAL_CHARS_MAX = 64;
const DOMAIN_CHARS_MAX = 255;
/** File endings that look like a top-level domain, as in `icon@2x.png`. */
const FILE_ENDINGS =
  /\.(?:png|jpe?g|gif|svg|webp|css|js|mjs|cjs|jsx|ts|tsx|py|json|ya?ml|md|txt|html?|rb|go|rs|sh|lock|toml|service|cfg|conf|log)$/i;
const NOBODY = /^(?:git|noreply|no-reply|donotreply|do-not-reply)$/i;

const EMAIL: Detector = {
  id: "email",
  label: "e-mail address",
  *find(text) {
    for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
      const span = addressAround(text, at);
      if (span !== null) yield span;
    }
  },
};

function addressAround(text: string, at: number): Span | null {
  const local = /[\p{L}\p{M}0-9._%+'-]*$/u.exec(text.slice(Math.max(0, at - LOCAL_CHARS_MAX), at))?.[0] ?? "";
  // After a backslash the first letter belongs to an escape: `\n@decorator` is not an address.
  const isEscape = text[at - local.length - 1] === "\\";
  const name = local.slice(isEscape ? 1 : 0).replace(/^[.'%+-]+/, "");
  const after = text.slice(at + 1, at + 1 + DOMAIN_CHARS_MAX);
  const domain =
    /^(?:[\p{L}\p{M}0-9](?:[\p{L}\p{M}0-9-]{0,61}[\p{L}\p{M}0-9])?\.){1,6}(?:\p{L}{2,24}|xn--[a-z0-9-]{2,59})/iu.exec(
      after,
    )?.[0];
  if (name === "" || domain === undefined || NOBODY.test(name)) return null;
  if (FILE_ENDINGS.test(domain) || /^\d+(?:\.\d+)+/.test(domain)) return null;
  return { start: at - name.length, end: at + 1 + domain.length };
}

const NOBODYS_HOME =
  /^(?:user|users|root|runner|ubuntu|debian|node|vscode|public|shared|default|all users|app|admin|agent|me|you|username|user_?name|your[-_]?name|name|xxx|web_user|circleci|gitpod|codespace|jovyan|sandbox|workspace|openhands|swe-agent)$/i;
const isSomebody = (name: string) => !NOBODYS_HOME.test(name) && !/^[.$<{%*]/.test(name);

/** Data that identifies a person. Active unless a project turns it off. */
export const PERSONAL_DETECTORS: readonly Detector[] = [
  EMAIL,
  byPattern(
    "card",
    "card number",
    /(?<![\d.-])[3-6](?:\d{12,18}|\d{3}([ -])\d{4}\1\d{4}\1\d{1,7}|\d{3}([ -])\d{6}\2\d{4,5})(?![\d.-]\d|\d)/g,
    isCard,
  ),
  byPattern(
    "phone",
    "phone number",
    /(?<![\w.+])\+[1-9]\d{0,2}[ ./\u00a0-]?(?:\(\d{1,4}\)[ ./\u00a0-]?)?\d(?:[ ./\u00a0-]?\d){6,12}(?![\w])/g,
    isPhone,
  ),
  byPattern("phone-us", "phone number", /(?<![\w.-])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?![\w.-])/g),
  byPattern(
    "iban",
    "bank account (IBAN)",
    /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/g,
    isIban,
  ),
  byPattern(
    "national-id",
    "social security number",
    /(?<![\w.-])(?!000|666|9\d\d)\d{3}([- ])(?!00)\d{2}\1(?!0000)\d{4}(?![\w-])/g,
  ),
  byPattern(
    "national-id",
    "national insurance number",
    /(?<![A-Za-z0-9])(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![A-Za-z0-9])/g,
  ),
  byPattern(
    "mac",
    "hardware address (MAC)",
    /(?<![0-9A-Za-z:-])[0-9A-Fa-f]{2}(?:([:-])[0-9A-Fa-f]{2})(?:\1[0-9A-Fa-f]{2}){4}(?![0-9A-Za-z:-])/g,
    isMac,
  ),
  byPattern(
    "home",
    "name of a home folder",
    /(?<![\w.~])\/(?:home|Users)\/(?<it>[^\s/\\"'<>|:*?`,;()[\]{}]{2,64}(?:(?: [\p{L}0-9][^\s/\\"'<>|:*?`,;()[\]{}]{0,30}){0,2}(?=\/))?)/gu,
    isSomebody,
  ),
  byPattern(
    "home",
    "name of a home folder",
    /\b[A-Za-z]:[\\/]{1,4}Users[\\/]{1,4}(?<it>[^\s/\\"'<>|:*?`,;()[\]{}]{2,64}(?:(?: [\p{L}0-9][^\s/\\"'<>|:*?`,;()[\]{}]{0,30}){0,2}(?=[\\/]))?)/gu,
    isSomebody,
  ),
  byPattern(
    "home",
    "name of a home folder",
    /(?<![A-Za-z0-9])(?:[A-Za-z]-)?-(?:home|Users)-(?<it>[\p{L}0-9_.]{2,64})(?=-)/gu,
    isSomebody,
  ),
  byPattern(
    "user-host",
    "user at a host",
    /(?<![\w.@/-])(?<it>[a-z_][a-z0-9_.-]{0,31}@[a-z0-9](?:[a-z0-9.-]{0,62}[a-z0-9])?)(?=:[~/]|:\s?~|\s[~/]\S{0,60}[$#%]|\][$#])/gi,
    (it) => !/^(?:git|noreply)@/i.test(it),
  ),
  byPattern(
    "user-host",
    "user at a host",
    /(?<![\w-])(?:ssh|scp|sftp|mosh|rsync|ssh-copy-id|autossh)\s(?:[^\s@|;&]{1,60}\s){0,6}(?<it>[a-z_][a-z0-9_.-]{0,31}@[\w.-]{1,64})/gi,
    (it) => !/^git@/i.test(it),
  ),
];

/**
 * Data that may reveal where a person is. Many traces contain harmless values of this form, so it is active only when a
 * project turns it on.
 */
export const CHOSEN_DETECTORS: readonly Detector[] = [
  byPattern("ip", "IP address", /(?<![\w.:-])\d{1,3}(?:\.\d{1,3}){3}(?![\w-]|\.\d)/g, isIpv4),
  byPattern("ip", "IP address", /(?<![\w.:-])[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){2,7}(?![\w:-])/g, isIpv6),
  byPattern(
    "phone-national",
    "phone number without its country",
    /(?<![\w.+/-])\(?0\d{1,5}\)?(?:[ ./-]?\d){5,10}(?![\w-]|\.\d)/g,
    (it) => /[ ()/.-]/.test(it) && isPhone(it) && !/^0\d{0,2}[.-]\d{1,2}[.-]/.test(it),
  ),
  byPattern(
    "coordinates",
    "coordinates",
    /(?<![\w.-])[-+]?\d{1,2}\.\d{3,10}°?\s?[NS]?\s{0,2}[,;/]\s{0,2}[-+]?\d{1,3}\.\d{3,10}(?![\w.]\d)/g,
    isCoordinates,
  ),
];

/** Checks the check digit of a card number (ISO/IEC 7812, Luhn). */
export function isCard(text: string): boolean {
  const digits = text.replace(/\D/g, "");
  if (digits.length < 13 || digits.length > 19 || new Set(digits).size < 3) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return digits >= PHONE_DIGITS.min && digits <= PHONE_DIGITS.max;
}
