export interface ForeignOrder {
  readonly text: string;
  /** Offset in characters of the text after invisible characters are removed. */
  readonly at: number;
  readonly quoted: boolean;
}

const S = "[\\s*_]{1,9}";
const GAP = "[^.!?\\n]{0,60}?(?:\\n[^.!?\\n]{0,40}?)?";
const OBJECT =
  "(?:instructions?|rules?|prompts?|guidelines?|directives?|directions?|orders?|constraints?|guardrails?|restrictions?|programming|(?<!\\b(?:error|warning|status|commit|log|exit|debug|alert|e-?mail|chat|text) )messages?|context|commands?)";
const FORMER =
  "(?:previous|previously|prior|above|earlier|preceding|former|original|initial|old|existing|foregoing)";
const AI =
  "(?:ai|a\\.i\\.|assistants?|llms?|language models?|chatbots?|ai (?:agents?|models?|assistants?|systems?)|agents?)";
const QUIT =
  "(?:ignore|disregard|forget|neglect|overlook|unlearn|set aside|put aside|throw (?:out|away)|pay no (?:attention|heed) to|(?:do not|don'?t|never|no longer|stop|cease|quit) (?:follow|obey|listen(?:ing)? to|comply(?:ing)? with|adher(?:e|ing) to|heed|following|obeying|heeding))";
const DROP =
  "(?:override|discard|abandon|dismiss|bypass|drop|skip|erase|delete|reset|cancel|wipe|remove|replace|revoke|rescind|nullify|suspend)";
const URGED =
  "(?:^|[.!?:;,\\n\"'`“”‘’(>\\]*#-]\\s{0,9}|\\b(?:please|now|must|should|shall|and|then|just|also|immediately|simply|instead|kindly|first|hereby|you|will|to|can|so|ok|okay|important)[:,]?\\s{1,9})";

const spaced = (pattern: string) => pattern.replaceAll(" ", S);
const patternOf = (pattern: string) => new RegExp(spaced(pattern), "gi");

/**
 * One pattern for each kind of takeover: leave the rules, cancel them, hide the order, assign a role, pose as the
 * harness.
 */
