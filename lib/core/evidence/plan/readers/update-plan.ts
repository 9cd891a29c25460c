import type { PlanReader } from "./reader";
import { listObjects, makeStatement, readStatedText } from "./reader";
import { convertStatusWord } from "./statuses";

/** Codex: every call of `update_plan` states the whole plan, as `plan` of `{step, status}`. */
export const updatePlan: PlanReader = {
  id: "update-plan",
  title: "Plan",
  matches: (kind, tool) => kind === "tool_call" && tool === "update_plan",
  read: ({ args }) =>
    makeStatement(
      listObjects(args.plan).flatMap(({ step, status }) => {
        const text = readStatedText(step);
        return text === undefined ? [] : [{ text, status: convertStatusWord(status) }];
      }),
    ),
};
