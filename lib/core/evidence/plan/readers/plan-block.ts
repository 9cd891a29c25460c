import type { StatedStep } from "../steps/step-identity";
import { checkBoxes } from "./check-boxes";
import type { PlanReader } from "./reader";
import { makeStatement } from "./reader";

const ITEM = /^[ \t]*(?:\d{1,4}[.)]|[-*+•])[ \t]+(\S[^\n]*)$/gm;
const HEADING = /^#{1,6}[ \t]+(\S[^\n]*)$/m;
const STEPS_MIN = 2;
const MESSAGES: ReadonlySet<string> = new Set(["assistant_text", "user_goal", "user_message"]);
const FRAMES = [
  ["<plan>", "</plan>"],
  ["```plan\n", "\n```"],
] as const;
const FRAMED_CHARS_MAX = 50_000;
const HEADED =
  /^(?:#{1,6}[ \t]+|\*\*)?(?:(?:the|my|our|here(?:'s| is)(?: the| my| our)?)[ \t]+)?(?:\w{1,40}[ \t]+)?plan(?:[ \t]+of[ \t]+\w{1,40})?(?:\*\*)?:?(?:\*\*)?[ \t]*\n{1,3}((?:[ \t]*(?:\d{1,4}[.)]|[-*+•])[ \t]+\S[^\n]*(?:\n{1,3}|$)){2,200})/im;

/** A block whose kind is plan, a checklist in a message, or a plan that an answer marks. */
export const planBlock: PlanReader = {
  id: "plan-block",
  title: "Plan",
  matches: (kind) => kind === "plan" || MESSAGES.has(kind),
  read: ({ kind, text }) => {
    const boxes = checkBoxes(text);
    const title = HEADING.exec(text)?.[1]?.trim();
    if (MESSAGES.has(kind)) {
      const steps = boxes.length < STEPS_MIN && kind === "assistant_text" ? readMarkedSteps(text) : boxes;
      return steps.length < STEPS_MIN ? null : makeStatement(steps, { title });
    }
    return makeStatement(boxes.length > 0 ? boxes : splitItems(text), { title });
  },
};

function readMarkedSteps(text: string): StatedStep[] {
  const body = FRAMES.map(([open, close]) => cutBetween(text, open, close)).find((found) => found !== null);
  const listText = body ?? HEADED.exec(text)?.[1];
  return listText === undefined ? [] : splitItems(listText);
}

function cutBetween(text: string, open: string, close: string): string | null {
  const from = text.toLowerCase().indexOf(open);
  const to = from < 0 ? -1 : text.toLowerCase().indexOf(close, from + open.length);
  return to < 0 || to - from > FRAMED_CHARS_MAX ? null : text.slice(from + open.length, to);
}

function splitItems(text: string): StatedStep[] {
  const items = [...text.matchAll(ITEM)].map(([, words = ""]) => words);
  const lines =
    items.length > 0 ? items : text.split("\n").filter((line) => /\S/.test(line) && !/^#/.test(line));
  return lines.map((words) => ({ text: words.trim(), status: "pending" }));
}
