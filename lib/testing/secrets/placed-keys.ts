import type { CorpusSecret } from "../secrets-corpus";
import { drawer } from "../secrets-corpus";
import { KEY_PLACES } from "./key-places";
import { AN, B32, B58, B64, DIG, HEX, LD, LOW, UD, UP, W } from "./kinds";

const SIGNS: Readonly<Record<string, string>> = {
  HEX,
  HEXU: HEX.toUpperCase(),
  D: DIG,
  LOW,
  UP,
  AN,
  LD,
  UD,
  W,
  B64_: B64,
  B64U_: W,
  B58_: B58,
  B32_: B32,
};
const DRAWN = /\{(UUID|[A-Z]+(?:\d\d_)?)(\d*)\}/g;
const UUID_GROUPS = [8, 4, 4, 4, 12];

/** Keys that their form, or a word in their line, tells. */
export function placedKeys(round = 0): CorpusSecret[] {
  const d = drawer(round + 5200);
  const drawn = (text: string) =>
    text.replace(DRAWN, (_, signs: string, count: string) =>
      signs === "UUID"
        ? UUID_GROUPS.map((chars) => d(chars, HEX)).join("-")
        : d(Number(count), SIGNS[signs] ?? AN),
    );
  return KEY_PLACES.map((place) => {
    const [before = "", key = "", after = ""] = place.split(/[«»]/);
    const value = drawn(key);
    return { what: place.slice(0, 40), value, inText: drawn(before) + value + drawn(after) };
  });
}
