import { type CheckpointState, CheckpointNeeded } from "../../lib/client";
import type { Example, Message, Setting, Task } from "../example";
import { dropOldest, tokensIn } from "../example";
import type { ChatMessage, Script } from "../scripted-provider";
import { seeded } from "../seeded";

const LIMIT = 9_000;
/** The checkpoint itself is one more call, so it is asked for before the limit. */
const BUDGET = 7_500;
const CALLS_MAX = 40;
const CARE = 0.95;
const RULE = "Report in one line, and begin it with REPORT.";
const HAND_OFF =
  "You are about to hand off this task to a fresh context window. Answer with a state object in JSON.";
const SENTENCE = "An offer at 40, another at 35, and a long text about delivery. ";
const CHEAPEST = "The offer at 17 is still open. ";

interface Pages {
  /** The sentences of each page. */
  readonly sentences: readonly number[];
  readonly isCareful: boolean;
}

export const budget: Example = {
  title: "Reading agent",
  folder: "budget",
  taskOf: (seed) => {
    const { from, chance } = seeded(seed);
    const sentences = Array.from({ length: from(4, 10) }, () => from(40, 130));
    return taskOf({ sentences, isCareful: chance(CARE) });
  },
};

function taskOf(pages: Pages): Task {
  return { script: readingModel(pages), limit: LIMIT, run: (setting) => readPages(pages, setting) };
}

function taskText({ sentences }: Pages): string {
  return `Read the pages 1 to ${sentences.length} and name the cheapest offer. ${RULE}`;
}

/** A model that reads page after page. It keeps to its task as long as the window contains the task. */
function readingModel({ sentences, isCareful }: Pages): Script {
  return (messages) => {
    const newest = messages.findLast(({ role }) => role === "user")?.content ?? "";
    const read = pagesRead(messages);
    if (newest === HAND_OFF) return { says: JSON.stringify(stateOf(messages, read)) };
    if (read < sentences.length) return { calls: "read_page", with: { page: read + 1 } };
    const knowsTask = messages.some(({ role, content }) => role === "user" && (content ?? "").includes(RULE));
    return {
      says:
        knowsTask && isCareful
          ? "REPORT: the cheapest offer is at 17."
          : "I have read everything. What should I do with it?",
    };
  };
}

/** By its calls and by the state object. */
function pagesRead(messages: readonly ChatMessage[]): number {
  const texts = messages.flatMap(({ content, tool_calls: calls }) => [
    content ?? "",
    ...(calls ?? []).map((call) => call.function.arguments),
  ]);
  const named = texts.flatMap((text) => [...text.matchAll(/"page":\s*(\d+)|pages 1 to (\d+) are read/g)]);
  return Math.max(0, ...named.map((match) => Number(match[1] ?? match[2])));
}

function stateOf(messages: readonly ChatMessage[], read: number): CheckpointState {
  return {
    task: messages.find(({ role }) => role === "user")?.content ?? "",
    constraints: [RULE],
    decisions: [{ decision: "read in order", reason: "the pages have no index" }],
    ruled_out: ["searching"],
    plan: [`read page ${read + 1} and those after it`],
    evidence: [`pages 1 to ${read} are read`],
    next_action: `read page ${read + 1}`,
  };
}

/** Within the limit: alone by dropping the oldest messages, in the loop by a checkpoint. */
async function readPages(pages: Pages, { client, model, session, asks }: Setting) {
  const task = taskText(pages);
  const meter = session?.budget({ maxTotal: BUDGET });
  const call = (messages: Message[]) => client.chat.completions.create({ model, messages });
  let history: Message[] = [{ role: "user", content: task }];
  let [answer, restarts] = ["", 0];
  for (let i = 0; i < CALLS_MAX && answer === ""; i++) {
    const response = await call(dropOldest(history, LIMIT));
    const message = response.choices[0]?.message;
    if (message === undefined) break;
    history.push(message);
    const [tool] = message.tool_calls ?? [];
    const result = tool?.type === "function" ? page(tool.function.arguments) : null;
    if (tool !== undefined && result !== null)
      history.push({ role: "tool", tool_call_id: tool.id, content: result });
    else answer = message.content ?? "";
    try {
      // The next call reads this result, too.
      meter?.record(response.usage, result === null ? 0 : tokensIn([result]));
    } catch (error) {
      if (!(error instanceof CheckpointNeeded)) throw error;
      const restart = asks ? await startedAgain() : null;
      if (restart !== null) [history, restarts] = [restart, restarts + 1];
    }
  }
  const right = answer.startsWith("REPORT");
  const times = restarts === 0 ? "" : `, after ${restarts} ${restarts === 1 ? "restart" : "restarts"}`;
  return {
    right,
    did: right ? `it reported the offer${times}.` : `it did not know its task any more${times}.`,
  };

  /** The messages to go on with from a checked state; `null` where there is no answer. */
  async function startedAgain(): Promise<Message[] | null> {
    if (session === null) return null;
    const asked = await call(dropOldest([...history, { role: "user", content: HAND_OFF }], LIMIT));
    const state: CheckpointState = JSON.parse(asked.choices[0]?.message.content ?? "{}");
    const { messages } = await session.checkpoint(state, { messages: history, task, reason: "the budget" });
    return messages;
  }

  function page(args: string): string {
    const { page: number }: { page: number } = JSON.parse(args);
    const text = SENTENCE.repeat(pages.sentences[number - 1] ?? 0);
    return `page ${number}. ${number === 2 ? CHEAPEST : ""}${text}`;
  }
}
