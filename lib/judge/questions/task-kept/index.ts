import { defineQuestion } from "../../question";
import { isFromUser, listSceneTexts } from "../../scene/scene";

const COMPACTIONS_MAX = 3;
const REQUESTS_MAX = 5;

export const taskKept = defineQuestion({
  id: "task-kept",
  version: 1,
  title: "A summary loses or changes the task",
  prompt: `The older part of a conversation was replaced by a summary, and the user's requests given here left the window. Does the summary still say what the agent has to do?
The requests stand in the order of time: a later one may replace, narrow or end an earlier one. Only what was still to be done counts. The task is kept when somebody who reads only the summary (and the messages marked as standing, if there are any) would work towards the same result, whatever the words or the language.`,
  verdicts: {
    lost: { means: "the open task is stated nowhere", quotes: ["request"], fault: "warning" },
    changed: {
      means: "the summary states another task than the open one: another goal, object or scope",
      quotes: ["request", "summary"],
      fault: "warning",
    },
    kept: { means: "the open task is stated", quotes: ["request", "summary"] },
    done: { means: "the requests were fulfilled or ended before", quotes: ["request"] },
  },
  candidates: ({ blocks, compactions, stands }) =>
    compactions.slice(-COMPACTIONS_MAX).flatMap(({ turn, summary, left }) => {
      const requests = left.filter((one) => isFromUser(one) && !stands(one, turn)).slice(-REQUESTS_MAX);
      const standing = blocks.filter((one) => isFromUser(one) && one.turn <= turn && stands(one, turn));
      if (requests.length === 0) return [];
      const texts = [
        ...listSceneTexts("request", requests),
        ...listSceneTexts("standing", standing.slice(-REQUESTS_MAX)),
        ...listSceneTexts("summary", [summary]).map((one) => ({ ...one, id: "SUM" })),
      ];
      return [{ turn, texts }];
    }),
});
