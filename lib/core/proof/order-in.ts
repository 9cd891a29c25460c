import { takeoverIn } from "@/lib/language/matcher";

const READ_CHARS_MAX = 1_000_000;
/** Invisible characters. Attackers put them inside words so that a search does not find the words. */
const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]|\udb40[\udc00-\udc7f]/g;
/** A line break or tab in a string of JSON. */
const ESCAPED = /\\[nrt]/g;

/** The first sentence by which a text speaks to the model that reads it, whatever hides it; `null` where there is none. */
export function orderIn(text: string): { text: string; at: number } | null {
  return takeoverIn(
    text.slice(0, READ_CHARS_MAX).replace(UNSEEN, "").replace(ESCAPED, "\n").normalize("NFKC"),
  );
}
