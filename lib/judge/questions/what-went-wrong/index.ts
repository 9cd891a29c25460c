import { defineQuestion } from "../../question";
import { spread } from "../../scene/choose";
import { isAct, isFromUser, listSceneTexts } from "../../scene/scene";

const EVENTS_MAX = 60;
const USER_MAX = 14;
const FAILED_MAX = 10;
const LAST_MAX = 14;

/** What the list of a session's events is made of: the requests, what failed, how it ended, and the rest evenly. */
export const whatWentWrong = defineQuestion({
  id: "what-went-wrong",
  version: 1,
  title: "What went wrong in this session",
  prompt: `These are events of an agent's run, in the order of time; there may be others between them. Did the run go wrong, and where was the decisive mistake: the earliest event of an agent without which the run would have succeeded?
A failed call that the agent repaired, a detour, or an answer that the user accepted is no failure. The outcome counts: a wrong or missing result, harm, the user's correction in vain, or work that was given up.
Write as the reason the one sentence that says what went wrong: who did what, and what it led to. Name things by their names, not by the ids here. The first quote must be from the decisive event itself.`,
  verdicts: {
    failed: { means: "the run went wrong", quotes: ["event"], fault: "warning" },
    fine: { means: "the run did what was asked", quotes: ["event"] },
    unfinished: { means: "the run stops before its outcome can be seen", quotes: ["event"] },
  },
  candidates: ({ blocks }) => {
    const told = blocks.filter(
      (one) =>
        isAct(one) || isFromUser(one) || ["tool_result", "compaction_summary"].includes(one.block.kind),
    );
    const last = told.at(-1);
    if (last === undefined || !told.some(isAct)) return [];
    const chosen = new Set([
      ...spread(told.filter(isFromUser), USER_MAX),
      ...spread(
        told.filter(({ block }) => block.isError),
        FAILED_MAX,
      ),
      ...told.slice(-LAST_MAX),
    ]);
    const rest = told.filter((one) => !chosen.has(one));
    for (const one of spread(rest, EVENTS_MAX - chosen.size)) chosen.add(one);
    return [
      {
        turn: last.turn,
        texts: listSceneTexts(
          "event",
          told.filter((one) => chosen.has(one)),
        ),
      },
    ];
  },
});