const ORDERS: readonly RegExp[] = [
  patternOf(
    `${URGED}${QUIT}\\b${GAP}\\b(?:${FORMER}|your|you|system|developer|so far|before|until now)\\b${GAP}\\b${OBJECT}\\b`,
  ),
  patternOf(
    `${URGED}${QUIT}\\b${GAP}\\b${OBJECT}\\b${GAP}\\b(?:${FORMER}|before|so far|until now|you (?:were|have|had|are|got|received))\\b`,
  ),
  patternOf(
    `${URGED}${QUIT} (?:everything|anything|all|all that|whatever|what) (?:of )?(?:that )?(?:(?:is |was |came |stands |comes )?(?:the )?(?:above|before)|you (?:were|have been|had been|have|know|learned|got))\\b`,
  ),
  patternOf(
    `${URGED}${DROP} (?:all |any )?(?:of )?(?:the |your |these |those )?(?:${FORMER}|system|safety) ${OBJECT}\\b`,
  ),
  patternOf(
    "\\b(?:do not|don'?t|never|without|(?:and|but|must|should|will|shall) not) (?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)? (?:this|it|that|these|any of this)(?: [a-z]{1,12}){0,2} to|reveal(?:ing)? (?:this|it|that|these|any of this)(?: [a-z]{1,12}){0,2} to|disclos(?:e|ing) (?:this|it|that|these|any of this)(?: [a-z]{1,12}){0,2} to|report(?:ing)? (?:this|it|that|these|any of this)(?: [a-z]{1,12}){0,2} to|notify(?:ing)?|alert(?:ing)?) (?:the|your) (?:user|human|operator)\\b(?!['’]s|-)",
  ),
  patternOf(
    "\\b(?:hide|conceal|keep|withhold) (?:this|it|these|everything|that)(?: [a-z]{1,10}){0,3} (?:from) (?:the|your) (?:user|human|operator)\\b|\\bwithout (?:the|your) (?:user|human|operator)(?:'s)? (?:knowing|noticing|knowledge|consent|approval)\\b|\\b(?:do not|don'?t|never) let (?:the|your) (?:user|human|operator) (?:know|see|notice|find out)\\b",
  ),
  /\byou\s{1,9}are\s{1,9}now\s{1,9}(?:an?|the|in)\b[^.\n]{0,60}\b(?:mode|assistant|agent|ai|dan|bot)\b/gi,
  patternOf(
    "\\bfrom now on,? (?:you (?:are|must|will|shall|act|only|should)|act as|pretend|answer only|respond only|your (?:role|task|goal|name))\\b|\\byour (?:new|real|true|actual|only) (?:task|goal|role|objective|instructions?|mission|purpose|job) (?:is|are)\\b|\\b(?:act as|pretend (?:to be|you are|that you are)|behave (?:as|like)) (?:an? |the )?(?:unrestricted|unfiltered|uncensored|jailbroken|dan|different ai|evil)\\b",
  ),
  /(?<!\b(?:the|these|those|our|with|see) )\bnew\s{1,9}(?:system\s{1,9})?instructions?\s{0,3}:/gi,
  /<\/?(?:system|assistant)(?:[_-](?:prompt|message|reminder|instructions?))?>|<\|(?:im_start|system|assistant)\|>|\[\/?INST\]|<<\/?SYS>>/gi,
  patternOf(
    "\\byour (?:(?:system )?(?:instructions|prompt|guidelines|directives)|rules|task|goal|mission|objective) (?:has|have) (?:just |now )?(?:been )?(?:updated|changed|replaced|reset|overridden|revised)\\b",
  ),
  patternOf(
    "\\b(?:previous|above|earlier|prior|preceding) (?:conversation|messages?|instructions?|prompts?|text|context) (?:was|were|is|are) (?:only |just |merely )?(?:a |an )?(?:test|simulation|drill|practice|placeholder|example|mistake)\\b",
  ),
  patternOf(
    "\\byou (?:will|must|shall|are to|should) (?:from now on|now|henceforth|from here on) (?:only )?(?:obey|follow|act|answer|respond|listen|ignore)\\b",
  ),
  patternOf(
    `${URGED}(?:disregard|ignore|forget) (?:all (?:of )?)?(?:the )?(?:above|foregoing|preceding)(?:[;,.:!]| and)\\s{0,3}(?:instead|now|then)?,?\\s{0,3}(?:write|say|do|reply|output|print|respond|answer|tell|run|send|give)\\b`,
  ),
  patternOf(
    `(?:^|[.!?:\\n]\\s{0,9})(?:ai |automated )?${AI} (?:that (?:are) |who (?:are) )?(?:reading|processing|parsing|summari[sz]ing|viewing|seeing|visiting|crawling)(?: [a-z]{1,12}){0,3}[,;:]? (?:must|should|need to|have to|shall|will|are (?:required|instructed|asked|ordered) to|please)\\b`,
  ),
  patternOf(
    "\\b(?:system|admin|developer|security) (?:prompt )?(?:override|takeover)\\b|\\b(?:begin|end) (?:system|admin|developer) (?:message|prompt|instructions?)\\b",
  ),
  patternOf(
    "\\b(?:reveal|print|output|repeat|show|display|leak|dump|disclose|recite|share|send)(?: me| us)? (?:(?:your|the) (?:[a-z]{1,10} ){0,2}(?:system (?:prompt|message|instructions?)|hidden (?:prompt|instructions?)|initial (?:prompt|instructions?))|your (?:[a-z]{1,10} )?instructions|(?:the )?instructions (?:above|you were given))\\b",
  ),
  patternOf(
    `\\b(?:the|any|an|every|each|all|dear|to|for) (?:ai |automated )?${AI} (?:that (?:is|are) |which (?:is|are) |who (?:is|are) )?(?:reading|processing|parsing|summari[sz]ing|viewing|seeing|reads|processes|handling)(?: [a-z]{1,12}){0,3}[,;:]? (?:must|should|needs? to|has to|have to|shall|will|is (?:required|instructed|asked|ordered) to|are (?:required|instructed|asked|ordered) to|please|(?:do not|don'?t|never|instead|ignore|send|call|run|forward|reply|respond|execute|include|stop)(?=\\b))\\b`,
  ),
  patternOf(
    `\\bif you(?:'re| are) (?:an? |the )?${AI}\\b[^.!?\\n]{0,60}?[,:;]? (?:you )?(?:must|should|please|then|have to|need to|do|ignore|send|run|add|include|write|reply|respond|say|open|visit|call|execute|stop)\\b`,
  ),
  patternOf(
    `\\b(?:attention|note|notice|message|instructions?|important|memo)(?: (?:to|for))?[:,]? (?:all |any |the |every )?${AI}\\b\\s?[:,!-]`,
  ),
  /\b(?:ignorier(?:e|en|st|t)|vergiss|vergisst|missachte(?:st|t)?)\b[^.\n]{0,30}\b(?:vorherigen?|bisherigen?|obigen?|vorangehenden?|früheren?)\b[^.\n]{0,20}\b(?:anweisungen|regeln|instruktionen|vorgaben)/gi,
  /\b(?:ignore[rz]?|oublie[rz]?)\b[^.\n]{0,20}\b(?:instructions|consignes|règles|directives)\b[^.\n]{0,12}(?:précédentes|antérieures|ci-dessus)/gi,
  /\b(?:ignora|olvida|ignore|esqueça|dimentica)[a-z]{0,3}\b[^.\n]{0,20}\b(?:instrucciones|reglas|instruções|regras|istruzioni|regole)\b[^.\n]{0,12}(?:anteriores|previas|prévias|precedenti|acima)/gi,
  /(?:忽略|无视|忘记|忽視|無視)[^。\n]{0,10}(?:之前|以上|先前|前面|此前)[^。\n]{0,8}(?:指令|指示|规则|提示|規則)/g,
  /(?:以前|上記|これまで|前)の[^。\n]{0,8}(?:指示|命令|ルール)[^。\n]{0,6}(?:無視|忘れ)/g,
  /(?:игнорируй|забудь)(?:те)?[^.\n]{0,20}(?:предыдущие|прежние|все)[^.\n]{0,20}(?:инструкции|указания|правила)/gi,
];

