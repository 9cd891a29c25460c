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
  const local =
    /(?<![\p{L}\p{M}0-9._%+'-])[\p{L}\p{M}0-9._%+'-]*$/u.exec(
      text.slice(Math.max(0, at - LOCAL_CHARS_MAX), at),
    )?.[0] ?? "";
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
    /(?<![\d.-])[2-6](?:\d{12,18}|\d{3}([ .\u00a0-])\d{4}\1\d{4}\1\d{1,7}|\d{3}([ .\u00a0-])\d{6}\2\d{4,5})(?![\d.-]\d|\d)/g,
    isCard,
  ),
  byPattern(
    "phone",
    "phone number",
    /(?<![\w.]|\S\+)\+[1-9]\d{0,2}[ ./\u00a0-]?(?:\(\d{1,4}\)[ ./\u00a0-]?)?\d(?:[ ./\u00a0-]?\d){6,12}(?![\w])/g,
    isPhone,
  ),
  byPattern(
    "phone-us",
    "phone number",
    /(?<![\w.-])(?:1[ .-])?(?:\(\d{3}\)[ .-]?|\d{3}[ .-])\d{3}[ .-]\d{4}(?![\w-]|\.\d)/g,
  ),
  byPattern(
    "phone",
    "phone number",
    /(?<![\w-])(?:phone|mobile|cell|tel|telephone|telefon|telefone|telefoon|tel[ée]fono|m[óo]vil|celular|cellulare|portable|puhelin|rufnummer|телефон|電話|电话|전화|t[ée]l[ée]phone|handy|fax|whatsapp|msisdn|wa\.me|tel:)(?:[ _-]?(?:number|no|nr))?["'\\]{0,4}\.?\s{0,3}[:=/]\s{0,3}["'\\]{0,4}(?<it>\+?[(\d](?:[ ./()-]{0,2}\d){6,14})(?!\d)/giu,
    isPhone,
  ),
  byPattern(
    "phone",
    "phone number",
    /(?<![\w.+-])(?:8[ -]?\(?[3489]\d{2}\)?[ -]\d{3}[ -]\d{2}[ -]\d{2}|0 ?\(5\d{2}\) ?\d{3} ?\d{2} ?\d{2})(?![\w-]|\.\d)/g,
  ),
  byPattern(
    "iban",
    "bank account (IBAN)",
    /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/gi,
    isIban,
  ),
  byPattern(
    "national-id",
    "social security number",
    /(?<![\w.-])(?!000|666|9\d\d)\d{3}([- ])(?!00)\d{2}\1(?!0000)\d{4}(?![\w-])/g,
  ),
  byPattern(
    "national-id",
    "social security number",
    /(?<![\w-])(?:ssn|social[ _-]?security(?:[ _-]?(?:number|no))?)["'\\]{0,4}\s{0,3}[:=#]?\s{0,3}["'\\]{0,4}(?<it>(?!000|666|9\d\d)\d{3}[ .-]?\d{2}[ .-]?\d{4})(?!\d)/gi,
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
    "mac",
    "hardware address (MAC)",
    /(?<![0-9A-Za-z.])[0-9a-fA-F]{4}\.[0-9a-fA-F]{4}\.[0-9a-fA-F]{4}(?![0-9A-Za-z.])/g,
    (it) => isMac(it.replaceAll(".", "")) && /\d/.test(it) && /[a-f]/i.test(it),
  ),
  byPattern(
    "home",
    "name of a home folder",
    /(?<![\w.~][\\/]?)(?:\/(?:mnt\/)?[a-z]|\/(?:var|export|data|usr|mnt|srv|vol|volumes|nfs|exports|run)|\/run\/media)?\/(?:home|Users|media)\/(?<it>[^\s/\\"'<>|:*?`,;()[\]{}]{2,64}(?:(?: [\p{L}0-9][^\s/\\"'<>|:*?`,;()[\]{}]{0,30}){0,2}(?=\/))?)/gu,
    isSomebody,
  ),
  byPattern(
    "home",
    "name of a home folder",
    /(?:\b[A-Za-z]:[\\/]{1,8}(?:Users|Documents and Settings)|\\{1,8}(?:wsl\$|wsl\.localhost)\\{1,4}[\w.-]{1,40}\\{1,4}home)[\\/]{1,8}(?<it>[^\s/\\"'<>|:*?`,;()[\]{}]{2,64}(?:(?: [\p{L}0-9][^\s/\\"'<>|:*?`,;()[\]{}]{0,30}){0,2}(?=[\\/]))?)/gu,
    isSomebody,
  ),
  byPattern(
    "home",
    "name of a home folder",
    /(?<![A-Za-z0-9])(?:[A-Za-z]-)?-(?:home|Users)-(?<it>[\p{L}0-9_.]{2,64})(?=[-/\\"'\s]|$)/gu,
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
  byPattern(
    "user-host",
    "user at a host",
    /(?<![\w.@/-])(?<it>[a-z_][a-z0-9_.-]{0,31}@[a-z0-9](?:[a-z0-9.-]{0,62}[a-z0-9])?)(?= [^\s]{1,60} [%$#] |:? MINGW|'s password|: Permission denied|: ?$)/gim,
    (it) => !/^(?:git|noreply)@/i.test(it),
  ),
  byPattern(
    "user-host",
    "user at a host",
    /(?<![\w-])(?:ssh|sftp|scp|rsync):\/\/(?<it>[a-z_][a-z0-9_.-]{0,31})@/gi,
    (it) => !/^(?:git|root)$/i.test(it),
  ),
  byPattern(
    "user-host",
    "user at a host",
    /(?<![\w-])ssh\s(?:-\S{1,60}\s){0,4}-l\s(?<it>[a-z_][\w.-]{1,31})/g,
  ),
  byPattern(
    "user-host",
    "user at a host",
    /(?:^|\n|\\n)[ \t]{0,8}(?:HostName\s[^\s\\]{1,100}(?:\r?\n|\\n)[ \t]{0,8}(?:Port\s\d{1,5}(?:\r?\n|\\n)[ \t]{0,8})?)User\s(?<it>[a-z_][\w.-]{1,31})/gi,
    (it) => !/^(?:git|root|ubuntu|ec2-user|admin)$/i.test(it),
  ),
  byPattern(
    "user-host",
    "user at a host",
    /(?<![\w-])(?:ssh-(?:ed25519|rsa|dss)|ecdsa-sha2-\w{1,20}) AAAA[\w+/]{40,800}={0,3} (?<it>[a-z_][\w.-]{0,31}@[\w.-]{1,64})/gi,
  ),
  byPattern(
    "email",
    "e-mail address",
    /(?<![\w"])"(?<it>[\w.+-]{1,40}(?: [\w.+-]{1,40}){1,3}"@[\w.-]{1,80}\.[a-z]{2,24})/gi,
  ),
  byPattern(
    "email",
    "e-mail address",
    /(?<![\w.+-])(?<it>[\w.+-]{2,64}\s{0,2}[([{<]\s?at\s?[)\]}>]\s{0,2}[\w-]{2,63}(?:\s{0,2}(?:\.|[([{<]\s?dot\s?[)\]}>])\s{0,2}[a-z][\w-]{1,62}){1,3})/gi,
  ),
  byPattern(
    "email",
    "e-mail address",
    /(?<![\w.+-])(?<it>[\w.+-]{2,64} (?:at|AT) [\w-]{2,63}(?: (?:dot|DOT) [\w-]{2,30}){1,3})(?!\w)/g,
  ),
  byPattern("email", "e-mail address", /(?<![\w.+-])(?<it>[\w.+-]{2,64})@\[\d{1,3}(?:\.\d{1,3}){3}\]/g),
];

/**
 * Data that may reveal where a person is. Many traces contain harmless values of this form, so it is active only when a
 * project turns it on.
 */
export const CHOSEN_DETECTORS: readonly Detector[] = [
  byPattern("ip", "IP address", /(?<![\w.-])\d{1,3}(?:\.\d{1,3}){3}(?![\w]|-[a-z]|\.\d)/gi, isIpv4),
  byPattern("ip", "IP address", /(?<![\w.])ip-(?<it>\d{1,3}(?:-\d{1,3}){3})(?!\d|-\d)/g, (it) =>
    isIpv4(it.replaceAll("-", ".")),
  ),
  byPattern("ip", "IP address", /(?<![\w.:-])[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){2,7}(?![\w:-])/g, isIpv6),
  byPattern(
    "phone-national",
    "phone number without its country",
    /(?<![\w./-]|\S\+)\(?0\d{1,5}\)?(?:[ ./-]?\d){5,10}(?![\w-]|\.\d)/g,
    (it) =>
      /[ ()/.-]/.test(it) &&
      isPhone(it) &&
      (/^0\d(?:\.\d\d){4}$/.test(it) || !/^0\d{0,2}[.-]\d{1,2}[.-]/.test(it)),
  ),
  byPattern(
    "phone-national",
    "phone number without its country",
    /(?<![\w.+/-])\(\d{2,4}\) ?\d{4,5}[ -]\d{4}(?![\w-]|\.\d)/g,
    isPhone,
  ),
  byPattern(
    "coordinates",
    "coordinates",
    /(?<![a-z-])(?:gps|geo)?[ _-]?(?:lat|lng|lon|long|latitude|longitude)["'\\]{0,4}\s{0,2}[:=]\s{0,2}["'\\]{0,4}(?<it>[-+]?\d{1,3}\.\d{3,12})(?!\d)/gi,
    (it) => Math.abs(Number(it)) <= 180,
  ),
  byPattern(
    "coordinates",
    "coordinates",
    /(?<![\w.])\d{1,2}°\s?\d{1,2}['’′]\s?(?:\d{1,2}(?:\.\d{1,6})?(?:["”″]|'')\s?)?[NS][,;\s]{0,3}\d{1,3}°\s?\d{1,2}['’′]\s?(?:\d{1,2}(?:\.\d{1,6})?(?:["”″]|'')\s?)?[EWO]/g,
  ),
  byPattern(
    "coordinates",
    "coordinates",
    /(?<!\w)(?:POINT|LINESTRING|POLYGON)(?: ?Z)? ?\({1,2}(?<it>[-+]?\d{1,3}\.\d{3,15} [-+]?\d{1,3}\.\d{3,15}[^()]{0,2000})/g,
  ),
  byPattern(
    "wallet",
    "address of a wallet",
    /(?<![A-Za-z0-9])(?:0x[0-9a-fA-F]{40}|bc1[02-9ac-hj-np-z]{11,71}|[13][1-9A-HJ-NP-Za-km-z]{25,34})(?![A-Za-z0-9])/g,
    (it) => /\d/.test(it.slice(2)) && /[A-Za-z]/.test(it.slice(2)) && new Set(it).size > 10,
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
