import { jsonTokens } from "./json-tokens";

/** What a JSON document that is cut off says before the cut. */
export interface CutDocument {
  readonly value: unknown;
  readonly chars: number;
}

/**
 * The beginning of a JSON document that ends too early: up to the last complete element of a list, or outside
 * lists the last complete field. Open brackets are closed.
 * @returns `null` if the text is complete, or is not a beginning of JSON
 */
export function cutDocument(text: string): CutDocument | null {
  const open: string[] = [];
  let whole: { readonly end: number; readonly closers: string } | null = null;
  const isWholeUpTo = (end: number): void => {
    whole = { end, closers: open.toReversed().join("") };
  };
  for (const { token, at } of jsonTokens(text)) {
    if (token === "{" || token === "[") {
      open.push(token === "{" ? "}" : "]");
      if (token === "[") isWholeUpTo(at + 1);
    } else if (token === "}" || token === "]") {
      if (open.pop() !== token) return null;
      if (open.at(-1) === "]") isWholeUpTo(at + 1);
    } else if (token === "," && (open.at(-1) === "]" || !open.includes("]"))) isWholeUpTo(at);
  }
  if (open.length === 0) return null;
  return readUpTo(text, whole);
}

function readUpTo(text: string, whole: { end: number; closers: string } | null): CutDocument | null {
  if (whole === null) return null;
  try {
    return { value: JSON.parse(text.slice(0, whole.end) + whole.closers) as unknown, chars: whole.end };
  } catch {
    return null;
  }
}
