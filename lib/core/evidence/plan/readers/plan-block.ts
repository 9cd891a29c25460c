import type { StatedStep } from "../steps/step-identity";
import { checkBoxes } from "./check-boxes";
import type { PlanReader } from "./reader";
import { statement } from "./reader";

const ITEM = /^[ \t]*(?:\d{1,4}[.)]|[-*+•])[ \t]+(\S[^\n]*)$/gm;
const HEADING = /^#{1,6}[ \t]+(\S[^\n]*)$/m;
/** Fewer check boxes or listed steps than this in a message are no plan. */
const STEPS_MIN = 2;
const MESSAGES: ReadonlySet<string> = new Set(["assistant_text", "user_goal", "user_message"]);
/** A plan that an answer sets apart: in a tag, in a fence, or under a heading of its own. */
const MARKED = [
  /<plan>([\s\S]{1,50000}?)<\/plan>/i,
  /```plan\s*\n([\s\S]{1,50000}?)\n```/i,
  /^(?:#{1,6}[ \t]+|\*\*)?(?:(?:the|my|our|here(?:'s| is)(?: the| my| our)?)[ \t]+)?(?:\w+[ \t]+)?plan(?:[ \t]+of[ \t]+\w+)?(?:\*\*)?:?(?:\*\*)?[ \t]*\n+((?:[ \t]*(?:\d{1,4}[.)]|[-*+•])[ \t]+\S[^\n]*(?:\n+|$)){2,200})/im,
];

/** A block that is a plan by its kind, in whatever form its steps are listed, a checklist in a message, and a plan that an answer sets apart. */
export const planBlock: PlanReader = {
  id: "plan-block",
  title: "Plan",
  matches: (kind) => kind === "plan" || MESSAGES.has(kind),
  read: ({ kind, text }) => {
    const boxes = checkBoxes(text);
    const title = HEADING.exec(text)?.[1]?.trim();
    if (MESSAGES.has(kind)) {
      const steps = boxes.length < STEPS_MIN && kind === "assistant_text" ? markedSteps(text) : boxes;
      return steps.length < STEPS_MIN ? null : statement(steps, { title });
    }
    return statement(boxes.length > 0 ? boxes : itemsOf(text), { title });
  },
};

function markedSteps(text: string): StatedStep[] {
  const body = MARKED.map((form) => form.exec(text)?.[1]).find((found) => found !== undefined);
  return body === undefined ? [] : itemsOf(body);
}

/** The listed lines of a text; where it lists nothing, all of its lines. */
function itemsOf(text: string): StatedStep[] {
  const items = [...text.matchAll(ITEM)].map(([, words = ""]) => words);
  const lines =
    items.length > 0 ? items : text.split("\n").filter((line) => /\S/.test(line) && !/^#/.test(line));
  return lines.map((words) => ({ text: words.trim(), status: "pending" }));
}
