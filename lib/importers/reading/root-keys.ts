const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const NEWLINE = 0x0a;
const OPEN = new Set([0x7b, 0x5b]);
const CLOSE = new Set([0x7d, 0x5d]);
const SCAN_CHARS_MAX = 256 * 1024 * 1024;
const KEYS_MAX = 1_000;
const KEY_CHARS_MAX = 200;

/**
 * The outermost keys of one large JSON object, wherever they stand. Values are skipped without parsing: a
 * file that begins with megabytes of messages is known by the keys after them.
 */
export async function listRootKeys(chunks: AsyncIterable<string>): Promise<Set<string>> {
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
    let at = 0;
    while (at < chunk.length) {
      if (this.escaped) {
        this.take(chunk, at, at + 1);
        this.escaped = false;
        at++;
        continue;
      }
      const next = findSign(this.inString ? IN_STRING : BETWEEN, chunk, at);
      if (this.inString) this.take(chunk, at, next);
      if (next >= chunk.length) break;
      const code = chunk.charCodeAt(next);
      // A string breaks off where its line ends: what comes after it are no keys of this object.
      if (this.inString && code === NEWLINE) return true;
      if (this.inString) this.inText(chunk, next, code);
      else if (this.between(code)) return true;
      at = next + 1;
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

  private inText(chunk: string, at: number, code: number): void {
    if (code === QUOTE) {
      this.inString = false;
      this.last = this.text;
      return;
    }
    this.take(chunk, at, at + 1);
    this.escaped = true;
  }

  /** Keeps what stands in a string that may be a key. */
  private take(chunk: string, from: number, to: number): void {
    if (this.text !== null && this.text.length < KEY_CHARS_MAX)
      this.text += chunk.slice(from, Math.min(to, from + KEY_CHARS_MAX - this.text.length));
  }
}

// A search for the next sign passes what lies between at once, where a loop would ask each character.
const IN_STRING = /["\\\n]/g;
const BETWEEN = /[[\]{}",:]/g;

function findSign(sign: RegExp, text: string, from: number): number {
  sign.lastIndex = from;
  return sign.exec(text)?.index ?? text.length;
}
