import type { StatedStep } from "../steps/step-identity";
import { checkBoxes } from "./check-boxes";
import type { PlanReader } from "./reader";
import { statement } from "./reader";

const ITEM = /^[ \t]*(?:\d{1,4}[.)]|[-*+•])[ \t]+(\S[^\n]*)$/gm;
const HEADING = /^#{1,6}[ \t]+(\S[^\n]*)$/m;
/** Fewer check boxes than this in an answer are no plan. */
const BOXES_MIN = 2;

/** A block that is a plan by its kind, in whatever form its steps are listed, and a checklist that the model writes. */
export const planBlock: PlanReader = {
  id: "plan-block",
  title: "Plan",
  matches: (kind) => kind === "plan" || kind === "assistant_text",
  read: ({ kind, text }) => {
    const boxes = checkBoxes(text);
    const title = HEADING.exec(text)?.[1]?.trim();
    if (kind === "assistant_text") return boxes.length < BOXES_MIN ? null : statement(boxes, { title });
    return statement(boxes.length > 0 ? boxes : itemsOf(text), { title });
  },
};

/** The listed lines of a text; where it lists nothing, all of its lines. */
function itemsOf(text: string): StatedStep[] {
  const items = [...text.matchAll(ITEM)].map(([, words = ""]) => words);
  const lines =
    items.length > 0 ? items : text.split("\n").filter((line) => /\S/.test(line) && !/^#/.test(line));
  return lines.map((words) => ({ text: words.trim(), status: "pending" }));
}
