/**
 * Text out of the bytes of a file as it lies on a disk: with a byte order mark or without, in UTF-16 as PowerShell writes it or in
 * UTF-32, with the zero bytes that a crash leaves, with bytes that are no UTF-8. What can be read is read, and what is damaged has a place.
 *
 *     bytes    {"a":1}\n  00 00 00 00  {"b":2}\n  {"c":"FF"}\n
 *     text     {"a":1}\n  \n           {"b":2}\n  {"c":"�"}\n
 *     damage   zero bytes: 4, from line 2 · not UTF-8: 1 line, line 2
 *
 * A single zero byte is left out: it stands inside a word. A longer run ends a line, because what comes after it is another record.
 */
export interface Damage {
  readonly kind: "zero_bytes" | "not_utf8" | "cut_archive" | "no_log" | "leading_lines";
  /** Zero bytes, lines with bytes that are no text or before the first record, or bytes that came out of an archive. */
  readonly count: number;
  /** The line of the first, counted from 1; 0 where it has no line. */
  readonly line: number;
}

type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "utf-32le" | "utf-32be";

/** A character in four bytes, which the decoders of the platform do not read. */
class WideDecoder {
  private held = NOTHING;
  private isFirst = true;

  constructor(private readonly isLittle: boolean) {}

  decode(bytes: Uint8Array = NOTHING, { stream = false } = {}): string {
    const all = new Uint8Array(this.held.length + bytes.length);
    all.set(this.held);
    all.set(bytes, this.held.length);
    const end = all.length - (all.length % WIDE_BYTES);
    this.held = stream ? all.slice(end) : NOTHING;
    const view = new DataView(all.buffer);
    const characters: string[] = [];
    for (let at = 0; at < end; at += WIDE_BYTES) {
      const code = view.getUint32(at, this.isLittle);
      if (!(this.isFirst && code === MARK))
        characters.push(code > LAST_CODE ? REPLACED : String.fromCodePoint(code));
      this.isFirst = false;
    }
    if (!stream && end < all.length) characters.push(REPLACED);
    return characters.join("");
  }
}

const WIDE_BYTES = 4;
const MARK = 0xfeff;
const LAST_CODE = 0x10ffff;

export class TextMender {
  private decoder: TextDecoder | WideDecoder | null = null;
  private isUtf8 = true;
  private line = 1;
  private zeros = { count: 0, line: 0 };
  private broken = { count: 0, line: 0 };
  private brokenLine = 0;
  /** Zero bytes at the end of the piece before: a run can be cut by a piece's end. */
  private openRun = 0;

  /**
   * @param bytes the next piece; the first says how the file is written, so it has at least four bytes, or is all
   * @returns their text, without a byte order mark
   */
  feed(bytes: Uint8Array): string {
    return this.mend(this.decoderFor(bytes).decode(bytes, { stream: true }), bytes);
  }

  /** @returns what was held back because a character was not complete */
  end(): string {
    return this.decoder === null ? "" : this.mend(this.decoder.decode(), NOTHING);
  }

  /** What is damaged in the bytes so far. */
  get damage(): readonly Damage[] {
    return [
      ...(this.zeros.count > 0 ? [{ kind: "zero_bytes", ...this.zeros } as const] : []),
      ...(this.broken.count > 0 ? [{ kind: "not_utf8", ...this.broken } as const] : []),
    ];
  }

  private decoderFor(bytes: Uint8Array): TextDecoder | WideDecoder {
    if (this.decoder !== null) return this.decoder;
    const encoding = guessEncoding(bytes);
    this.isUtf8 = encoding === "utf-8";
    const isWide = encoding === "utf-32le" || encoding === "utf-32be";
    this.decoder = isWide ? new WideDecoder(encoding === "utf-32le") : new TextDecoder(encoding);
    return this.decoder;
  }

