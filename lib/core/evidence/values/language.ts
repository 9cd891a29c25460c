/** Some scripts have no spaces between words. This is an estimate. */
const CHARS_PER_WORD = 3;
const CHARS_READ = 4_000;
const ENGLISH = splitIntoWords(
  "the and of is was to in for it that with on are has been by this at from not will be",
);
const OTHER = splitIntoWords(
  "der die das und ist nicht mit auf für ein eine den dem wurde wird le la les et est une des du pour dans pas el los las y una del para con por fue il lo gli di è che della per sono o os um uma não do da het een van niet voor zijn wordt",
);

/** Some words are in several languages. The language with the most of them wins. */
const SMALL_WORDS: readonly (readonly [language: string, words: ReadonlySet<string>])[] = [
  ["en", ENGLISH],
  [
    "de",
    splitIntoWords(
      "der die das und ist nicht mit auf für ein eine den dem wurde wird von zu im sind noch werden nur des",
    ),
  ],
  [
    "fr",
    splitIntoWords("le la les et est une des du pour dans pas il elle sur avec sont au aux un ne que en"),
  ],
  ["es", splitIntoWords("el los las y una del para con por fue en es se lo que la un no están está de")],
  ["it", splitIntoWords("il gli di è che della per sono una lo nel con la i le e del non un si")],
  ["pt", splitIntoWords("o os um uma do da não em para com é as dos foi e a no na que de se")],
  ["nl", splitIntoWords("het een van niet voor zijn wordt de en is op te met dat die naar nog")],
];

/** The language of a text by its small words; `null` where they do not tell. */
export function detectLanguage(normal: string): string | null {
  const letters = normal.slice(0, CHARS_READ).match(/\p{L}+/gu) ?? [];
  const counts = SMALL_WORDS.map(([language, words]) => ({
    language,
    count: letters.filter((word) => words.has(word)).length,
  })).sort((a, b) => b.count - a.count);
  const [first, second] = counts;
  return first === undefined || first.count < 2 || first.count === second?.count ? null : first.language;
}

function splitIntoWords(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

/**
 * Whether a text is in another language than English, by its small words or its script. A text with too few of either counts as
 * English.
 */
export function isForeign(normal: string): boolean {
  const readText = normal.slice(0, CHARS_READ);
  const letters = readText.match(/\p{L}+/gu) ?? [];
  const count = (smallWords: ReadonlySet<string>) => letters.filter((word) => smallWords.has(word)).length;
  const nonLatin = letters.filter((word) => !/\p{Script=Latin}/u.test(word));
  const inOther = nonLatin.reduce((sum, word) => sum + Math.max(1, word.length / CHARS_PER_WORD), 0);
  return (
    inOther * 3 > letters.length - nonLatin.length + inOther ||
    (count(OTHER) >= 2 && count(OTHER) > count(ENGLISH))
  );
}
