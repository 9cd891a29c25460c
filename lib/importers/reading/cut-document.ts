import { BREAK, listJsonTokens } from "./json-tokens";

/** What a JSON document that is cut off, or broken somewhere, says before that place. */
export interface CutDocument {
  readonly value: unknown;
  readonly chars: number;
}

/** A place up to which a beginning is whole, once its open brackets are closed. */
interface Boundary {
  readonly end: number;
  readonly closers: string;
}

/**
 * The beginning of a JSON document that ends too early or is broken: up to the last complete element of a list, or outside
 * lists the last complete field, before the first place that is no JSON. Open brackets are closed.
 *
 *     {"id":1,"list":[{"a":1},{"b":"cut he          {"id":1,"list":[{"a":1}]}
 *     {"id":1,"list":[{"a":1},{"b" 2},{"c":3}]}     {"id":1,"list":[{"a":1}]}
 *
 * @returns `null` if the text is complete, or is not a beginning of JSON
 */
export function cutDocument(text: string): CutDocument | null {
  const open: string[] = [];
  const boundaries = new Boundaries();
  let isCut = false;
  for (const { token, at } of listJsonTokens(text)) {
    if (token === BREAK) break;
    if (token === "{" || token === "[") {
      open.push(token === "{" ? "}" : "]");
      if (token === "[") boundaries.add(at + 1, open);
    } else if (token === "}" || token === "]") {
      if (open.pop() !== token) {
        isCut = true;
        break;
      }
      if (open.at(-1) === "]") boundaries.add(at + 1, open);
    } else if (token === "," && (open.at(-1) === "]" || !open.includes("]"))) boundaries.add(at, open);
  }
  return open.length === 0 && !isCut && isJson(text) ? null : readUpTo(text, boundaries.list);
}

/** What is whole up to one place is whole up to each place before it. */
function readUpTo(text: string, boundaries: readonly Boundary[]): CutDocument | null {
  let found: CutDocument | null = null;
  let [low, high] = [0, boundaries.length - 1];
  let at = high;
  while (low <= high) {
    const read = parseUpTo(text, boundaries[at]);
    if (read === null) high = at - 1;
    else {
      found = read;
      low = at + 1;
    }
    at = Math.floor((low + high) / 2);
  }
  return found;
}

function parseUpTo(text: string, boundary: Boundary | undefined): CutDocument | null {
  if (boundary === undefined) return null;
  const { end, closers } = boundary;
  try {
    return { value: JSON.parse(text.slice(0, end) + closers) as unknown, chars: end };
  } catch {
    return null;
  }
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const KEPT_MAX = 8_192;

/** The last one is always kept; of very many, some before it are not, so that a long document takes no more room. */
class Boundaries {
  list: Boundary[] = [];

  add(end: number, open: readonly string[]): void {
    if (this.list.length >= KEPT_MAX) this.list = this.list.filter((_, i) => i % 2 === 1);
    this.list.push({ end, closers: open.toReversed().join("") });
  }
}
