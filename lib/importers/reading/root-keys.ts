const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN = new Set([0x7b, 0x5b]);
const CLOSE = new Set([0x7d, 0x5d]);
const SCAN_CHARS_MAX = 256 * 1024 * 1024;
const KEYS_MAX = 1_000;
const KEY_CHARS_MAX = 200;

/**
 * The outermost keys of one large JSON object, wherever they stand. Values are skipped without parsing: a
 * file that begins with megabytes of messages is known by the keys after them.
 */
export async function rootKeys(chunks: AsyncIterable<string>): Promise<Set<string>> {
  const scan = new RootKeyScan();
  for await (const chunk of chunks) if (scan.feed(chunk)) break;
  return scan.keys;
}

class RootKeyScan {
  readonly keys = new Set<string>();
  private depth = 0;
  private inString = false;
  private escaped = false;
  private chars = 0;
  private text: string | null = null;
  private last: string | null = null;

  feed(chunk: string): boolean {
    for (let i = 0; i < chunk.length; i++) {
      const code = chunk.charCodeAt(i);
      if (this.inString) this.inText(chunk.charAt(i), code);
      else if (this.between(code)) return true;
    }
    this.chars += chunk.length;
    return this.chars > SCAN_CHARS_MAX || this.keys.size >= KEYS_MAX;
  }

  private between(code: number): boolean {
    if (code === QUOTE) {
      this.inString = true;
      this.text = this.depth === 1 ? "" : null;
    } else if (OPEN.has(code)) this.depth++;
    else if (CLOSE.has(code)) return --this.depth <= 0;
    else if (this.depth === 1 && code === COLON && this.last !== null) this.keys.add(this.last);
    if (code === COMMA || code === COLON) this.last = null;
    return false;
  }

  private inText(char: string, code: number): void {
    if (this.escaped) this.escaped = false;
    else if (code === BACKSLASH) this.escaped = true;
    else if (code === QUOTE) {
      this.inString = false;
      this.last = this.text;
      return;
    }
    if (this.text !== null && this.text.length < KEY_CHARS_MAX) this.text += char;
  }
}
