import type { CorpusSecret } from "../secrets-corpus";
import { drawer } from "../secrets-corpus";
import { AN } from "./kinds";
import { PASSWORD_CODE } from "./password-code";
import { PASSWORD_PLACES } from "./password-places";
import { PASSWORD_SENTENCES } from "./password-sentences";
import { PASSWORD_SETTINGS } from "./password-settings";
import { PLAIN_PASSWORD_PLACES } from "./plain-password-places";

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
