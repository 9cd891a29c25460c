import ipaddr from "ipaddr.js";
import validator from "validator";
import type { Detector, Span } from "./detector";
import { makePatternDetector } from "./detector";
import { isPhone } from "./phones";
import type { PersonalRule } from "./rule-table";
import { PERSONAL_RULES } from "./rule-table";
import words from "./table/words.json";

const LOCAL_CHARS_MAX = 64;
const DOMAIN_CHARS_MAX = 255;
const LOCAL = /(?<![\p{L}\p{M}0-9._%+'-])[\p{L}\p{M}0-9._%+'-]{1,64}$/u;
const DOMAIN =
  /^(?:[\p{L}\p{M}0-9](?:[\p{L}\p{M}0-9-]{0,61}[\p{L}\p{M}0-9])?\.){1,6}(?:\p{L}{2,24}|xn--[a-z0-9-]{2,59})/iu;
/** Endings of files that look like a top-level domain, as in `icon@2x.png`. */
const FILE_ENDINGS = new RegExp(`\\.(?:${words.fileEndings.join("|")})$`, "i");
/** Accounts that are nobody's. */
const NOBODY = new RegExp(`^(?:${words.nobody.join("|")})$`, "i");
/** Addresses that are in every trace and say nothing of anybody. */
const NO_PLACE: ReadonlySet<string> = new Set([
  "unspecified",
  "broadcast",
  "multicast",
  "loopback",
  "linkLocal",
]);
/** As in the name of a migration: year, month, day, hour and minute. */
const TIME = /^20[0-4]\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d/;

const bare = (text: string) => text.replace(/[ .\u00a0-]/g, "");
const distinct = (text: string) => new Set(text.replace(/[^0-9a-z]/gi, "").toLowerCase()).size;

const CHECKS: Readonly<Record<string, (text: string) => boolean>> = {
  any: () => true,
  card: (text) =>
    distinct(text) >= 4 &&
    !TIME.test(bare(text)) &&
    (validator.isCreditCard(bare(text)) || (/\D/.test(text) && validator.isLuhnNumber(bare(text)))),
  iban: (text) => validator.isIBAN(bare(text)),
  "zh-CN": (text) => validator.isIdentityCard(text, "zh-CN"),
  "five-digits": (text) => text.replace(/\D/g, "").length >= 5,
  phone: (text) => isPhone(text.replace(/^00/, "+")),
  mac: (text) => validator.isMACAddress(text) && distinct(text) > 2,
  somebody: (name) => !NOBODY.test(name) && !/^[.$<{%*]/.test(name),
  ip: (text) =>
    text.length > 6 &&
    ipaddr.isValid(text) &&
    !(Number.parseInt(text, 10) >= 240 && text.includes(".")) &&
    !NO_PLACE.has(ipaddr.parse(text).range()),
  place: (text) => validator.isLatLong(text.replace(/[°NSEW\s]/g, "").replace(/[;/]/, ",")),
  wallet: (text) => validator.isEthereumAddress(text) || validator.isBtcAddress(text),
};

/** Any other check is the number of a person in that country. */
function checkOf(name: string): (text: string) => boolean {
  return (
    CHECKS[name] ??
    ((text) =>
      [text, text.replace(/[./]/g, ""), text.replace(/[./-]/g, "")].some((one) =>
        validator.isTaxID(one, name),
      ))
  );
}

function makeDetector({ id, label, form, flags = "", check }: PersonalRule): Detector {
  return makePatternDetector(id, label, new RegExp(form, `g${flags}`), checkOf(check));
}

const EMAIL: Detector = {
  id: "email",
  label: "e-mail address",
  *find(text) {
    for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
      const span = findAddressAround(text, at);
      if (span !== null) yield span;
    }
  },
};

function findAddressAround(text: string, at: number): Span | null {
  const local = LOCAL.exec(text.slice(Math.max(0, at - LOCAL_CHARS_MAX), at))?.[0] ?? "";
  // After a backslash the first letter belongs to an escape: `\n@decorator` is not an address.
  const isEscape = text[at - local.length - 1] === "\\";
  const name = local.slice(isEscape ? 1 : 0).replace(/^[.'%+-]+/, "");
  const domain = DOMAIN.exec(text.slice(at + 1, at + 1 + DOMAIN_CHARS_MAX))?.[0];
  const before = text.slice(Math.max(0, at - name.length - LOCAL_CHARS_MAX), at - name.length);
  const isPassword = /:\/\/[^\s/@]{0,60}:$/.test(before);
  if (name === "" || domain === undefined || NOBODY.test(name) || isPassword) return null;
  if (FILE_ENDINGS.test(domain) || /^\d+(?:\.\d+)+/.test(domain)) return null;
  return { start: at - name.length, end: at + 1 + domain.length };
}

/** Data that identifies a person. Active unless a project turns it off. */
export const PERSONAL_DETECTORS: readonly Detector[] = [
  EMAIL,
  ...PERSONAL_RULES.filter(({ usual }) => usual !== false).map(makeDetector),
];

/** Data that may show where a person is. Many traces hold harmless values of this form, so a project chooses it. */
export const CHOSEN_DETECTORS: readonly Detector[] = PERSONAL_RULES.filter(
  ({ usual }) => usual === false,
).map(makeDetector);
