import type { StatedStep } from "../steps/step-identity";
import type { PlanReader } from "./reader";
import { statement } from "./reader";
import { statusOfWord } from "./statuses";

const TASK_STATE = /<task_state>([\s\S]{0,100000}?)<\/task_state>/;
const STEP = /<step(?:[ \t]+status="([^"\n]{1,40})")?[ \t]*>([^<\n]{1,2000})/g;
const LISTED = /^[ \t]*(?:\d{1,4}[.)]|[-*+])[ \t]+\[([^\]\n]{1,20})\][ \t]+(\S[^\n]*)$/gm;
const SUMMARIES = new Set(["compaction_summary", "state_summary", "user_message"]);

/** The `task_state` of Gemini CLI's state snapshot: a step per element, or a line per step with its status in brackets. */
export const taskState: PlanReader = {
  id: "task-state",
  title: "Task state of the snapshot",
  matches: (kind) => SUMMARIES.has(kind),
  read: ({ text }) => {
    if (!text.includes("<task_state>")) return null;
    const body = TASK_STATE.exec(text)?.[1] ?? "";
    const elements = stepsIn(body, STEP);
    return statement(elements.length > 0 ? elements : stepsIn(body, LISTED));
  },
};

function stepsIn(body: string, pattern: RegExp): StatedStep[] {
  return [...body.matchAll(pattern)].map(([, status, words = ""]) => ({
    text: words.replace(/<--.*$/, "").trim(),
    status: statusOfWord(status),
  }));
}
