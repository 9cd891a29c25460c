import { remembering } from "../remembering";
import type { SourceKind } from "../vocabulary";

/** Words that make a sentence bind. */
const BINDING =
  /\b(must|must not|mustn't|never|always|only|do not|don't|may not|shall|shall not|required|forbidden|under no circumstances|at most|at least|no more than|without exception|avoid|refrain|should not|shouldn't|should only|not allowed|off limits|stick to|(?<=^(?:please )?(?:use|prefer)\b.{0,120})instead of|unless|until (?:i|we|you)|before (?:you|any|each|every|doing|changing|deleting|running)|(?:under|below|within|up to|less than|fewer than|not more than|maximum(?: of)?) \d+|(?<=^(?:please,? )?)no (?!\w+ (?:problem|worries|rush)))\b/i;

/** Words that make a sentence a guess, a question or a story rather than an order. */
const MUSING =
  /\?\s*$|\b(?:i|we)(?:'m|'d|'ll)?\s+(?:\w+\s+)?(?:assume|think|guess|suppose|believe|wonder|imagine|expect|feel|remember|noticed|saw|hope|bet|recall)\b|\b(?:maybe|perhaps|probably|not sure|might be|could be|i'm thinking|wondering|seems?|apparently|must(?:n't)? have (?:been|\w+ed))\b|\b(?:i|we) (?:can|could|was|were) (?:\w+ )?only\b|\b(?:i|we) only (?:saw|see|found|get|got|tested|managed)\b/i;
/** Openings that order something. */
const ORDERS =
  /^(?:(?:please|and|also|but|so|then|ok|okay|important|note|remember|from now on|for now|just|first|again|btw)\b[,:\s]*)*(?:do not|don'?t|never|always|only|under no circumstances|without exception|no\b|must\b|at most|at least|make sure|ensure|keep|omit|skip|target|use|write|read|run|install|format|indent|work|leave|answer|reply|follow|stick|stay|avoid|stop|commit|change|touch|delete|remove|send|transfer|move|copy|publish|deploy|push|ask|be|let|limit|spend|quote|name|list|check|test|build|add|put|give|show|return|call|create|edit|wait|treat|prefer|[\w-]+ (?:tests?|files?|changes?) only)\b/i;
/** Sentences that lay something down for somebody. */
const OBLIGES =
  /\b(?:must|shall|may not|mustn't|has to|have to|should (?:never|always|not|only)|(?:is|are) (?:required|forbidden|not allowed|off limits)|can only|may only)\b|\b(?:at most|no more than|at least)\s+\S*\d|\bonly\b.*\bno\b/i;

const INSTRUCTS: ReadonlySet<SourceKind> = new Set(["system_rules", "repository_instructions"]);

/** Whether a sentence of a block of some kind orders something. What a user only thinks aloud is no order. */
export function isOrder(sentence: string, kind: SourceKind): boolean {
  return ORDERS.test(sentence) && (INSTRUCTS.has(kind) || !MUSING.test(sentence));
}

/** Whether a sentence binds later turns. What a user says does so only as an order: users also think aloud. */
export const binds = remembering(
  (sentence: string, kind: SourceKind) => `${kind} ${sentence}`,
  (sentence, kind): boolean => {
    if (!BINDING.test(sentence)) return false;
    if (INSTRUCTS.has(kind)) return true;
    return !MUSING.test(sentence) && (ORDERS.test(sentence) || OBLIGES.test(sentence));
  },
);
