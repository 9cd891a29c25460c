import type { SourceKind } from "@/lib/core/vocabulary";
import { defineQuestion } from "../../question";
import { listSceneTexts } from "../../scene/scene";

const STATED_IN: ReadonlySet<SourceKind> = new Set([
  "system_rules",
  "repository_instructions",
  "user_goal",
  "user_message",
]);
const COMPACTIONS_MAX = 3;
const RULES_MAX = 10;

export const constraintKept = defineQuestion({
  id: "constraint-kept",
  version: 1,
  title: "A summary drops or weakens a constraint",
  prompt: `The older part of a conversation was replaced by a summary, and the messages given here left the window. Do they state a constraint that still binds the rest of the work (a prohibition, a limit, a required way, a condition), and does the summary keep it?
A constraint is kept when somebody who reads only the summary would be bound by the same thing, whatever the words or the language. It need not be kept when it was met once and for all, was lifted, or was about a step that is over. A wish, a question or a piece of information is no constraint.`,
  verdicts: {
    lost: {
      means: "a constraint that still binds is not in the summary at all",
      quotes: ["rule"],
      fault: "warning",
    },
    weakened: {
      means: "the summary has it, but it binds less, to something else, or the other way round",
      quotes: ["rule", "summary"],
      fault: "warning",
    },
    kept: { means: "every constraint that still binds is in the summary", quotes: ["rule", "summary"] },
    none: { means: "the messages state no constraint that still binds", quotes: ["rule"] },
  },
  candidates: ({ compactions, stands }) =>
    compactions.slice(-COMPACTIONS_MAX).flatMap(({ turn, summary, left }) => {
      const rules = left
        .filter((one) => STATED_IN.has(one.block.kind) && !stands(one, turn))
        .slice(-RULES_MAX);
      if (rules.length === 0) return [];
      return [{ turn, texts: [...listSceneTexts("rule", rules), ...listSceneTexts("summary", [summary])] }];
    }),
});
