import type { NamedValue } from "./named-values";
import { plainName, proseIn, trimmed } from "./named-values";

const CHARS_READ = 20_000;
const FOUND_MAX = 100;
/** The start of a sentence, a line or a bracket, or a subject that is the memory itself. */
const ABOUT_ITSELF =
  "(?:^|[.;!?(\\[|•\\n]|\\n\\s{0,9}[-*]|,(?=[^,.;\\n]{1,60}[.)\\]]?\\s{0,9}(?:$|\\n))|\\b(?:this|the) (?:memory|note|entry|fact|record|hint|item|preference|information))\\s{0,9}(?:(?:it|is|was|has|are|only|and|will|be|be) ){0,3}";
const DATE_WORDS = "([^\\n;|<>{}()\\[\\]]{1,60})";

interface OwnSentence {
  readonly pattern: RegExp;
  readonly read: (groups: readonly string[]) => readonly (readonly [string, string])[];
}

function sentence(pattern: string, read: OwnSentence["read"]): OwnSentence {
  return { pattern: new RegExp(`${ABOUT_ITSELF}${pattern}`, "gi"), read };
}

const SENTENCES: readonly OwnSentence[] = [
  sentence(
    `(expir(?:es|ed|ing|y)|exp\\.|(?:not )?valid|good|best|stale|keep|kept|forget|lasts|use)(?: (on|at|in|after|until|till|through|for|before|by))?(?![A-Za-z:=])[ :]{1,3}(?=[^\\n]{0,40}\\d|an? |one |two |three |the end|half|the )${DATE_WORDS}`,
    ([verb = "", word = "", value = ""]) => [
      [`${verb.replace(/^exp.*$/i, "expires")} ${word}`.trim().replace(/^valid$/, "valid until"), value],
    ],
  ),
  sentence(
    `(?:valid|applies|holds|true|effective)(?: from|:|,)? ?[^\\n;|<>{}()]{0,40}?\\d{4}[^\\n;|<>{}()]{0,20}? ?(?:to|until|till|through|thru|–|—|-{1,2}>?|\\.{2,3}|/) ?(?=[^\\n]{0,30}\\d{4})${DATE_WORDS}`,
    ([value = ""]) => [["valid until", value]],
  ),
  sentence(
    `(?:gültig bis|läuft ab am|verfällt am|valable jusqu['’]au|expire le|válid[oa] hasta(?: el)?|caduca(?: el)?|vence(?: el)?|scade il|scadenza|valid[oa] fino al|válid[oa] até|geldig tot)(?: zum)?[ :]{1,3}(?=[^\\n]{0,20}\\d)${DATE_WORDS}`,
    ([value = ""]) => [["valid until", value]],
  ),
  sentence(
    `(?:last )?(learned|learnt|created|recorded|stored|saved|written|updated|verified|observed|added|noted|confirmed|as) (?:on|at|of|in) (?=[^\\n]{0,20}\\d)${DATE_WORDS}`,
    ([verb = "", value = ""]) => [[`${verb === "as" ? "as of" : "recorded at"}`, value]],
  ),
  sentence(
    "((?:very |quite |rather )?(?:low|medium|moderate|high)) (?:confidence|certainty)\\b",
    ([value = ""]) => [["confidence", value]],
  ),
  sentence("(?:confidence|certainty) ((?:very )?(?:low|medium|moderate|high))\\b", ([value = ""]) => [
    ["confidence", value],
  ]),
  sentence(
    "(not (?:yet )?(?:been )?(?:verified|reviewed|approved|confirmed)(?: yet)?|unverified|unreviewed|unconfirmed|(?:awaiting|needs|pending|awaits) (?:a )?(?:review|approval|verification))(?=\\s{0,9}(?:[.,;)\\]\\n]|$))",
    ([value = ""]) => [["status", value]],
  ),
  sentence(
    "(verified|approved|reviewed|confirmed|promoted)(?= (?:✓|by |on |at |\\d)|\\s{0,9}[.)\\]])",
    ([value = ""]) => [["status", value]],
  ),
  sentence(
    "(?:valid |applies |holds |true )?(?:only )?(?:in|for|to) (?:the )?(project|repo|repository|workspace|branch|tenant|team|user|customer) [\"'`]?([\\w./@-]{1,80})[\"'`]?(?: only\\b|(?=\\s{0,3}:))",
    ([kind = "", value = ""]) => [[kind, value]],
  ),
  sentence(
    "(?:valid|applies|holds|true) only (?:in|for|to) (?:the )?(project|repo|repository|workspace|branch|tenant|team|user|customer) [\"'`]?([\\w./@-]{1,80})",
    ([kind = "", value = ""]) => [[kind, value]],
  ),
];

/**
 * What a memory says of itself in words: "valid until 3 May 2026", "(low confidence)", "Not verified yet." What it says
 * of something else, such as a certificate that expires, is left out.
 */
export function selfStatements(text: string): NamedValue[] {
  const read = proseIn(text.slice(0, CHARS_READ));
  return SENTENCES.flatMap(({ pattern, read: values }) =>
    [...read.matchAll(pattern)].slice(0, FOUND_MAX).flatMap((match) =>
      values(match.slice(1).map((group: string | undefined) => group ?? "")).map(([name, value]) => ({
        name: plainName(name),
        value: trimmed(cutAtSentence(value)),
        led: 0,
      })),
    ),
  );
}

function cutAtSentence(value: string): string {
  const end = /,(?! ?\d{4}\b| ?\d{1,2}:)|\.(?=\s|$)(?<!\b(?:st|nd|rd|th|[A-Z][a-z]{2})\.)/.exec(value);
  return end === null ? value : value.slice(0, end.index);
}
