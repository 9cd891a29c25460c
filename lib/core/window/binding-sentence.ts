import { remembering } from "../remembering";
import { languageOfOrder } from "./order-language";
import type { SourceKind } from "../vocabulary";

const BINDING =
  /\b(must|must not|mustn't|never|always|only|do not|don't|may not|shall|shall not|required|forbidden|under no circumstances|at most|at least|no more than|without exception|avoid|refrain|should not|shouldn't|should only|not allowed|off limits|stick to|(?<=^(?:please )?(?:use|prefer)\b.{0,120})instead of|unless|until (?:i|we|you)|before (?:you|any|each|every|doing|changing|deleting|running)|(?:under|below|within|up to|less than|fewer than|not more than|maximum(?: of)?) \d+|(?<=^(?:please,? )?)no (?!\w+ (?:problem|worries|rush)))\b/i;

const ONCE =
  /\b(?:(?:just |only )?(?:this|the) (?:once|one time)|this (?:time|turn)|just once|for (?:this|the next) (?:answer|reply|response|message|turn|question)|in (?:this|your next) (?:answer|reply|response|message|turn)|right now|for a (?:moment|second|minute)|(?:don'?t|do not|not)\b[^.;]{0,60}\byet|hold on|as a one-?off)\b/i;
const EACH_TIME =
  /^(?:(?:please|and|also|but|so|then|ok|okay|important|note|remember|btw)\b[,:\s]*)*(?:(?:round|format|spell|express|quote|cite|label|prefix|suffix|sign|indent|abbreviate|capitali[sz]e|wrap|escape)\b.{0,60}?\b(?:every|each|all)\b|(?:write|give|state|show|present|report|mark|tag|start|begin|end|finish|treat|log|answer|reply to|double-?check|confirm|justify|explain|number|name|use|keep)\b.{0,40}?\b(?:every|each)\b.{0,80}\b(?:to|as|in|with|by|using|before|after|on)\b)/i;
/** All things at hand. What is done to them is done once. */
const AT_HAND =
  /\b(?:all|every|each|any) (?:one )?(?:of )?(?:the|these|those|this|that|them|my|our|its|two|three|four|five|\d+)\b|\ball (?:\w+ )?(?:files|tests|scripts|folders|directories|lines|pages|tickets|tabs|errors|failures|results|branches)\b|\b(?:every|each|all) [^.]{0,60}?\b(?:in|of|for|from|on|under) (?:(?:the|this|that|these|those|my|our)\b|[\w.-]*[./][\w./-]+)/i;
const COURTESY =
  /^(?:(?:please|no|oh|ok|okay|and|but|well)[,!\s]+)*(?:never ?mind|no (?:problem|worries|rush|need|hurry|matter|idea|luck|doubt|wonder|thanks)\b|(?:do not|don'?t) (?:worry|bother|mind|panic|hesitate|stress|sweat|get me wrong|be (?:sorry|afraid|shy))\b|always (?:nice|good|great|fun|a pleasure|happy|glad)\b|not at all\b|keine sorge|kein problem|keine eile|macht nichts|ne (?:t['’]inquiète|vous inquiétez|te dérange)|pas de (?:souci|problème)|pas la peine|no (?:te preocupes|se preocupe|pasa nada|hay problema|importa)|non (?:ti preoccupare|si preoccupi|importa)|nessun problema|não (?:se preocupe|tem problema|importa)|maak je geen zorgen|geen (?:probleem|zorgen))/i;
const ONLY_OF =
  /^only (?:the|one|a|an|my|our|his|her|its|two|three|some|half|part)\b(?!.*\b(?:must|may|can|should|shall|are to|is to)\b).*\b(?:fails?|failed|works?|worked|pass(?:es|ed)?|runs?|ran|is|are|was|were|has|have|had|left|remains?|happens?|happened|matters?|seems?|shows?|showed|changed|broke)\b/i;
const FROM_NOW =
  /^(?:from now on|from here on(?: out)?|going forward|for the rest of (?:this|the|our) (?:session|conversation|task|chat|work)|throughout|in (?:all|every one of) your (?:answers|replies|messages)|whenever you|each time you|every time you|any time you)\b/i;
/** An order in the passive: "all amounts are to be rounded". */
const PASSIVE =
  /^(?:all|every|each|any)\b.{1,60}\b(?:should|shall|must|are to|is to|needs? to|ha(?:s|ve) to) be (?:rounded|formatted|written|given|shown|spelled|spelt|expressed|quoted|cited|labell?ed|prefixed|signed|indented|named|reported|marked|tagged|logged|approved|reviewed|checked|confirmed)\b/i;

const MUSING =
  /\?\s*$|\b(?:i|we)(?:'m|'d|'ll)?\s+(?:\w+\s+)?(?:assume|think|guess|suppose|believe|wonder|imagine|expect|feel|remember|noticed|saw|hope|bet|recall)\b|\b(?:maybe|perhaps|probably|not sure|might be|could be|i'm thinking|wondering|seems?|apparently|(?:must(?:n't)?|should(?:n't| never| not| only)?) have (?:been|done|gone|said|\w+ed))\b|\b(?:i|we) (?:can|could|was|were) (?:\w+ )?only\b|\b(?:i|we) only (?:saw|see|found|get|got|tested|managed)\b/i;
const ORDERS =
  /^(?:(?:please|and|also|but|so|then|ok|okay|important|note|remember|from now on|for now|just|first|again|btw)\b[,:\s]*)*(?:do not|don'?t|never|always|only|under no circumstances|without exception|no\b|must\b|at most|at least|make sure|ensure|keep|omit|skip|target|use|write|read|run|install|format|indent|work|leave|answer|reply|follow|stick|stay|avoid|stop|commit|change|touch|delete|remove|send|transfer|move|copy|publish|deploy|push|ask|be|let|limit|spend|quote|name|list|check|test|build|add|put|give|show|return|call|create|edit|wait|treat|prefer|[\w-]+ (?:tests?|files?|changes?) only)\b/i;
const OBLIGES =
  /\b(?:must|shall|may not|mustn't|has to|have to|should (?:never|always|not|only)|(?:is|are) (?:required|forbidden|not allowed|off limits)|can only|may only)\b|\b(?:at most|no more than|at least)\s+\S*\d|\bonly\b.{0,300}\bno\b/i;

const INSTRUCTS: ReadonlySet<SourceKind> = new Set(["system_rules", "repository_instructions"]);

/** What a user only thinks aloud is not an order. */
export function isOrder(sentence: string, kind: SourceKind): boolean {
  return ORDERS.test(sentence) && (INSTRUCTS.has(kind) || !MUSING.test(sentence));
}

/** Whether a sentence binds later turns. What a user says does so only as an order: users also think aloud. */
export const binds = remembering(
  (sentence: string, kind: SourceKind) => `${kind} ${sentence}`,
  (sentence, kind): boolean => {
    if (INSTRUCTS.has(kind)) return BINDING.test(sentence) || languageOfOrder(sentence) !== null;
    const own = sentence.replace(QUOTED, " ").trim();
    if ([MUSING, ONCE, COURTESY, ONLY_OF].some((pattern) => pattern.test(own))) return false;
    const isOrdered = BINDING.test(own) && (ORDERS.test(own) || OBLIGES.test(own));
    return (
      isOrdered ||
      (EACH_TIME.test(own) && !AT_HAND.test(own)) ||
      FROM_NOW.test(own) ||
      PASSIVE.test(own) ||
      languageOfOrder(own) !== null
    );
  },
);

const QUOTED = /"[^"\n]{12,400}"|“[^”\n]{12,400}”|„[^“”\n]{12,400}[“”]|«[^»\n]{12,400}»/g;
