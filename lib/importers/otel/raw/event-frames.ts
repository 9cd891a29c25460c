import type { Loose } from "../../shared/values";
import { recordOf } from "../../shared/values";

const PRELUDE_BYTES = 12;
const CHECKSUM_BYTES = 4;
const TEXT_HEADER = 7;

/**
 * The events of an answer in AWS' binary stream (`application/vnd.amazon.eventstream`), each below its name. Ends before
 * a frame that is cut off.
 * @returns null for bytes that are no such stream
 */
export function readEventFrames(bytes: Uint8Array): Loose[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const events: Loose[] = [];
  let start = 0;
  while (start + PRELUDE_BYTES + CHECKSUM_BYTES <= bytes.length) {
    const [total, headers] = [view.getUint32(start), view.getUint32(start + 4)];
    if (total < PRELUDE_BYTES + CHECKSUM_BYTES + headers || start + total > bytes.length) break;
    const place = start + PRELUDE_BYTES;
    const name = readHeader(":event-type", bytes.subarray(place, place + headers));
    const payload = parseJsonBytes(bytes.subarray(place + headers, start + total - CHECKSUM_BYTES));
    if (name !== undefined) events.push({ [name]: payload });
    start += total;
  }
  return events.length > 0 ? events : null;
}

/** A header is a length, a name, a type, and for text a length and the text. All headers of events are text. */
function readHeader(wantedName: string, bytes: Uint8Array): string | undefined {
  let at = 0;
  while (at < bytes.length) {
    const name = decodeText(bytes.subarray(at + 1, at + 1 + (bytes[at] ?? 0)));
    at += 1 + (bytes[at] ?? 0);
    if (bytes[at] !== TEXT_HEADER) return undefined;
    const length = ((bytes[at + 1] ?? 0) << 8) + (bytes[at + 2] ?? 0);
    if (name === wantedName) return decodeText(bytes.subarray(at + 3, at + 3 + length));
    at += 3 + length;
  }
  return undefined;
}

function parseJsonBytes(bytes: Uint8Array): Loose {
  try {
    return recordOf(JSON.parse(decodeText(bytes)));
  } catch {
    return {};
  }
}

function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
