import { wordsIn } from "../../evidence/plan/steps/step-words";

const FRAME: ReadonlySet<string> = new Set(
  (
    "please dont must never always only should make sure this that these those with from your have when then they them what which into under without than more most least shall required write " +
    "bitte niemals immer stets nicht keine keinen keiner keines darf dürfen muss müssen eine einen einer dass jamais toujours dans pour avec tous toutes nunca siempre para todos todas sempre senza tutti tutte nooit altijd niet geen alle voor"
  ).split(" "),
);

/** Synonyms in orders, without their endings. The first stands for all. */
const SAME = new Map(
  [
    "answer reply respond response",
    "chang modify edit alter touch",
    "delet remov eras",
    "folder directory directori dir",
    "ask confirm approv approval consent permission",
    "push merg",
    "credential secret password",
  ].flatMap((line) => {
    const [first = "", ...rest] = line.split(" ");
    return rest.map((word) => [word, first] as const);
  }),
);

/** The words that carry a constraint, without their endings. `end-to-end` and `e2e` are one word. */
export function significantWords(plain: string): Set<string> {
  const words = plain.replace(/\bend[- ]to[- ]end\b/g, "e2e").match(/[\p{L}\p{N}]+/gu) ?? [];
  const significant = words.filter((word) => (word.length > 3 || /\d/.test(word)) && !FRAME.has(word));
  return new Set(
    significant.flatMap((word) =>
      /\d/.test(word) ? [word] : [...wordsIn(inAscii(word))].slice(0, 1).map(sameWord),
    ),
  );
}

function inAscii(word: string): string {
  return word.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ß", "ss");
}

function sameWord(stem: string): string {
  return SAME.get(stem) ?? stem;
}

const PARAPHRASE_SHARE = 0.6;
/** A word can be shortened to so many letters: "deps" for "dependencies". */
const SHORT_FORM_MIN = 3;
/** A word of so many letters may stand inside a longer form: "lösch" in "gelöscht". */
const INNER_FORM_MIN = 5;

/** Words that restrict, and forms that say that something stays as it is. */
const RESTRICTS =
  /\b(?:not|no|never|(?:is|are|was|wo|ca|must|should|does|did|could|would|do)nt|cannot|avoid\w*|without|forb[ia]d\w*|prohibit\w*|off[- ]limits|only|exclud\w*|except|refrain\w*|untouched|unchanged|alone|banned|disallow\w*|read[- ]only|zero|none|nothing|nobody|instead|rather|intact|frozen|out of scope|hands off|before|until|unless)\b|(?<!\p{L})(?:nicht|nie|niemals|kein\w*|nur|verboten|tabu|ohne|unberührt|unverändert|pas|jamais|aucune?|sans|interdit\w*|uniquement|seulement|intact\w*|nunca|jamás|sin|ningun[oa]?|ningún|prohibid\w*|solo|sólo|mai|non|senza|vietat\w*|soltanto|não|sem|proibid\w*|apenas|nooit|niet|geen|zonder|verboden|alleen)(?!\p{L})/u;
const FORBIDS =
  /\b(?:do not|dont|never|not|must not|mustnt|may not|shall not|shouldnt|no|avoid|forbidden|under no circumstances|without)\b|(?<!\p{L})(?:nicht|nie|niemals|kein\w*|verboten|jamais|ne|aucune?|nunca|jamás|ningún|prohibid\w*|mai|non|vietat\w*|não|proibid\w*|nooit|niet|geen|verboden)(?!\p{L})/u;
const NEGATED = /\b(?:not|never|dont|no longer|no need to|neednt) ((?:\w+ ){0,3}\w+)/g;

/**
 * Whether sentences state the constraint in other words. One sentence, or two in a row, must have most of its
 * significant words and all of its numbers and paths. They must not allow what it forbids, or forbid what it
 * allows.
 */
export function isParaphrased(plain: string, restated: readonly string[]): boolean {
  const words = [...significantWords(plain)];
  if (words.length === 0) return false;
  const forbids = FORBIDS.test(plain);
  return restated.some((sentence, i) => {
    const both = `${sentence} ${restated[i + 1] ?? ""}`;
    const said = significantWords(both);
    const isSaid = (word: string) => said.has(word) || [...said].some((one) => isShortForm(one, word));
    if (words.some((word) => /^\d+$/.test(word) && !said.has(word))) return false;
    if (!placesIn(plain).every((place) => saysPlace(both, place))) return false;
    if (words.filter(isSaid).length / words.length < PARAPHRASE_SHARE) return false;
    return forbids ? RESTRICTS.test(both) : !negates(both, words);
  });
}

function placesIn(plain: string): string[] {
  return plain.match(/(?<![\w.-])[\w.-]+(?:\/[\w.-]+)+/g) ?? [];
}

function saysPlace(said: string, place: string): boolean {
  const last = place.slice(place.lastIndexOf("/") + 1);
  const names: readonly string[] = said.match(/[\w.-]+/g) ?? [];
  return said.includes(place) || names.includes(last);
}

function isShortForm(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < SHORT_FORM_MIN || !/^\p{L}+$/u.test(short)) return false;
  return long.startsWith(short) || (short.length >= INNER_FORM_MIN && long.includes(short));
}

function negates(sentence: string, words: readonly string[]): boolean {
  return [...sentence.matchAll(NEGATED)].some(([, next = ""]) =>
    [...significantWords(next)].some((one) => words.includes(one)),
  );
}
