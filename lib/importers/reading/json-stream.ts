import { cutDocument } from "./cut-document";

/** A value, a stretch that is not a value, or the end of a list that nothing closes. */
export type StreamItem =
  | { readonly value: unknown }
  | { readonly broken: string }
  | { readonly unfinished: true };

const VALUE_CHARS_MAX = 256 * 1024 * 1024;
const BROKEN_CHARS_SHOWN = 80;

/**
 * JSON values of a text that arrives in pieces: JSON lines, values over many lines, several on one line, or
 * the elements of one large array. A stretch that is not JSON is reported and skipped. A line that was cut
 * off does not affect the lines after it.
 */
export async function* streamJsonValues(
  chunks: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<StreamItem> {
  const splitter = new Splitter();
  let isFirst = true;
  for await (const chunk of chunks) {
    for (const text of splitter.feed(chunk)) {
      isFirst = false;
      yield* parseValues(text);
    }
  }
  for (const text of splitter.end()) yield* isFirst ? parseAlone(text) : parseValues(text);
  if (splitter.isUnfinished) yield { unfinished: true };
}

export function* listJsonValues(text: string): Generator<StreamItem> {
  const splitter = new Splitter();
  for (const value of splitter.feed(text)) yield* parseValues(value);
  for (const value of splitter.end()) yield* parseValues(value);
}

export interface StreamReport {
  readonly onBroken: (excerpt: string) => void;
  readonly onUnfinished: () => void;
}

export async function* streamJsonObjects(
  chunks: AsyncIterable<string> | Iterable<string>,
  { onBroken, onUnfinished }: StreamReport,
): AsyncGenerator<Record<string, unknown>> {
  for await (const item of streamJsonValues(chunks)) {
    if ("unfinished" in item) onUnfinished();
    else if ("broken" in item) onBroken(item.broken);
    else if (item.value !== null && typeof item.value === "object" && !Array.isArray(item.value)) {
      yield item.value as Record<string, unknown>;
    } else onBroken(String(item.value).slice(0, BROKEN_CHARS_SHOWN));
  }
}

/**
 * Of a text that is cut off, what stands before the cut.
 * @param onCut gets the number of characters that could be read
 * @throws SyntaxError for anything but JSON
 */
export async function readJsonDocument(
  chunks: AsyncIterable<string>,
  onCut: (chars: number) => void,
): Promise<unknown> {
  const parts: string[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  const text = parts.join("").replace(/^\ufeff/, "");
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const cut = cutDocument(text);
    if (cut === null) throw error;
    onCut(cut.chars);
    return cut.value;
  }
}

/** A rest without any value before it is one document, which may be cut off. */
function* parseAlone(text: string): Generator<StreamItem> {
  const cut = cutDocument(text);
  if (cut === null) yield* parseValues(text);
  else {
    yield { value: cut.value };
    yield { unfinished: true };
  }
}

function* parseValues(text: string): Generator<StreamItem> {
  try {
    yield { value: JSON.parse(text) as unknown };
    return;
  } catch {
    if (!text.includes("\n")) {
      yield { broken: text.slice(0, BROKEN_CHARS_SHOWN) };
      return;
    }
  }
  let broken = "";
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const isInside = broken !== "" && INSIDE.test(line);
    const value = isInside ? undefined : readValue(line);
    if (broken !== "" && !isInside) yield { broken: broken.slice(0, BROKEN_CHARS_SHOWN) };
    broken = value === undefined ? (isInside ? broken : line) : "";
    if (value !== undefined) yield { value };
  }
  if (broken !== "") yield { broken: broken.slice(0, BROKEN_CHARS_SHOWN) };
}

/** The start of a line inside a value that is printed over many lines. */
const INSIDE = /^[\s}\]]/;

function readValue(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Only brackets and strings matter for the ends of top-level values. In a list, what comes after a broken element can be its rest: the
 * list goes on where a line begins as one of its elements did.
 *
 *     [\n  {"a": 1},\n  {"b": "x ⏎ y", "c": {"d": 1}},\n  {"e": 2}\n]
 *       element        broken    rest of it            element
 */
class Splitter {
  private buffer = "";
  private position = 0;
  private start = -1;
  private depth = 0;
  private inString = false;
  private escaped = false;
  private inArray = false;
  private isClosed = false;
  private sawAny = false;
  /** Spaces before what comes next, where nothing else stands before it in its line. */
  private indent: number | null = 0;
  private readonly indents = new Set<number>();
  private isAstray = false;

  *feed(chunk: string): Generator<string> {
    this.buffer += chunk;
    while (this.position < this.buffer.length) {
      const value = this.step(this.buffer.charCodeAt(this.position));
      this.position++;
      if (value !== null) yield value;
    }
    if (this.start < 0) {
      this.buffer = "";
      this.position = 0;
    } else if (this.start > 0) {
      this.buffer = this.buffer.slice(this.start);
      this.position -= this.start;
      this.start = 0;
    }
    if (this.buffer.length > VALUE_CHARS_MAX) yield this.cut(this.position);
  }

  get isUnfinished(): boolean {
    return this.inArray && !this.isClosed;
  }

  *end(): Generator<string> {
    if (this.start >= 0) yield this.cut(this.position);
  }

  private step(code: number): string | null {
    if (this.start < 0) return this.between(code);
    if (this.inString) {
      if (this.escaped) this.escaped = false;
      else if (code === BACKSLASH) this.escaped = true;
      else if (code === QUOTE) this.inString = false;
      // JSON strings contain no raw line breaks, so the line was cut off and another value follows.
      else if (code === NEWLINE) {
        this.isAstray = this.inArray;
        this.indent = 0;
        return this.cut(this.position);
      }
      return null;
    }
    if (code === QUOTE) this.inString = true;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) this.depth++;
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      if (--this.depth === 0) return this.cut(this.position + 1);
    } else if (this.depth === 0 && (code === NEWLINE || (this.inArray && code === COMMA))) {
      if (code === NEWLINE) this.indent = 0;
      return this.cut(this.position);
    }
    return null;
  }

  private between(code: number): null {
    if (code === NEWLINE) this.indent = 0;
    else if ((code === SPACE || code === TAB) && this.indent !== null) this.indent++;
    if (
      code === NEWLINE ||
      code === SPACE ||
      code === TAB ||
      code === RETURN ||
      code === COMMA ||
      code === BYTE_ORDER_MARK
    )
      return null;
    const { indent } = this;
    this.indent = null;
    const isRest = this.isAstray && !(code === OPEN_BRACE && indent !== null && this.indents.has(indent));
    if (isRest && !(code === CLOSE_BRACKET && indent === 0)) return null;
    this.isAstray = false;
    if (indent !== null && code === OPEN_BRACE) this.indents.add(indent);
    if (code === OPEN_BRACKET && !this.sawAny) {
      this.sawAny = true;
      this.inArray = true;
      return null;
    }
    if (code === CLOSE_BRACKET && this.inArray) {
      this.isClosed = true;
      return null;
    }
    this.sawAny = true;
    this.start = this.position;
    this.depth = code === OPEN_BRACE || code === OPEN_BRACKET ? 1 : 0;
    this.inString = code === QUOTE;
    return null;
  }

  private cut(end: number): string {
    const text = this.buffer.slice(this.start, end);
    this.start = -1;
    this.depth = 0;
    this.inString = false;
    this.escaped = false;
    return text;
  }
}

const NEWLINE = 10;
const RETURN = 13;
const TAB = 9;
const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const BYTE_ORDER_MARK = 0xfeff;
