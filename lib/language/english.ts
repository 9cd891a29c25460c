import type { English } from "./language";

/** The words of English. `./language` says what each list and pattern is for. */
export const ENGLISH: English = {
  binds:
    /\b(must|must not|mustn't|never|always|only|do not|don't|may not|shall|shall not|required|forbidden|under no circumstances|at most|at least|no more than|without exception|avoid|refrain|should not|shouldn't|should only|not allowed|off limits|stick to|(?<=^(?:please )?(?:use|prefer)\b.{0,120})instead of|unless|until (?:i|we|you)|before (?:you|any|each|every|doing|changing|deleting|running)|(?:under|below|within|up to|less than|fewer than|not more than|maximum(?: of)?) \d+|(?<=^(?:please,? )?)no (?!\w+ (?:problem|worries|rush)))\b/i,
  once: /\b(?:(?:just |only )?(?:this|the) (?:once|one time)|this (?:time|turn)|just once|for (?:this|the next) (?:answer|reply|response|message|turn|question)|in (?:this|your next) (?:answer|reply|response|message|turn)|right now|for a (?:moment|second|minute)|(?:don'?t|do not|not)\b[^.;]{0,60}\byet|hold on|as a one-?off)\b/i,
  eachTime:
    /^(?:(?:please|and|also|but|so|then|ok|okay|important|note|remember|btw)\b[,:\s]*)*(?:(?:round|format|spell|express|quote|cite|label|prefix|suffix|sign|indent|abbreviate|capitali[sz]e|wrap|escape)\b.{0,60}?\b(?:every|each|all)\b|(?:write|give|state|show|present|report|mark|tag|start|begin|end|finish|treat|log|answer|reply to|double-?check|confirm|justify|explain|number|name|use|keep)\b.{0,40}?\b(?:every|each)\b.{0,80}\b(?:to|as|in|with|by|using|before|after|on)\b)/i,
  atHand:
    /\b(?:all|every|each|any) (?:one )?(?:of )?(?:the|these|those|this|that|them|my|our|its|two|three|four|five|\d+)\b|\ball (?:\w+ )?(?:files|tests|scripts|folders|directories|lines|pages|tickets|tabs|errors|failures|results|branches)\b|\b(?:every|each|all) [^.]{0,60}?\b(?:in|of|for|from|on|under) (?:(?:the|this|that|these|those|my|our)\b|[\w.-]*[./][\w./-]+)/i,
  courtesy:
    /^(?:(?:please|no|oh|ok|okay|and|but|well)[,!\s]+)*(?:never ?mind|no (?:problem|worries|rush|need|hurry|matter|idea|luck|doubt|wonder|thanks)\b|(?:do not|don'?t) (?:worry|bother|mind|panic|hesitate|stress|sweat|get me wrong|be (?:sorry|afraid|shy))\b|always (?:nice|good|great|fun|a pleasure|happy|glad)\b|not at all\b)/i,
  onlyOf:
    /^only (?:the|one|a|an|my|our|his|her|its|two|three|some|half|part)\b(?!.*\b(?:must|may|can|should|shall|are to|is to)\b).*\b(?:fails?|failed|works?|worked|pass(?:es|ed)?|runs?|ran|is|are|was|were|has|have|had|left|remains?|happens?|happened|matters?|seems?|shows?|showed|changed|broke)\b/i,
  fromNow:
    /^(?:from now on|from here on(?: out)?|going forward|for the rest of (?:this|the|our) (?:session|conversation|task|chat|work)|throughout|in (?:all|every one of) your (?:answers|replies|messages)|whenever you|each time you|every time you|any time you)\b/i,
  passive:
    /^(?:all|every|each|any)\b.{1,60}\b(?:should|shall|must|are to|is to|needs? to|ha(?:s|ve) to) be (?:rounded|formatted|written|given|shown|spelled|spelt|expressed|quoted|cited|labell?ed|prefixed|signed|indented|named|reported|marked|tagged|logged|approved|reviewed|checked|confirmed)\b/i,
  musing:
    /\?\s*$|\b(?:i|we)(?:'m|'d|'ll)?\s+(?:\w+\s+)?(?:assume|think|guess|suppose|believe|wonder|imagine|expect|feel|remember|noticed|saw|hope|bet|recall)\b|\b(?:maybe|perhaps|probably|not sure|might be|could be|i'm thinking|wondering|seems?|apparently|(?:must(?:n't)?|should(?:n't| never| not| only)?) have (?:been|done|gone|said|\w+ed))\b|\b(?:i|we) (?:can|could|was|were) (?:\w+ )?only\b|\b(?:i|we) only (?:saw|see|found|get|got|tested|managed)\b/i,
  orders:
    /^(?:(?:please|and|also|but|so|then|ok|okay|important|note|remember|from now on|for now|just|first|again|btw)\b[,:\s]*)*(?:do not|don'?t|never|always|only|under no circumstances|without exception|no\b|must\b|at most|at least|make sure|ensure|keep|omit|skip|target|use|write|read|run|install|format|indent|work|leave|answer|reply|follow|stick|stay|avoid|stop|commit|change|touch|delete|remove|send|transfer|move|copy|publish|deploy|push|ask|be|let|limit|spend|quote|name|list|check|test|build|add|put|give|show|return|call|create|edit|wait|treat|prefer|[\w-]+ (?:tests?|files?|changes?) only)\b/i,
  obliges:
    /\b(?:must|shall|may not|mustn't|has to|have to|should (?:never|always|not|only)|(?:is|are) (?:required|forbidden|not allowed|off limits)|can only|may only)\b|\b(?:at most|no more than|at least)\s+\S*\d|\bonly\b.{0,300}\bno\b/i,
  restrains:
    /\b(?:not|no|never|(?:is|are|was|wo|ca|must|should|does|did|could|would|do)nt|cannot|avoid\w*|without|forb[ia]d\w*|prohibit\w*|off[- ]limits|only|exclud\w*|except|refrain\w*|untouched|unchanged|alone|banned|disallow\w*|read[- ]only|zero|none|nothing|nobody|instead|rather|intact|frozen|out of scope|hands off|before|until|unless)\b/,
  refuses:
    /\b(?:do not|dont|never|not|must not|mustnt|may not|shall not|shouldnt|no|avoid|forbidden|under no circumstances|without)\b/,
  frame:
    "please dont must never always only should make sure this that these those with from your have when then they them what which into under without than more most least shall required write",
  takeovers: [
    /\b(?:ignore|disregard|forget|stop\s{1,9}following|do\s{1,9}not\s{1,9}follow|pay\s{1,9}no\s{1,9}attention\s{1,9}to)\b[^.!?\n]{0,30}\n?[^.!?\n]{0,20}\b(?:previous|prior|above|earlier|preceding|original|your)\b[^.!?\n]{0,30}\n?[^.!?\n]{0,20}\b(?:instructions?|rules|prompts?|guidelines|directives|constraints)\b/gi,
    /\b(?:do\s{1,9}not|don'?t|never)\s{1,9}(?:tell|inform|alert|notify)\s{1,9}the\s{1,9}(?:user|operator)\b|\b(?:hide|keep)\s{1,9}this\s{1,9}from\s{1,9}the\s{1,9}(?:user|operator)\b/gi,
    /\byou\s{1,9}are\s{1,9}now\s{1,9}(?:an?|in)\b[^.\n]{0,40}\b(?:mode|assistant|agent|ai)\b/gi,
    /\b(?:reveal|print|show\s{1,9}me)\s{1,9}your\s{1,9}(?:system\s{1,9}prompt|hidden\s{1,9}instructions)\b/gi,
    /<\|(?:im_start|system|assistant)\|>|\[\/?INST\]|<<\/?SYS>>/gi,
  ],
};
