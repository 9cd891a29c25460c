import { isRecord } from "@/lib/core/is-record";
import { cutDocument } from "./cut-document";
import { listJsonValues } from "./json-stream";

/** Lines before the first record, and their characters, line ends included. */
export interface LeadingLines {
  readonly lines: number;
  readonly chars: number;
}

const LINES_MAX = 20;
const CHARS_MAX = 4_000;
/** A file that was cut now and then has a few broken lines, a log far more. */
const BROKEN_PART = 3;

/**
 * What a program said before it printed its records, or what a person wrote above them. What comes after it is records but
 * for a few lines: a log in which some lines hold JSON has none.
 *
 *     Exporting session ses_1          // from the archive          12:01 started
 *     {"info": {…}, …}                 {"type":"user"}              {"id":1}
 *                                      {"type":"assistant"}         12:02 stopped
 *     → 1 line                         → 1 line                     → null
 *
 * @param isWhole whether the text is all of the file: otherwise its last record is cut off
 */
export function findLeadingLines(head: string, isWhole: boolean): LeadingLines | null {
  let chars = 0;
  for (let lines = 0; lines <= LINES_MAX && chars <= CHARS_MAX; lines++) {
    if (
      lines > 0 &&
      /^[{[]/.test(head.slice(chars, chars + 1)) &&
      isMostlyRecords(head.slice(chars), isWhole)
    )
      return { lines, chars };
    const end = head.indexOf("\n", chars);
    if (end < 0) return null;
    chars = end + 1;
  }
  return null;
}

function isMostlyRecords(text: string, isWhole: boolean): boolean {
  const items = [...listJsonValues(text)];
  const last = items.at(-1);
  const isCut = !isWhole && last !== undefined && !("value" in last);
  const whole = isCut ? items.slice(0, -1) : items;
  const records = whole.filter((item) => "value" in item && isRecord(item.value)).length;
  if (whole.length > 0) return records > (whole.length - records) * BROKEN_PART;
  return isCut && isRecord(cutDocument(text)?.value);
}

/** The pieces of a text without its first characters. */
export async function* skipChars(chunks: AsyncIterable<string>, chars: number): AsyncGenerator<string> {
  let left = chars;
  for await (const chunk of chunks) {
    const rest = chunk.slice(left);
    left = Math.max(0, left - chunk.length);
    if (rest !== "") yield rest;
  }
}