  private mend(decoded: string, bytes: Uint8Array): string {
    const isBroken = decoded.includes(REPLACED) && !(this.isUtf8 && isUtf8(bytes));
    const hasZeros = decoded.includes(ZERO);
    if (!hasZeros && decoded !== "") this.openRun = 0;
    if (!isBroken && !hasZeros) {
      this.line += countLines(decoded);
      return decoded;
    }
    if (isBroken) this.noteBroken(decoded);
    const text = hasZeros ? this.withoutZeros(decoded) : decoded;
    this.line += countLines(decoded);
    return text;
  }

  private noteBroken(decoded: string): void {
    for (const [i, line] of decoded.split("\n").entries()) {
      const no = this.line + i;
      if (!line.includes(REPLACED) || no === this.brokenLine) continue;
      this.brokenLine = no;
      this.broken = { count: this.broken.count + 1, line: this.broken.line || no };
    }
  }

  private withoutZeros(decoded: string): string {
    const first = decoded.indexOf(ZERO);
    if (first >= 0 && this.zeros.line === 0)
      this.zeros = { count: 0, line: this.line + countLines(decoded.slice(0, first)) };
    const { openRun } = this;
    this.openRun = 0;
    return decoded.replace(ZEROS, (run, at: number) => {
      const before = at === 0 ? openRun : 0;
      if (at + run.length === decoded.length) this.openRun = before + run.length;
      this.zeros = { ...this.zeros, count: this.zeros.count + run.length };
      return before < 2 && before + run.length > 1 ? NEWLINE : "";
    });
  }
}

const NOTHING = new Uint8Array();
const ZERO = "\u0000";
const ZEROS = /\u0000+/g;
const REPLACED = "\ufffd";
const NEWLINE = "\n";
const NEWLINE_CODE = 10;

function countLines(text: string): number {
  let lines = 0;
  // Not by searches: a file of nothing but line ends would take a search for each.
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) === NEWLINE_CODE) lines++;
  return lines;
}

/** Whether the bytes are UTF-8, apart from characters that begin or end outside of them. */
function isUtf8(bytes: Uint8Array): boolean {
  let start = 0;
  while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(start), { stream: true });
    return true;
  } catch {
    return false;
  }
}

const LOOKED_AT_BYTES = 1_024;
const MOSTLY = 0.4;
const HARDLY = 0.05;

/**
 * By the byte order mark, or by where the zero bytes stand: UTF-16 of mostly plain letters has them at every second place, UTF-32 at
 * three of four.
 */
function guessEncoding(bytes: Uint8Array): Encoding {
  const wide = guessWide(bytes);
  if (wide !== null) return wide;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const start = bytes.subarray(0, LOOKED_AT_BYTES);
  const zeros = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros.map((count) => count / Math.max(1, start.length / 2));
  if (odd > MOSTLY && even < HARDLY && bytes[1] === 0) return "utf-16le";
  return even > MOSTLY && odd < HARDLY && bytes[0] === 0 ? "utf-16be" : "utf-8";
}

function guessWide(bytes: Uint8Array): Encoding | null {
  const start = bytes.subarray(0, LOOKED_AT_BYTES);
  const zeros = [0, 0, 0, 0];
  for (const [at, byte] of start.entries())
    if (byte === 0) zeros[at % WIDE_BYTES] = (zeros[at % WIDE_BYTES] ?? 0) + 1;
  const [a = 0, b = 0, c = 0, d = 0] = zeros.map((count) => count / Math.max(1, start.length / WIDE_BYTES));
  // The mark itself, of a text of one or two characters, has fewer zeros than a text of many.
  if (d > NEARLY_ALL && c > MOSTLY && b > MOSTLY && a < HARDLY) return "utf-32le";
  return a > NEARLY_ALL && b > MOSTLY && c > MOSTLY && d < HARDLY ? "utf-32be" : null;
}

const NEARLY_ALL = 0.9;

/** Whether text is the content of something else: more than one of twenty characters is a control character or no character. */
export function isBinary(text: string): boolean {
  const strange = text.match(STRANGE)?.length ?? 0;
  return strange * 20 > text.length;
}

// Terminal output in a recording has escapes, form feeds and backspaces.
const STRANGE = /[\u0000-\u0007\u000b\u000e-\u001a\u001c-\u001f\ufffd]/g;
