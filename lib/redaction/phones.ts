import type { CountryCode } from "libphonenumber-js/max";
import { getCountries, parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { Detector } from "./detector";
import { makePatternDetector } from "./detector";

/** As people of a country write it. */
const NATIONAL =
  /(?<![\w.+/-]|\d )(?:\(\d{1,5}\)|\d)(?:[ ./\u00a0-]{0,2}(?:\(\d{1,5}\)|\d)){6,14}(?![\w-]|\.\d)/g;
/** Of a number that no plan of its country has, but that is as long as its numbers are. */
const POSSIBLE_DIGITS_MIN = 10;
const PREFIX = "phone-";
const COUNTRIES: ReadonlySet<string> = new Set(getCountries());

/** The class of a country's telephone numbers without the sign of the country, such as `phone-de`. */
export function isPhoneClass(id: string): boolean {
  return id.startsWith(PREFIX) && COUNTRIES.has(id.slice(PREFIX.length).toUpperCase());
}

/** Only what is written in groups, since digits without any may be anything. */
export function makeNationalPhones(id: string): Detector {
  const country = id.slice(PREFIX.length).toUpperCase() as CountryCode;
  return makePatternDetector(
    id,
    `telephone number (${country})`,
    NATIONAL,
    (it) => /\d[ ./()-]+\d/.test(it) && !/^\d{4}-\d\d-\d\d|\D\d$/.test(it) && isPhone(it, country),
  );
}

/**
 * Within a country, a number is dialled with the same digits that it is written with there: after the sign for another
 * area, or in at least three groups.
 */
export function isPhone(text: string, country?: CountryCode): boolean {
  const number = parsePhoneNumberFromString(text, {
    ...(country === undefined ? {} : { defaultCountry: country }),
    extract: false,
  });
  if (number?.isPossible() !== true) return false;
  const digits = text.replace(/\D/g, "");
  if (country === undefined) return number.isValid() || digits.length >= POSSIBLE_DIGITS_MIN;
  const groups = text.split(/\D+/).filter((group) => group !== "").length;
  return number.formatNational().replace(/\D/g, "") === digits && (/^\(?0[^.]/.test(text) || groups >= 3);
}
