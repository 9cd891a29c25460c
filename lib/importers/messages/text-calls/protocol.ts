export interface WrittenCall {
  readonly toolName: string;
  readonly content: string;
}

export interface WrittenReply {
  /** What the reply says besides its calls: it tells equal calls of two replies apart. */
  readonly said: string;
  readonly calls: readonly WrittenCall[];
}

export interface Instructions {
  readonly text: string;
  /** The harness rejects a reply with several calls. */
  readonly isSingle: boolean;
}

export interface TextProtocol {
  readonly id: string;
  declared(instructions: string): boolean;
  read(reply: string, instructions: Instructions): WrittenReply | null;
}

const SINGLE =
  /\b(only|exactly|just)\s+(call\s+|use\s+|include\s+|run\s+|give\s+|provide\s+)?(a\s+|\*+)?(one|1|single)\b|\bone (tool|function|command|action|bash|code)\b|\bsingle (tool|function|command|action|bash|code)\b|\bone at a time\b/i;

export function isOneAskedFor(instructions: string): boolean {
  return SINGLE.test(instructions);
}

const FENCE_LINE = /^[ \t]*(?:```|~~~)/gm;

/** Drops places inside a fenced block, which shows something and does not do it. */
export function filterOutsideFences<T extends { readonly index: number }>(
  text: string,
  places: Iterable<T>,
): T[] {
  const found = [...places];
  if (found.length === 0) return found;
  const fences = [...text.matchAll(FENCE_LINE)].map(({ 0: mark, index }) => index + mark.length);
  let before = 0;
  return found.filter(({ index }) => {
    while ((fences[before] ?? Infinity) <= index) before++;
    return before % 2 === 0;
  });
}

export function stripEndMarks(reply: string): string {
  let end = reply.length;
  for (let before = markBefore(reply, end); before < end; before = markBefore(reply, end)) end = before;
  return reply.slice(0, end);
}

/** A space or a mark such as `</s>` or `<|im_end|>` that ends at `end`; `end` for none. */
function markBefore(reply: string, end: number): number {
  if (/\s/.test(reply.charAt(end - 1))) return end - 1;
  if (end >= 4 && reply.startsWith("</s>", end - 4)) return end - 4;
  if (end < 5 || !reply.startsWith("|>", end - 2)) return end;
  const start = reply.lastIndexOf("<|", end - 2);
  return start >= 0 && /^<\|[\w ]+\|>$/.test(reply.slice(start, end)) ? start : end;
}

export function readObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}