const VOIDS = patternOf(
  `\\b(?:${FORMER}|system) (?:[a-z]{1,12} )?${OBJECT}\\b[^.!?\\n]{0,30}\\b(?:no longer (?:apply|applies|valid|count|hold|bind)|(?:is|are|were|have been|has been) (?:hereby |now )?(?:void|cancell?ed|revoked|superseded|replaced|suspended|lifted|overridden|withdrawn)|do(?:es)?(?: not|n'?t) apply)\\b`,
);
const HANDS_OUT = patternOf(
  "\\b(?:send|post|upload|e-?mail|forward|transmit|leak|exfiltrate|submit|copy)\\b[^.!?\\n]{0,60}\\b(?:api[\\s_-]?keys?|access tokens?|credentials?|secrets?|passwords?|private keys?|ssh keys?|environment variables|chat history|conversation|contacts)\\b[^.!?\\n]{0,40}\\b(?:to|at)\\b[^.!?\\n]{0,60}",
);
/** A file of secrets goes to an address: nobody asks a reader of a manual for that. */
const GIVES_AWAY =
  /\b(?:send|post|upload|e-?mail|forward|transmit|leak|exfiltrate|submit|copy)\b[^!?\n]{0,60}(?:~?\/\.(?:ssh|aws|gnupg|kube)\b|\bid_(?:rsa|ed25519)\b|(?<!\w)\.env\b|\bprivate keys?\b|\bsystem prompt\b)[^!?\n]{0,60}\bto\b[^!?\n]{0,20}https?:\/\//gi;
/** What a user asked for is to be left: an order only where it is said to a model. */
const LEAVES_USER = patternOf(
  `${URGED}${QUIT} (?:the |your )?(?:user|human)(?:'s)? (?:request|task|question|goal|instructions?|prompt|messages?|wishes)\\b|${URGED}${QUIT} what(?:ever)? (?:the |your )?(?:user|human) (?:asked|asks|said|says|wants?|wanted|told|requested)\\b`,
);
const POSES =
  /(?:^|\n)[ \t>*#[]{0,9}(?:system|admin|administrator|developer)(?: message| notice)?\]?[ \t]{0,3}:/i;
const SPOKEN_TO = new RegExp(`\\b${AI}\\b`, "i");
const YOU = /\byou(?:r|rs)?\b/i;
const SPOKEN_CHARS = 300;

/** Invisible characters. Attackers put them inside words so that a search does not find the words. */
const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]|\udb40[\udc00-\udc7f]/g;
const ESCAPED = /\\[nrt]/g;
const ORDERS_MAX = 100;

