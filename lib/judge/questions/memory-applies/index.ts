import { defineQuestion } from "../../question";
import { spread } from "../../scene/choose";
import { isFromUser, listSceneTexts } from "../../scene/scene";

const SESSION_MAX = 3;
const REQUESTS_MAX = 4;
const NEWER_MAX = 6;

export const memoryApplies = defineQuestion({
  id: "memory-applies",
  version: 1,
  title: "A recalled memory does not apply",
  prompt: `A memory from earlier work was put into an agent's window. Does it apply to what the user asks for now?
It applies when it is about the same user, project, thing or kind of task, and nothing here shows that it no longer holds. General preferences of the user always apply. If the memory has several entries, judge them together: it applies when one of them does and none is contradicted.`,
  verdicts: {
    contradicted: {
      means: "a request or a newer text says that it is no longer or not so",
      quotes: ["memory"],
      fault: "warning",
    },
    beside: {
      means: "it is about another thing, project or person than the requests",
      quotes: ["memory", "request"],
      fault: "note",
    },
    applies: { means: "it is about what is asked for and still holds", quotes: ["memory"] },
  },
  isConsistent: ({ verdict, quotes }) =>
    verdict !== "contradicted" || new Set(quotes.map(({ text }) => text)).size > 1,
  candidates: (scene) => {
    const memories = scene.blocks.filter(({ block }) => block.kind === "memory");
    return spread(memories, SESSION_MAX).flatMap((memory) => {
      const requests = scene.blocks.filter((one) => isFromUser(one) && scene.stands(memory, one.turn));
      const newer = scene.blocks.filter(
        ({ block, turn }) =>
          block.kind === "tool_result" && turn > memory.turn && turn <= memory.turn + NEWER_MAX,
      );
      if (requests.length === 0) return [];
      const texts = [
        ...listSceneTexts("memory", [memory]),
        ...listSceneTexts("request", requests.slice(0, REQUESTS_MAX)),
        ...listSceneTexts("newer", newer.slice(0, NEWER_MAX)),
      ];
      return [{ turn: memory.turn, texts }];
    });
  },
});
