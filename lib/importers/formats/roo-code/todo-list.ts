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
 * A call of `update_todo_list` has lines with boxes; the display has a list. The display's ids are hashes of
 * text and status, so they do not identify a step.
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
