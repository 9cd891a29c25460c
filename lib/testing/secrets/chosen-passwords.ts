import type { CorpusSecret } from "../secrets-corpus";
import { drawer } from "../secrets-corpus";
import { AN } from "./kinds";
import { PASSWORD_CODE } from "./password-code";
import { PASSWORD_PLACES } from "./password-places";
import { PASSWORD_SENTENCES } from "./password-sentences";
import { PASSWORD_SETTINGS } from "./password-settings";
import { CODE_PLACES, NUMBERED_PLACES } from "./number-places";
import { PLAIN_PASSWORD_PLACES } from "./plain-password-places";
import { SHORT_PASSWORD_PLACES } from "./short-password-places";

const NAMES = ["Sommer", "Dragon", "Berlin", "Coffee", "Matrix", "Phoenix", "Liverpool", "Ginger"];
const ENDS = ["2024!", "#19", "1987", "_2023", "@123", "99!"];
const WORDS = ["correct", "horse", "battery", "lantern", "violet", "tunnel", "marble", "pencil", "walnut"];

/** Passwords as people choose them, and drawn ones, where settings, code and sentences have them. */
export function chosenPasswords(round = 0): CorpusSecret[] {
  const d = drawer(round + 4100);
  const one = (of: readonly string[]) => of[Number(d(4, "123456789")) % of.length] ?? "";
  const chosen = [
    () => d(13, AN),
    () => one(NAMES) + one(ENDS),
    () => [one(WORDS), one(WORDS), one(WORDS)].join("-"),
  ];
  const places = [...PASSWORD_SETTINGS, ...PASSWORD_CODE, ...PASSWORD_SENTENCES, ...PASSWORD_PLACES];
  return places.map((text, i) => {
    const value = chosen[(i + round) % chosen.length]?.() ?? "";
    return { what: text.slice(0, 40), value, inText: text.replaceAll("§", value) };
  });
}

/** Two words without a digit or a sign. */
export function plainPasswords(round = 0): CorpusSecret[] {
  const d = drawer(round + 4200);
  const one = () => WORDS[Number(d(4, "123456789")) % WORDS.length] ?? "";
  return PLAIN_PASSWORD_PLACES.map((text) => {
    const value = one() + one();
    return { what: text.slice(0, 40), value, inText: text.replaceAll("§", value) };
  });
}

/** A first name or an animal, and a number. */
export function shortPasswords(round = 0): CorpusSecret[] {
  const d = drawer(round + 4300);
  const names = ["dragon", "kevin", "falcon", "summer", "piotr", "carlos"];
  return SHORT_PASSWORD_PLACES.map((text, i) => {
    const value = `${names[(i + round) % names.length] ?? ""}${d(1 + ((i + round) % 3), "123456789")}`;
    return { what: text.slice(0, 40), value, inText: text.replaceAll("§", value) };
  });
}

/** Codes for a sign-in, and numbers that only their names tell. */
export function placedNumbers(round = 0): CorpusSecret[] {
  const d = drawer(round + 4400);
  const codes = CODE_PLACES.map((text): readonly [string, string] => [text, d(6, "3456789")]);
  return [...codes, ...NUMBERED_PLACES].map(([text, value]) => ({
    what: text.slice(0, 40),
    value,
    inText: text.replaceAll("§", value),
  }));
}
