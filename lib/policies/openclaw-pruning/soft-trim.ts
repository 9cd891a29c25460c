import { type Message, textBlocks, withText } from "../contract/message";
import type { Settings } from "./settings";

const IMAGE_MARKER = "[image removed during context pruning]";

/** Generation 1: the head and tail of a long result; `null` if it stays unchanged. */
export function trimText(message: Message, softTrim: Settings["softTrim"]): Message | null {
  const text = headAndTail(textBlocks(message).join("\n"), softTrim, String.prototype.slice);
  return text === null ? null : withText(message, text);
}

/**
 * Generations 2 and 3: each image becomes a line, so a result with images is always rewritten. Cuts keep surrogate
 * pairs whole.
 */
export function trimTextAndImages(message: Message, softTrim: Settings["softTrim"]): Message | null {
  const images = message.images ?? 0;
  const joined = [...textBlocks(message), ...Array.from({ length: images }, () => IMAGE_MARKER)].join("\n");
  const text = headAndTail(joined, softTrim, slicePairs);
  if (text !== null) return withText(message, text);
  return images > 0 ? withText(message, joined) : null;
}

function headAndTail(
  text: string,
  { maxChars, headChars, tailChars }: Settings["softTrim"],
  slice: (this: string, start: number, end?: number) => string,
): string | null {
  const { length } = text;
  if (length <= maxChars || headChars + tailChars >= length) return null;
  const head = slice.call(text, 0, headChars);
  const tail = slice.call(text, length - tailChars);
  const note = `[Tool result trimmed: kept first ${headChars} chars and last ${tailChars} chars of ${length} chars.]`;
  return `${head}\n...\n${tail}\n\n${note}`;
}

function slicePairs(this: string, start: number, end: number = this.length): string {
  const from = splitsPair(this, start) ? start + 1 : start;
  const to = splitsPair(this, end) ? end - 1 : end;
  return this.slice(from, to);
}

function splitsPair(text: string, index: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, index - 1), index + 1));
}
