const WHAT =
  "(?:conversation|chat|session|dialog(?:ue)?|discussion|history|context|work|progress|interaction)";
const OPENINGS = [
  // A sentence that announces a summary: "Here is a summary of the conversation to date:"
  String.raw`(?:(?:here(?: is|['’]s)|(?:the )?following is|below is|this is|what follows is) )?(?:an? |the )?(?:\w+ ){0,2}(?:summary|recap) (?:of|for) (?:(?:the|our|this|your|all|what) )?(?:\w+ ){0,2}${WHAT}\b`,
  // A heading: "[Conversation summary]", "<context_summary>", "## Session summary"
  String.raw`(?:(?:previous|earlier|prior) )?${WHAT}(?: (?:history|so far))?[ _-](?:summary|recap)\b`,
  String.raw`(?:summary|recap)>`,
  String.raw`state_snapshot>`,
  // A statement about the conversation: "This session is being continued from a previous conversation …"
  String.raw`this (?:session|conversation|chat) (?:is being continued|continues|is a continuation)\b`,
  String.raw`(?:the|our|this)? ?(?:(?:previous|earlier|prior|older) )?(?:(?:part|history|messages) of )?(?:the |our |this )?(?:${WHAT}(?: history)?|messages)(?: (?:before|above|until|up to) [\w ]{1,30})? (?:was|were|has been|have been|is) (?:summari[sz]ed|compacted|condensed|compressed)\b`,
  String.raw`another (?:language )?model started to solve this problem\b`,
  String.raw`i spoke to you previously about\b`,
].join("|");
const OPENING = new RegExp(String.raw`^[\s#*_=<\[("'>-]{0,12}(?:${OPENINGS})`, "i");
const CHARS_READ = 300;

export function isSummaryOpening(text: string): boolean {
  return OPENING.test(text.slice(0, CHARS_READ));
}
