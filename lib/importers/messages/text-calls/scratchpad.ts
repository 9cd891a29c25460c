import { makeOnce } from "@/lib/core/once";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { react } from "./react";
import { findResultMark } from "./results";

const OUTPUT = /^[ \t]*(?:Observation|Function Output|Tool Output)(?:[ \t]*\d+)?[ \t]*:/i;
const GOES_ON = /^[ \t]*(?:Thought|Action|Function Name|Final Answer)(?:[ \t]*\d+)?[ \t]*:/i;
const NO_INSTRUCTIONS = { text: "", isSingle: false };

/** Whether the instructions before the first reply ask for ReAct, whose harnesses write results into replies. */
export function isScratchpad(items: readonly SeenItem[]): boolean {
  return react.declared(readInstructions(items));
}

/**
 * Separates results that a harness wrote into the model's own text behind the call, as ReAct's scratchpads
 * do. If the next message has the result, that text was invented and stays.
 * @param from the first item to be read, and `to` the one behind the last
 */
export function splitResults(items: readonly SeenItem[], from: number, to: number): SeenItem[] {
  return items.slice(from, to).flatMap((item, i) => {
    const next = items[from + i + 1];
    const isAnswered = next?.kind === "user_message" && findResultMark(next.content) !== null;
    return item.kind !== "assistant_text" || isAnswered ? [item] : apart(item);
  });
}

function readInstructions(items: readonly SeenItem[]): string {
  const first = items.findIndex(({ kind }) => kind === "assistant_text" || kind === "tool_call");
  return items
    .slice(0, Math.max(0, first))
    .map(({ content }) => content)
    .join("\n\n");
}

const apart = makeOnce((item: SeenItem): SeenItem[] => {
  const pieces = readPieces(item.content).map(({ isResult, text }): SeenItem =>
    isResult ? { kind: "user_message", content: text } : { ...item, content: text },
  );
  return pieces.length > 1 ? pieces : [item];
});

interface Piece {
  readonly isResult: boolean;
  readonly text: string;
}

function readPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  let lines: string[] = [];
  let isResult = false;
  const end = (): void => {
    if (lines.length > 0) pieces.push({ isResult, text: lines.join("\n").trimEnd() });
    lines = [];
    isResult = !isResult;
  };
  for (const line of text.split("\n")) {
    if (isResult ? GOES_ON.test(line) : OUTPUT.test(line) && isCall(lines.join("\n"))) end();
    lines.push(line);
  }
  end();
  return pieces.filter((piece) => piece.text !== "");
}

function isCall(text: string): boolean {
  return react.read(text, NO_INSTRUCTIONS) !== null;
}
