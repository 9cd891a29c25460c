import OpenAI from "openai";
import { CheckpointNeeded } from "../../lib/client";
import type { Session } from "../../lib/client";
import { HAND_OFF, TASK } from "./script";

const BUDGET = 9_000;
const CALLS_MAX = 30;
const CHARS_PER_TOKEN = 4;
const PAGE = "An offer at 40, another at 35, and a long text about delivery. ".repeat(100);
const CHEAPEST = "The offer at 17 is still open. ";

type Message = Record<string, unknown> & { role: string };

export interface ReadingOutcome {
  readonly answer: string;
  /** It did what the task asked for. */
  readonly right: boolean;
  readonly restarts: number;
}

/** Within its budget: alone by dropping the oldest messages, with Sightglass by a checkpoint. */
export async function readPages(
  baseURL: string,
  session: Session | null,
  asks: boolean,
): Promise<ReadingOutcome> {
  const plain = new OpenAI({ apiKey: "none", baseURL, maxRetries: 0 });
  const client = session === null ? plain : session.wrap(plain);
  const budget = session?.budget({ maxTotal: BUDGET });
  const call = (messages: readonly Message[]) =>
    client.chat.completions.create({ model: "scripted", messages: messages as never });
  let history: Message[] = [{ role: "user", content: TASK }];
  let [answer, restarts] = ["", 0];
  for (let i = 0; i < CALLS_MAX && answer === ""; i++) {
    const response = await call(asks ? history : truncated(history));
    const message = response.choices[0]?.message;
    if (message === undefined) break;
    history.push({ ...message });
    const [tool] = message.tool_calls ?? [];
    if (tool?.type === "function")
      history.push({ role: "tool", tool_call_id: tool.id, content: page(tool.function.arguments) });
    else answer = message.content ?? "";
    try {
      if (response.usage !== undefined) budget?.record(response.usage);
    } catch (error) {
      if (!(error instanceof CheckpointNeeded)) throw error;
      const restart = asks && session !== null ? await startedAgain(session, history, call) : null;
      if (restart !== null) [history, restarts] = [restart, restarts + 1];
    }
  }
  const right = answer.startsWith("REPORT");
  session?.end(right ? "ok" : "wrong", right ? undefined : "the task was lost on the way");
  return { answer, right, restarts };
}

type Call = (messages: readonly Message[]) => Promise<OpenAI.Chat.ChatCompletion>;

/** The window from the checked state; `null` where the loop must continue unchanged. */
async function startedAgain(
  session: Session,
  history: readonly Message[],
  call: Call,
): Promise<Message[] | null> {
  const handedOff = await call([...history, { role: "user", content: HAND_OFF }]);
  const state = JSON.parse(handedOff.choices[0]?.message.content ?? "{}") as Record<string, unknown>;
  const { messages } = await session.checkpoint(state, {
    messages: history,
    task: TASK,
    reason: "the budget",
  });
  return messages;
}

function page(args: string): string {
  const { page: number } = JSON.parse(args) as { page: number };
  return `page ${number}. ${number === 3 ? CHEAPEST : ""}${PAGE}`;
}

/**
 * Front truncation, as many frameworks do it silently: the oldest messages go first, and the task with them.
 */
function truncated(history: readonly Message[]): Message[] {
  let from = 0;
  while (from < history.length - 2 && size(history.slice(from)) > BUDGET) from++;
  while (history[from]?.role === "tool") from++;
  return history.slice(from);
}

function size(messages: readonly Message[]): number {
  return JSON.stringify(messages).length / CHARS_PER_TOKEN;
}
