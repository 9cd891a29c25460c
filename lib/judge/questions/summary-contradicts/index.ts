import type { SourceKind } from "@/lib/core/vocabulary";
import { defineQuestion } from "../../question";
import { listSceneTexts } from "../../scene/scene";

const FACTS: ReadonlySet<SourceKind> = new Set([
  "tool_result",
  "retrieval",
  "memory",
  "user_goal",
  "user_message",
]);
const COMPACTIONS_MAX = 3;
const FACTS_MAX = 12;

export const summaryContradicts = defineQuestion({
  id: "summary-contradicts",
  version: 1,
  title: "A summary contradicts a fact",
  prompt: `The older part of a conversation was replaced by a summary. Does the summary state something that a fact of that older part shows to be false: another number, name, state, outcome or cause for the very same thing?
The facts stand in the order of time; where two differ, the later one holds. A summary may leave things out, round, count other things, speak of a later state that the agent itself brought about, or be about another thing with a like name. None of these contradicts.`,
  verdicts: {
    contradicts: {
      means: "the summary says something of a thing that a fact excludes",
      quotes: ["fact", "summary"],
      fault: "warning",
    },
    agrees: { means: "what the summary says of the facts is true", quotes: ["fact", "summary"] },
    silent: { means: "the summary says nothing of what the facts are about", quotes: ["summary"] },
  },
  candidates: ({ compactions }) =>
    compactions.slice(-COMPACTIONS_MAX).flatMap(({ turn, summary, left }) => {
      const facts = left.filter(({ block }) => FACTS.has(block.kind)).slice(-FACTS_MAX);
      if (facts.length === 0) return [];
      return [{ turn, texts: [...listSceneTexts("fact", facts), ...listSceneTexts("summary", [summary])] }];
    }),
});
