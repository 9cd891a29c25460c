import { listTextsIn, parseJsonOrText } from "../../source/arguments";
import { readTextOfBlock } from "../../trace/fold/recording";
import type { TurnIndex } from "../../units";
import { computePerSessionInSteps } from "../rule/per-session";
import type { FindingInput } from "../rule/rule";

const PROMPT_CHARS = 60;
/** So much of the first word tells most lines from all messages. */
const OPENING_CHARS = 4;
const LINE_CHARS_READ = 4 * PROMPT_CHARS;

type Scene = Pick<FindingInput, "session" | "recording">;

/**
 * What calls gave as a text of their own, so that it may come back as a message: the first turn of each line that begins as
 * one does. All calls are read once, whatever is asked.
 *
 *     wake_me {in: 30, prompt: "Look at the build again."}      then a message "Look at the build again."
 */
export const ownPromptsOf = computePerSessionInSteps(function* ({ session, recording }: Scene) {
  const firstTurns = new Map<string, TurnIndex>();
  const openings = new Set<string>();
  for (const [no, { kind }] of session.blocks.entries())
    if (kind === "user_message" || kind === "user_goal")
      openings.add(readOpening(readTextOfBlock(recording, no), 0));
  for (const [no, { kind, createdTurn }] of session.blocks.entries()) {
    if (kind !== "tool_call") continue;
    yield;
    for (const text of listTextsIn(parseJsonOrText(readTextOfBlock(recording, no))))
      for (let at = 0; at >= 0; at = findNextLine(text, at)) {
        if (!openings.has(readOpening(text, at))) continue;
        const start = cutPromptStart(text.slice(at, at + LINE_CHARS_READ));
        if (start !== "" && !firstTurns.has(start)) firstTurns.set(start, createdTurn ?? 0);
      }
  }
  return {
    /** Whether a call had given the message before the turn. */
    isGivenBefore: (message: string, turn: TurnIndex) =>
      (firstTurns.get(cutPromptStart(message.slice(0, LINE_CHARS_READ))) ?? Infinity) < turn,
  };
});

function findNextLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? -1 : end + 1;
}

function readOpening(text: string, at: number): string {
  return (/\S{1,60}/.exec(text.slice(at, at + LINE_CHARS_READ))?.[0] ?? "").slice(0, OPENING_CHARS);
}

function cutPromptStart(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, PROMPT_CHARS);
}
