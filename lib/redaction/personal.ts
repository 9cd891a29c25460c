import type { Detector } from "./detector";
import { byPattern } from "./detector";

const PHONE_DIGITS = { min: 9, max: 15 };

/** What says who somebody is. */
export const PERSONAL_DETECTORS: readonly Detector[] = [
  byPattern(
    "email",
    "e-mail address",
    /(?<![\p{L}0-9._%+-])[\p{L}0-9._%+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24}(?![a-z0-9])/giu,
  ),
  byPattern("card", "card number", /(?<![\d.])[3-6]\d{3}(?:[ -]?\d){9,15}(?![\d.]\d|\d)/g, isCard),
  byPattern(
    "phone",
    "phone number",
    /(?<![\w.+])\+[1-9]\d{0,2}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d(?:[ .-]?\d){6,12}(?![\w])/g,
    isPhone,
  ),
  byPattern("phone-us", "phone number", /(?<![\w.-])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?![\w.-])/g),
  byPattern("home", "name of a home folder", /(?:\/home\/|\/Users\/|\\Users\\{1,2})(?<it>[\w.-]{2,64})/g),
];

/** The check digit of card numbers (ISO/IEC 7812, Luhn). */
export function isCard(text: string): boolean {
  const digits = text.replace(/\D/g, "");
  if (digits.length < 13 || digits.length > 19) return false;
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
