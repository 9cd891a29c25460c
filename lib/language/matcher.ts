import { ENGLISH } from "./english";
import { FRENCH } from "./french";
import { GERMAN } from "./german";
import { SPANISH } from "./spanish";

const OTHERS = [GERMAN, FRENCH, SPANISH];

interface Read {
  readonly code: string;
  readonly binds: RegExp;
  readonly all: RegExp;
  readonly opens: RegExp;
  readonly how: RegExp;
  readonly obliges: RegExp;
  readonly not: RegExp;
}

function words(list: string): string {
  return list
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => word.replaceAll("_", "\\s+"))
    .join("|");
}

function anywhere(...lists: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words(lists.join(" "))})(?![\\p{L}])`, "iu");
}

const READ: readonly Read[] = OTHERS.map((other) => {
  const start = `^(?:(?:${words(other.before)})[,:!]?\\s+|n['’])*`;
  const end = "(?![\\p{L}])";
  const forbids = other.forbids === "" ? "" : `|^(?:${words(other.forbids)})`;
  return {
    code: other.code,
    binds: new RegExp(`(?<![\\p{L}\\p{N}])(?:${words(other.binds)})(?:(?<=['’])|(?![\\p{L}]))`, "iu"),
    all: anywhere(other.all),
    opens: new RegExp(`${start}(?:${words(`${other.verbs} ${other.how}`)})${end}${forbids}`, "iu"),
    how: new RegExp(`${start}(?:${words(other.how)})${end}`, "iu"),
    obliges: anywhere(other.obliges),
    not: new RegExp(
      `\\?\\s*$|^(?:${words(other.courtesy)})|(?<![\\p{L}\\p{N}])(?:${words(`${other.musing} ${other.once}`)})(?![\\p{L}])`,
      "iu",
    ),
  };
});

const INFINITIVE =
  /(?<!\p{L})(?:nie|niemals|immer|stets|nur|ausschließlich|kein(?:e[nmrs]?)?|nicht|auf keinen fall|unter keinen umständen|ab sofort|künftig)(?!\p{L}).{0,200}(?<!\p{L})\p{L}{2,24}(?:en|ern|eln)[.!]?$/iu;
const FINITE =
  /(?<!\p{L})(?:ist|sind|war|waren|hat|haben|hatte|hatten|wurde|wurden|wird|werden|kann|können|konnte|konnten|gibt|läuft|laufen|geht|gehen|ich|wir|er|es|bleibt|steht|stehen|fehlt|fehlen|schlägt|schlagen)(?!\p{L})/iu;

const SMALL_ENGLISH =
  /\b(?:the|of|this|that|these|those|and|with|you|your|instead|my|from|other|one|them|please|not|all|every|any)\b/i;

/** The language other than English in which a sentence binds later turns; `null` where it binds in none of them. */
export function languageOfOrder(sentence: string): string | null {
  if (SMALL_ENGLISH.test(sentence)) return null;
  for (const { code, binds, all, opens, how, obliges, not } of READ) {
    if (not.test(sentence)) continue;
    if (code === "de" && INFINITIVE.test(sentence) && !FINITE.test(sentence)) return code;
    if (binds.test(sentence) && (opens.test(sentence) || obliges.test(sentence))) return code;
    if (how.test(sentence) && all.test(sentence)) return code;
  }
  return null;
}

const OTHER_COURTESY = new RegExp(`^(?:${words(OTHERS.map(({ courtesy }) => courtesy).join(" "))})`, "iu");
const QUOTED = /"[^"\n]{12,400}"|“[^”\n]{12,400}”|„[^“”\n]{12,400}[“”]|«[^»\n]{12,400}»/g;

/**
 * Whether a sentence binds later turns.
 * @param isInstruction it stands among the instructions. What a user says binds only as an order, since users also think
 * aloud
 */
export function bindsLater(sentence: string, isInstruction: boolean): boolean {
  const { binds, orders, obliges, eachTime, atHand, fromNow, passive, musing, once, courtesy, onlyOf } =
    ENGLISH;
  if (isInstruction) return binds.test(sentence) || languageOfOrder(sentence) !== null;
  const own = sentence.replace(QUOTED, " ").trim();
  if ([musing, once, courtesy, OTHER_COURTESY, onlyOf].some((pattern) => pattern.test(own))) return false;
  return (
    (binds.test(own) && (orders.test(own) || obliges.test(own))) ||
    (eachTime.test(own) && !atHand.test(own)) ||
    fromNow.test(own) ||
    passive.test(own) ||
    languageOfOrder(own) !== null
  );
}

const RESTRAINS = [ENGLISH.restrains, anywhere(...OTHERS.map(({ restrains }) => restrains))];
const REFUSES = [ENGLISH.refuses, anywhere(...OTHERS.map(({ refuses }) => refuses))];

/** Whether a sentence says that something is not, or only in part, to be done. `plain` is in lower case. */
export function restrains(plain: string): boolean {
  return RESTRAINS.some((pattern) => pattern.test(plain));
}

/** Whether a sentence forbids something. `plain` is in lower case. */
export function refuses(plain: string): boolean {
  return REFUSES.some((pattern) => pattern.test(plain));
}

/** Words that carry no order by themselves. */
export const FRAME: ReadonlySet<string> = new Set(
  [ENGLISH, ...OTHERS].flatMap(({ frame }) => frame.split(" ")),
);

const TAKEOVERS = [ENGLISH, ...OTHERS].flatMap(({ takeovers }) => takeovers);
/** A quotation mark that is still open. The one that begins a value of JSON is none. */
const QUOTES = /(?<!"\s?:\s?|[[{,]\s?)["`“‘«„][^"`”’»\n]{0,40}$/;
const QUOTE_CHARS = 42;
const FOUND_MAX = 20;

/**
 * The first sentence by which a text speaks to the model that reads it, as it is written; `null` where there is none.
 * What stands in quotes is told, not said.
 */
export function takeoverIn(text: string): { text: string; at: number } | null {
  let first: { text: string; at: number } | null = null;
  for (const pattern of TAKEOVERS) {
    let found = 0;
    for (const { 0: said, index } of text.matchAll(pattern)) {
      if (++found > FOUND_MAX || (first !== null && index >= first.at)) break;
      if (!QUOTES.test(text.slice(Math.max(0, index - QUOTE_CHARS), index)))
        first = { text: said, at: index };
    }
  }
  return first;
}