/** The first order that is not quoted, else the first quoted one; `null` if there is none. Linear in the text. */
export function foreignOrder(text: string): ForeignOrder | null {
  const plain = text.replace(UNSEEN, "").normalize("NFKC").replace(ESCAPED, " \n");
  let quoted: ForeignOrder | null = null;
  let found: ForeignOrder | null = null;
  for (const pattern of [...ORDERS, VOIDS, HANDS_OUT, GIVES_AWAY, LEAVES_USER]) {
    let count = 0;
    for (const match of plain.matchAll(pattern)) {
      if (++count > ORDERS_MAX) break;
      if (!isMeant(pattern, plain, match.index)) continue;
      const lead = /^[^\p{L}<[]*/u.exec(match[0])?.[0].length ?? 0;
      const order = { text: match[0].slice(lead), at: match.index + lead, quoted: false };
      if (isQuoted(plain, order.at, order.at + order.text.length)) {
        if (quoted === null || order.at < quoted.at) quoted = { ...order, quoted: true };
      } else {
        if (found === null || order.at < found.at) found = order;
        break;
      }
    }
  }
  return found ?? quoted;
}

function isMeant(pattern: RegExp, text: string, at: number): boolean {
  if (pattern !== HANDS_OUT && pattern !== VOIDS && pattern !== LEAVES_USER) return true;
  const around = text.slice(Math.max(0, at - SPOKEN_CHARS), at + SPOKEN_CHARS);
  if (pattern === LEAVES_USER && POSES.test(around)) return true;
  return SPOKEN_TO.test(around) || (pattern === VOIDS && YOU.test(around));
}

const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "“": "”",
  "‘": "’",
  "«": "»",
  "„": "“",
};
const REPORTS =
  /\b(?:say|says|saying|said|such as|like|e\.g\.|for example|for instance|example|examples|text|texts|phrase|phrases|string|strings|sentence|sentences|payload|payloads|contain|contains|containing|reads|read|called|known as|types?|typed|wrote|writes|written|classic|attempt|attempts|words?|wording|telling|asks?|instruct(?:s|ing)?|hidden|embed(?:s|ded)?|input|inputs|message|messages|line|lines|prompts?|comment|comments|quote|quoted|why|how|explain\w*|describ\w*|discuss\w*|filter\w*|detect\w*|block\w*|ban\w*)\b/i;
const TOPIC =
  /\b(?:prompt[- ]injections?|injections?|jailbreaks?|attackers?|attacks?|adversarial|malicious|hijack\w{0,4}|red[- ]team\w{0,4}|instruction-looking|untrusted|pollut\w{1,5}|owasp|vulnerabilit\w{1,5}|guard against|defen[cs]es?|steer the model)\b/i;
const BEFORE_CHARS = 160;
const TOPIC_CHARS = 800;
const QUOTE_CHARS = 240;

function isQuoted(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - QUOTE_CHARS), from);
  const after = text.slice(from, to + QUOTE_CHARS);
  const mark = openQuote(before, after);
  const lead = mark < 0 ? before : before.slice(0, mark);
  const near = lead.slice(-BEFORE_CHARS);
  const topic = TOPIC.test(text.slice(Math.max(0, from - TOPIC_CHARS), from + TOPIC_CHARS));
  if (mark >= 0) {
    const clause =
      near
        .trimEnd()
        .split(/[.!?]\s|\n\s{0,9}\n/)
        .at(-1) ?? "";
    return (
      !/[{,[]\s*(?:"[^"\n]{0,40}"\s*:\s*)?$/.test(lead) &&
      (REPORTS.test(clause) || (topic && clause.trim() !== ""))
    );
  }
  if (!topic) return false;
  const line = before.slice(before.lastIndexOf("\n") + 1);
  if (/^\s{0,9}(?:>|[-*•]|\d{1,3}[.)]|\|)/.test(line) && /:[^\S\n]*\n[^:]*$/.test(before)) return true;
  const example = /:\s{0,40}(?:```\w{0,20}|>|[-*•])?\s{0,40}$/.test(near) && /\n[^\n]*$/.test(near);
  const [clause = ""] = near.split(/[.!?]\s|\n/).slice(-1);
  return (
    (example && REPORTS.test(near)) ||
    /\b(?:such as|like|e\.g\.|for example|saying|says)[:,]?\s{0,9}$/i.test(clause)
  );
}

function openQuote(before: string, after: string): number {
  for (let at = before.length - 1; at >= 0; at--) {
    const sign = before.charAt(at);
    const close = QUOTES[sign];
    if (sign === "\n" && before.charAt(at - 1) === "\n") return -1;
    if (close === undefined) continue;
    const isApostrophe = sign === "'" && /\w/.test(before.charAt(at - 1));
    if (isApostrophe) continue;
    if (
      /["'`]/.test(sign) &&
      /[\w.,!?]/.test(before.charAt(at - 1)) &&
      !/\w/.test(before.charAt(at + 1) || "x")
    )
      continue;
    return after.includes(close) ? at : -1;
  }
  return -1;
}
