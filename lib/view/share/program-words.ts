import * as vocabulary from "@/lib/core/vocabulary";
import type { SessionReadPath } from "@/lib/api/request/request";

/** Words of the program's closed lists. They reveal nothing about a trace. */
const WORDS: ReadonlySet<string> = new Set(
  Object.values(vocabulary).flatMap((list) => (Array.isArray(list) ? (list as readonly string[]) : [])),
);

/** By endpoint: the paths with the program's own sentences, which contain no trace content. */
const OWN: Readonly<Partial<Record<SessionReadPath, RegExp>>> = {
  "/api/v1/sessions/{id}/judge":
    /^(findings\.\*\.(code|title|advice|question|answer|model|quotes\.\*\.role)|unanswered\.\*\.(question|why)|model|summary\.model)$/,
  "/api/v1/sessions/{id}/findings":
    /^(findings\.\*\.(code|title|advice|numbers\.\*)|byCode\.\*|unlisted\.\*|coverage\.\*\.sentence)$/,
  "/api/v1/sessions/{id}/replays/{replayId}":
    /^(status|createdAt|counterfactual|results\.\*\.(policy\.(kind|version|title)|notes\.\*|evidence\.counts\.\*)|request\.policies\.\*\.kind)$/,
  "/api/v1/sessions/{id}": /^(calibration\.tokenizer|story\.worst\.(code|title))$/,
  "/api/v1/sessions/{id}/cost": /^remedies\.\*\.(title|risk|note|policy)$/,
  "/api/v1/sessions/{id}/ledger": /^facets\.[a-z]+\.\*$/,
  "/api/v1/sessions/{id}/plan": /^plans\.\*\.source$/,
};

/** Currencies come with prices, which a person may give. A code of three letters tells nothing. */
const CURRENCY = /(?:^|\.)currency$/;
const CURRENCY_CODE = /^[A-Z]{3}$/;

/**
 * Whether a text stays in a share without content.
 * @param endpoint whose answer it stands in, at `path`; `null` for the address
 * @param told names of figures that the trace itself gives, which may stand where the program's own do
 */
export function isProgramWord(
  endpoint: SessionReadPath | null,
  path: string,
  text: string,
  told: ReadonlySet<string> = new Set(),
): boolean {
  if (text === "" || WORDS.has(text)) return true;
  if (CURRENCY.test(path)) return CURRENCY_CODE.test(text);
  return endpoint !== null && !told.has(text) && OWN[endpoint]?.test(path) === true;
}
