import { textBlocks, withText, type Message } from "../contract/message";

const PRESERVED_CHARS = 200;
/** Shorter texts stay: cutting them would save less than the marker takes. */
const THRESHOLD_CHARS = 450;

export function truncateResult(message: Message): Message | null {
  const blocks = textBlocks(message);
  const shortened = blocks.map(truncateText);
  if (shortened.every((text, i) => text === blocks[i])) return null;
  const short = withText(message, shortened.join("\n"));
  return message.texts === undefined ? short : { ...short, texts: shortened };
}

function truncateText(text: string): string {
  if (text.length <= THRESHOLD_CHARS) return text;
  const removed = text.length - 2 * PRESERVED_CHARS;
  return `${text.slice(0, PRESERVED_CHARS)}\n<truncated chars="${removed}"/>\n${text.slice(-PRESERVED_CHARS)}`;
}
