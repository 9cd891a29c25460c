/**
 * Control characters and direction marks in a trace would change how the text around them reads. So the page shows them
 * as visible signs.
 */
const DIRECTION_MARKS: Record<string, string> = {
  "\u200e": "⟦LRM⟧",
  "\u200f": "⟦RLM⟧",
  "\u061c": "⟦ALM⟧",
  "\u202a": "⟦LRE⟧",
  "\u202b": "⟦RLE⟧",
  "\u202c": "⟦PDF⟧",
  "\u202d": "⟦LRO⟧",
  "\u202e": "⟦RLO⟧",
  "\u2066": "⟦LRI⟧",
  "\u2067": "⟦RLI⟧",
  "\u2068": "⟦FSI⟧",
  "\u2069": "⟦PDI⟧",
};
// Everything below space except tab and line feed, DEL, the C1 controls, and the marks above.
const ACTIVE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;
const CONTROL_PICTURES = 0x2400;
const DELETE_PICTURE = "\u2421";

/**
 * The text with every active character replaced by a sign: `␛[31m`, `⟦RLO⟧`. Drops a carriage return before a line
 * feed.
 */
export function revealText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(ACTIVE, (char) => {
    const code = char.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(CONTROL_PICTURES + code);
    if (code === 0x7f) return DELETE_PICTURE;
    return DIRECTION_MARKS[char] ?? `⟦${code.toString(16).toUpperCase()}⟧`;
  });
}

const LEAD_CHARS = 24;

/**
 * Drops the beginning of an address or a path at the start of a text, except the last two parts of the path. Texts in a
 * list often share that beginning, and a narrow column would show nothing else.
 */
export function stripLead(text: string): string {
  const place = /^(?:[a-z][a-z0-9+.-]*:\/\/|\.{0,2}\/)[^\s"'<>]+/i.exec(text)?.[0] ?? "";
  const [address = ""] = place.split(/[?#]/, 1);
  const kept = startOfLastTwo(address);
  return kept < LEAD_CHARS ? text : `…/${text.slice(kept)}`;
}

/** Where the last two parts of a path begin; 0 where it has no more. */
function startOfLastTwo(path: string): number {
  const end = path.endsWith("/") ? path.length - 1 : path.length;
  const last = path.lastIndexOf("/", end - 1);
  return last <= 0 || last === end - 1 ? 0 : path.lastIndexOf("/", last - 1) + 1;
}

const TITLE_CHARS = 60;

/** A text for a tab's title: one line, cut to the length that tabs show. */
export function titleWords(text: string): string {
  const line = revealText(text).replace(/\s+/g, " ").trim();
  return line.length <= TITLE_CHARS ? line : `${line.slice(0, TITLE_CHARS - 1)}…`;
}

/** Splits a text into pieces that a browser can lay out one by one. Splits at line ends where possible. */
export function listTextPieces(text: string, charsMax = 4_000): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    let end = Math.min(text.length, start + charsMax);
    if (end < text.length) {
      const line = text.lastIndexOf("\n", end);
      if (line > start) end = line + 1;
    }
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}
