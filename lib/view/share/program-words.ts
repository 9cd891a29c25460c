import * as vocabulary from "@/lib/core/vocabulary";

/** Words of the program's closed lists. They reveal nothing about a trace. */
const WORDS: ReadonlySet<string> = new Set(
  Object.values(vocabulary).flatMap((list) => (Array.isArray(list) ? (list as readonly string[]) : [])),
);

/** By the name of the answer: the paths with the program's own sentences, which contain no trace content. */
const OWN: readonly RegExp[] = [
  /^judged: (findings\.\*\.(code|title|advice|question|answer|model|quotes\.\*\.role)|unanswered\.\*\.(question|why)|model|summary\.model)$/,
  /^findings: (findings\.\*\.(code|title|advice|numbers\.\*)|byCode\.\*|unlisted\.\*|coverage\.\*\.sentence)$/,
  /^replay: (status|createdAt|counterfactual|results\.\*\.(policy\.(kind|version|title)|notes\.\*|evidence\.counts\.\*)|request\.policies\.\*\.kind)$/,
  /^session: calibration\.tokenizer$/,
  /^ledger: facets\.[a-z]+\.\*$/,
  /^plan: plans\.\*\.source$/,
];

/** Currencies come with prices, which a person may give. A code of three letters tells nothing. */
const CURRENCY = /^(replay: request\.prices|(session|window): costs\.\*)\.currency$/;
const CURRENCY_CODE = /^[A-Z]{3}$/;

/**
 * Whether a text stays in a share without content.
 * @param told names of figures that the trace itself gives, which may stand where the program's own do
 */
export function isProgramWord(
  answer: string,
  path: string,
  text: string,
  told: ReadonlySet<string> = new Set(),
): boolean {
  const at = `${answer}: ${path}`;
  if (text === "" || WORDS.has(text)) return true;
  if (CURRENCY.test(at)) return CURRENCY_CODE.test(text);
  return !told.has(text) && OWN.some((pattern) => pattern.test(at));
}
