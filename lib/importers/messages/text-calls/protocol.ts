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

/** Whether a place of a text lies within a fenced block, which shows something instead of doing it. */
export function isInFence(text: string, place: number): boolean {
  return [...text.slice(0, place).matchAll(FENCE_LINE)].length % 2 === 1;
}

/** What some servers leave at the end of a reply. */
const END_MARKS = /(?:\s|<\|[\w ]+\|>|<\/s>)*$/;

export function withoutEndMarks(reply: string): string {
  return reply.replace(END_MARKS, "");
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
