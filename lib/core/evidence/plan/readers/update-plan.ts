import type { PlanReader } from "./reader";
import { objectsOf, statement, statedText } from "./reader";
import { statusOfWord } from "./statuses";

/** Codex: every call of `update_plan` states the whole plan, as `plan` of `{step, status}`. */
export const updatePlan: PlanReader = {
  id: "update-plan",
  title: "Plan",
  matches: (kind, tool) => kind === "tool_call" && tool === "update_plan",
  read: ({ args }) =>
    statement(
      objectsOf(args.plan).flatMap(({ step, status }) => {
        const text = statedText(step);
        return text === undefined ? [] : [{ text, status: statusOfWord(status) }];
      }),
    ),
};
