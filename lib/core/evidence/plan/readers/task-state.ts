import type { StatedStep } from "../steps/step-identity";
import type { PlanReader } from "./reader";
import { makeStatement } from "./reader";
import { convertStatusWord } from "./statuses";

const TASK_STATE_CHARS_MAX = 100_000;
const STEP = /<step(?:[ \t]+status="([^"\n]{1,40})")?[ \t]*>([^<\n]{1,2000})/g;
const LISTED = /^[ \t]*(?:\d{1,4}[.)]|[-*+])[ \t]+\[([^\]\n]{1,20})\][ \t]+(\S[^\n]*)$/gm;
const SUMMARIES = new Set(["compaction_summary", "state_summary", "user_message"]);

export const taskState: PlanReader = {
  id: "task-state",
  title: "Task state of the snapshot",
  matches: (kind) => SUMMARIES.has(kind),
  read: ({ text }) => {
    if (!text.includes("<task_state>")) return null;
    const body = cutTextBetween(text, "<task_state>", "</task_state>").slice(0, TASK_STATE_CHARS_MAX);
    const elements = matchSteps(body, STEP);
    return makeStatement(elements.length > 0 ? elements : matchSteps(body, LISTED));
  },
};

/** Searched for as plain text: a pattern would search for the end again from every beginning. */
function cutTextBetween(text: string, begin: string, end: string): string {
  const from = text.indexOf(begin) + begin.length;
  const to = text.indexOf(end, from);
  return to < 0 ? "" : text.slice(from, to);
}

function matchSteps(body: string, pattern: RegExp): StatedStep[] {
  return [...body.matchAll(pattern)].map(([, status, words = ""]) => ({
    text: words.replace(/<--.*$/s, "").trim(),
    status: convertStatusWord(status),
  }));
}
