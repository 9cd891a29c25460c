/** A call as a reply writes it: the tool's name and its arguments, as JSON where they have names, else as they stand. */
export interface WrittenCall {
  readonly toolName: string;
  readonly content: string;
}

/** A reply with calls in it: what it says beside them, and the calls in order. */
export interface WrittenReply {
  readonly said: string;
  readonly calls: readonly WrittenCall[];
}

/** What the instructions of a conversation say about its calls. */
export interface Instructions {
  readonly text: string;
  /** A reply with several calls is turned away. */
  readonly isSingle: boolean;
}

/** One way to write calls as text. */
export interface TextProtocol {
  readonly id: string;
  /** Whether instructions ask for calls to be written this way. */
  declared(instructions: string): boolean;
  /** The calls that a reply ends with; `null` when it has none, or not as many as are asked for. */
  read(reply: string, instructions: Instructions): WrittenReply | null;
}

const SINGLE =
  /\b(only|exactly|just)\s+(call\s+|use\s+|include\s+|run\s+|give\s+|provide\s+)?(a\s+|\*+)?(one|1|single)\b|\bone (tool|function|command|action|bash|code)\b|\bsingle (tool|function|command|action|bash|code)\b|\bone at a time\b/i;

/** Whether instructions ask for one call per reply. */
export function asksForOne(instructions: string): boolean {
  return SINGLE.test(instructions);
}

const FENCE_LINE = /^[ \t]*(?:```|~~~)/gm;

/** Those of some places of a text, in order, that lie in no fenced block: a fence shows something instead of doing it. */
export function outsideFences<T extends { readonly index: number }>(text: string, places: Iterable<T>): T[] {
  const fences = [...text.matchAll(FENCE_LINE)].map(({ 0: mark, index }) => index + mark.length);
  let before = 0;
  return [...places].filter(({ index }) => {
    while ((fences[before] ?? Infinity) <= index) before++;
    return before % 2 === 0;
  });
}

/** A reply without the marks that some servers leave at its end. */
export function withoutEndMarks(reply: string): string {
  let end = reply.length;
  for (let before = markBefore(reply, end); before < end; before = markBefore(reply, end)) end = before;
  return reply.slice(0, end);
}

/** Where a space or a mark such as `</s>` or `<|im_end|>` begins that ends at `end`; `end` where there is none. */
function markBefore(reply: string, end: number): number {
  if (/\s/.test(reply.charAt(end - 1))) return end - 1;
  if (end >= 4 && reply.startsWith("</s>", end - 4)) return end - 4;
  if (end < 5 || !reply.startsWith("|>", end - 2)) return end;
  const start = reply.lastIndexOf("<|", end - 2);
  return start >= 0 && /^<\|[\w ]+\|>$/.test(reply.slice(start, end)) ? start : end;
}

/** The value that JSON text stands for when it is an object. */
export function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}
