import type { SpokenLineInput } from "../answers";
import { formatCompact } from "../format/format";
import { revealText } from "../format/trace-text";

export interface SpokenText {
  /** The first lines, which always stand there. */
  readonly head: string;
  /** What is folded; empty where the head is all. */
  readonly rest: string;
  /** Says how much more the block holds than is here; `null` where all is here. */
  readonly cut: string | null;
}

/** Of a prompt or an answer that stand open. */
const SPOKEN_CHARS = 4_000;
const FOLDED_LINES = 3;
const FOLDED_CHARS = 300;

/** What a call was given, a line for each value: `command: ls -l`; the value alone where it has no other. */
function describeGiven(text: string): string {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return text;
  }
  if (given === null || typeof given !== "object" || Array.isArray(given)) return text;
  const values = Object.entries(given).map(([name, value]): [string, string] => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  if (values.length === 0) return text;
  return values.length === 1
    ? (values[0]?.[1] ?? text)
    : values.map(([name, value]) => `${name}: ${value}`).join("\n");
}

/** @param isFolded whether only its first lines stand open */
export function buildSpokenText({ text, chars, sourceKind }: SpokenLineInput, isFolded: boolean): SpokenText {
  if (text === null) return { head: "(its text was not recorded)", rest: "", cut: null };
  const shown = revealText(sourceKind === "tool_call" ? describeGiven(text) : text);
  const head = isFolded ? cutFirstLines(shown) : shown.slice(0, SPOKEN_CHARS);
  const missing = (chars ?? text.length) - text.length;
  return {
    head,
    rest: shown.slice(head.length).replace(/^\n/, ""),
    cut: missing > 0 ? `${formatCompact(missing)} more characters in the block` : null,
  };
}

/** A few lines, or fewer characters. */
function cutFirstLines(text: string): string {
  let end = -1;
  for (let line = 0; line < FOLDED_LINES; line++) {
    end = text.indexOf("\n", end + 1);
    if (end < 0) break;
  }
  return text.slice(0, Math.min(end < 0 ? text.length : end, FOLDED_CHARS));
}

export interface SpokenPart {
  readonly text: string;
  readonly isCode: boolean;
}

/** A line that begins or ends code within prose. */
const FENCE = /^ {0,3}(?:```|~~~)[^`\n]*$/;

/**
 * Prose, and the fenced code within it, in order. Nothing of the text is left out.
 * @param before what stands before it: a fence that is open there goes on here
 */
export function splitCode(text: string, before = ""): SpokenPart[] {
  let isCode = before.split("\n").filter((line) => FENCE.test(line)).length % 2 === 1;
  const parts: { text: string; isCode: boolean }[] = [];
  const add = (line: string, asCode: boolean) => {
    const last = parts.at(-1);
    if (last !== undefined && last.isCode === asCode) last.text += `\n${line}`;
    else parts.push({ text: line, isCode: asCode });
  };
  for (const line of text.split("\n")) {
    const isFence = FENCE.test(line);
    add(line, isCode || isFence);
    if (isFence) isCode = !isCode;
  }
  return parts;
}
