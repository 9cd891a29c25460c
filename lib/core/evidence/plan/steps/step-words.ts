const WORD = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g;
const ENDING = /(?:ing|ed|es|s)$/;
/** What is left of a word without its ending has at least so many letters. */
const STEM_CHARS_MIN = 3;

/** The words of a text without their grammatical endings. Also splits the names of tools: `open_ticket`, `openTicket`. */
export function splitWords(text: string): Set<string> {
  return new Set([...text.matchAll(WORD)].map(([word]) => stemWord(word.toLowerCase())));
}

function stemWord(word: string): string {
  const stem = word.replace(ENDING, "");
  const base = stem.length >= STEM_CHARS_MIN ? stem : word;
  return base.length > STEM_CHARS_MIN ? base.replace(/e$/, "") : base;
}
