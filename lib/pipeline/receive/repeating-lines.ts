import { deeperThan, JSON_DEPTH_MAX } from "@/lib/core/trace/well-formed";

/**
 * Parses JSON lines that each repeat and extend a list of the line before, like the requests of a
 * conversation. Repeated bytes are not parsed again: both values share these elements as the same objects.
 * Other lines are parsed normally, with the same result.
 */
export class RepeatingLines {
  private last: Standing | undefined;

  /**
   * `isShallow`: the value certainly does not nest too deep.
   * @throws SyntaxError for anything but JSON
   */
  parse(line: Buffer): { value: unknown; isShallow: boolean } {
    const list = findList(line);
    const value = list === undefined ? undefined : this.continueList(line, list);
    if (value !== undefined) return { value, isShallow: true };
    const whole = JSON.parse(line.toString("utf8")) as unknown;
    this.last = undefined;
    if (deeperThan(whole, JSON_DEPTH_MAX)) return { value: whole, isShallow: false };
    const elements = list === undefined ? undefined : listIn(whole, list.key);
    if (list !== undefined && elements !== undefined) {
      const ends = findElementEnds(line, list.start + 1, elements.length);
      if (isListOf(parseJson(cutShort(line, list, ends.at(-1))), list))
        this.last = { ...list, line, ends, elements };
    }
    return { value: whole, isShallow: true };
  }

  /** The value of a line that continues the list of the line before; `undefined` when it does not certainly continue it. */
  private continueList(line: Buffer, list: FoundList): unknown {
    const { last } = this;
    if (last === undefined || last.key !== list.key) return undefined;
    const sameBytes = countCommonBytes(last.line, last.start, line, list.start);
    let count = last.ends.length;
    while (count > 0 && (last.ends[count - 1] ?? 0) - last.start > sameBytes) count--;
    if (count === 0) return undefined;
    const end = (last.ends[count - 1] ?? 0) - last.start + list.start;
    const value = parseJson(cutShort(line, list, end));
    const rest = listIn(value, list.key);
    if (rest === undefined || !isListOf(value, list) || deeperThan(value, JSON_DEPTH_MAX)) return undefined;
    rest.splice(0, 1, ...last.elements.slice(0, count));
    const shift = list.start - last.start;
    this.last = {
      ...list,
      line,
      elements: rest,
      ends: [
        ...last.ends.slice(0, count).map((at) => at + shift),
        ...findElementEnds(line, end, rest.length - count),
      ],
    };
    return value;
  }
}

interface FoundList {
  readonly key: string;
  readonly start: number;
}

interface Standing extends FoundList {
  readonly line: Buffer;
  readonly elements: readonly unknown[];
  readonly ends: readonly number[];
}

const KEYS = ["messages", "input", "contents"].map((key) => ({ key, bytes: Buffer.from(`"${key}"`) }));
const MARKED = "\u0000repeated";
const MARK = JSON.stringify(MARKED);
const BLOCK = 4_096;
const [QUOTE, BACKSLASH, OPEN, CLOSE, LIST_OPEN, LIST_CLOSE, COLON, COMMA] = [...'"\\{}[]:,'].map((sign) =>
  sign.charCodeAt(0),
);

/** A quote inside a text has a backslash, so this match is a key. */
function findList(line: Buffer): FoundList | undefined {
  for (const { key, bytes } of KEYS) {
    for (let at = line.indexOf(bytes); at >= 0; at = line.indexOf(bytes, at + 1)) {
      const colon = skipSpace(line, at + bytes.length);
      const start = skipSpace(line, colon + 1);
      if (line[colon] === COLON && line[start] === LIST_OPEN) return { key, start };
    }
  }
  return undefined;
}

function cutShort(line: Buffer, { start }: FoundList, end = start + 1): string {
  return `${line.toString("utf8", 0, start + 1)}${MARK}${line.toString("utf8", end)}`;
}

function isListOf(value: unknown, { key }: FoundList): boolean {
  return listIn(value, key)?.[0] === MARKED;
}

function listIn(value: unknown, key: string): unknown[] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const request = (value as { request?: unknown }).request;
  if (typeof request !== "object" || request === null) return undefined;
  const list = (request as Record<string, unknown>)[key];
  return Array.isArray(list) ? (list as unknown[]) : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] ?? 0) <= 32) at++;
  return at;
}

function countCommonBytes(a: Buffer, aStart: number, b: Buffer, bStart: number): number {
  const bytesMax = Math.min(a.length - aStart, b.length - bStart);
  let sameBytes = 0;
  while (sameBytes < bytesMax) {
    const size = Math.min(BLOCK, bytesMax - sameBytes);
    const [aFrom, bFrom] = [aStart + sameBytes, bStart + sameBytes];
    if (a.compare(b, bFrom, bFrom + size, aFrom, aFrom + size) !== 0) break;
    sameBytes += size;
  }
  while (sameBytes < bytesMax && a[aStart + sameBytes] === b[bStart + sameBytes]) sameBytes++;
  return sameBytes;
}

function findElementEnds(bytes: Buffer, from: number, max: number): number[] {
  const ends: number[] = [];
  for (let at = from; ends.length < max;) {
    at = skipSpace(bytes, at);
    if (bytes[at] === COMMA) at = skipSpace(bytes, at + 1);
    if (bytes[at] !== OPEN) break;
    at = findObjectEnd(bytes, at);
    ends.push(at);
  }
  return ends;
}

function findObjectEnd(bytes: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; at++) {
    const sign = bytes[at];
    if (sign === QUOTE) at = findStringEnd(bytes, at);
    else if (sign === OPEN || sign === LIST_OPEN) depth++;
    else if ((sign === CLOSE || sign === LIST_CLOSE) && --depth === 0) return at + 1;
  }
  return bytes.length;
}

function findStringEnd(bytes: Buffer, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
