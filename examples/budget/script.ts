import type { ChatMessage, Script } from "../scripted-provider";

export const PAGES = 8;
/** Asks the model for a state object from which a new window can continue. */
export const HAND_OFF =
  "You are about to hand off this task to a fresh context window. Answer with a state object in JSON.";
const RULE = "Report in one line, and begin it with REPORT.";
export const TASK = `Read the pages 1 to ${PAGES} and name the cheapest offer. ${RULE}`;

/** A model that reads page after page. It keeps to its task as long as the window contains the task. */
export const readingModel: Script = (messages) => {
  const newest = messages.findLast(({ role }) => role === "user")?.content ?? "";
  const read = pagesRead(messages);
  if (newest === HAND_OFF) return { says: JSON.stringify(stateOf(messages, read)) };
  if (read < PAGES) return { calls: "read_page", with: { page: read + 1 } };
  const knowsTask = messages.some(({ role, content }) => role === "user" && (content ?? "").includes(RULE));
  return {
    says: knowsTask
      ? "REPORT: the cheapest offer is on page 3, at 17."
      : "I have read everything. What should I do with it?",
  };
};

/** By its calls and by the state object. */
function pagesRead(messages: readonly ChatMessage[]): number {
  const texts = messages.flatMap(({ content, tool_calls: calls }) => [
    content ?? "",
    ...(calls ?? []).map((call) => call.function.arguments),
  ]);
  const named = texts.flatMap((text) => [...text.matchAll(/"page":\s*(\d+)|pages 1 to (\d+) are read/g)]);
  return Math.max(0, ...named.map((match) => Number(match[1] ?? match[2])));
}

function stateOf(messages: readonly ChatMessage[], read: number): object {
  return {
    original_task: messages.find(({ role }) => role === "user")?.content ?? "",
    decisions: [
      {
        decision: "read in order",
        rationale: "the pages have no index",
        alternatives_ruled_out: ["searching"],
      },
    ],
    open_tasks: [`read page ${read + 1} and those after it`],
    active_constraints: [RULE],
    known_facts: [`pages 1 to ${read} are read`, "page 3 offers it at 17"],
  };
}
