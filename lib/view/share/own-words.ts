import * as vocabulary from "@/lib/core/vocabulary";

/** Words of the program's closed lists. They reveal nothing about a trace. */
const WORDS: ReadonlySet<string> = new Set(
  Object.values(vocabulary).flatMap((list) => (Array.isArray(list) ? (list as readonly string[]) : [])),
);

/** By the name of the answer: the paths with the program's own sentences, which contain no trace content. */
const OWN: readonly RegExp[] = [
  /^findings: (findings\.\*\.(code|title|advice|numbers\.\*)|byCode\.\*|unlisted\.\*|coverage\.\*\.sentence)$/,
  /^replay: (status|createdAt|counterfactual|results\.\*\.(policy\.(kind|version|title)|notes\.\*|evidence\.counts\.\*)|request\.policies\.\*\.kind|request\.prices\.(model|currency))$/,
  /^session: (source\.format|calibration\.tokenizer)$/,
  /^(session|window): costs\.\*\.currency$/,
  /^ledger: facets\.[a-z]+\.\*$/,
  /^plan: plans\.\*\.source$/,
];

/** Whether a text stays in a share without content. */
export function isOwnWord(answer: string, path: string, text: string): boolean {
  return text === "" || WORDS.has(text) || OWN.some((pattern) => pattern.test(`${answer}: ${path}`));
}
