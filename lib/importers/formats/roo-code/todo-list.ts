import { argumentsIn } from "../../messages/tool-calls";
import { nameIn } from "../../shared/bounds";
import type { StatedStep } from "@/lib/core/evidence/plan/steps/step-identity";
import { statusOfWord } from "@/lib/core/evidence/plan/readers/statuses";
import { recordsOf } from "../../shared/values";

const LINE = /^[^\S\n]*(?:[-*][^\S\n]+)?\[([ xX~-])\][^\S\n]+(\S.*)$/gm;
const MARKS: Readonly<Record<string, StatedStep["status"]>> = {
  x: "completed",
  "-": "started",
  "~": "started",
};
/**
 * The steps that a call of `update_todo_list` states: lines with boxes, or in the display's words a list. The ids of the
 * display are hashes of a step's text and status, so they name no step.
 */
export function todoSteps(content: string): StatedStep[] {
  const shown = recordsOf(argumentsIn(content).todos).flatMap((todo) => {
    const text = nameIn(todo.content);
    return text === undefined ? [] : [{ text, status: statusOfWord(todo.status) }];
  });
  if (shown.length > 0) return shown;
  return [...content.matchAll(LINE)].map(([, mark = " ", text = ""]) => ({
    text: nameIn(text.trim()) ?? text,
    status: MARKS[mark.toLowerCase()] ?? ("pending" as const),
  }));
}
