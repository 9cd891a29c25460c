import OpenAI from "openai";
import type { Plan, Session } from "../../lib/client";
import type { ChatMessage } from "../scripted-provider";
import { JOB, SOURCES } from "./script";

const BUDGET = 5_000;
const CALLS_MAX = 20;
const CHARS_PER_TOKEN = 4;
const PAGE = "A pricing table, a changelog, and much that nobody asked for. ".repeat(70);

type Sent = ChatMessage & Record<string, unknown>;

export interface PublishingOutcome {
  readonly published: boolean;
  /** The article was validated before it was published. */
  readonly right: boolean;
  readonly fetches: number;
}

/** `asks`: Sightglass is asked before each call. Otherwise it only watches. */
export interface DaemonWatching {
  readonly session: Session;
  readonly asks: boolean;
}

export async function doJob(baseURL: string, watching: DaemonWatching | null): Promise<PublishingOutcome> {
  const plain = new OpenAI({ apiKey: "none", baseURL, maxRetries: 0 });
  const client = watching === null ? plain : watching.session.wrap(plain);
  const plan = watching?.session.plan([
    { id: "research", text: `fetch the sources 1 to ${SOURCES}` },
    { id: "validate", text: "validate_schema" },
    { id: "publish", text: "publish the article", needs: ["validate"] },
  ]);
  const history: Sent[] = [
    { role: "system", content: "You publish articles." },
    { role: "user", content: JOB },
  ];
  const done: string[] = [];
  for (let i = 0; i < CALLS_MAX; i++) {
    const window = await windowOfJob(history, watching, plan);
    if (window === null) break;
    const { choices } = await client.chat.completions.create({
      model: "scripted",
      messages: window as never,
    });
    const message = choices[0]?.message;
    const call = message?.tool_calls?.[0];
    if (message === undefined) break;
    history.push({ ...message } as never);
    if (call?.type !== "function") break;
    const { name } = call.function;
    done.push(name);
    history.push({ role: "tool", tool_call_id: call.id, content: resultOf(name) });
    if (name === "validate_schema") plan?.complete("validate", [call.id]);
    if (name === "publish") plan?.complete("publish", [call.id]);
  }
  const published = done.includes("publish");
  const right = published && done.slice(0, done.indexOf("publish")).includes("validate_schema");
  watching?.session.end(right ? "ok" : "wrong", right ? undefined : "published without its gate");
  return { published, right, fetches: done.filter((name) => name === "fetch_source").length };
}

/**
 * Alone, the oldest messages fall out at the front, and the plan is the oldest. In the loop, old results
 * leave behind references, the plan stays, and the gate stops the loop if the window or the plan is wrong.
 */
async function windowOfJob(
  history: readonly Sent[],
  watching: DaemonWatching | null,
  plan: Plan | undefined,
): Promise<readonly unknown[] | null> {
  if (watching?.asks !== true || plan === undefined) return truncated(history);
  const options = { trigger: { type: "tool_uses", value: 1 }, keep: { type: "tool_uses", value: 2 } };
  const policy = { kind: "anthropic-clear-tool-uses", options, recite: true };
  const { messages } = await watching.session.apply(history, { policy, plan, budget: BUDGET });
  const read = messages.find(({ role, content }) => role === "user" && content === JOB);
  const { passed } = await watching.session.gate({
    budget: BUDGET,
    messages,
    plan: { written: JOB, read: read === undefined ? null : JOB },
  });
  return passed ? messages : null;
}

function truncated(history: readonly Sent[]): readonly Sent[] {
  const [rules, ...rest] = history;
  while (sizeOf(rest) > BUDGET * CHARS_PER_TOKEN || rest[0]?.role === "tool") rest.shift();
  return rules === undefined ? rest : [rules, ...rest];
}

function sizeOf(messages: readonly Sent[]): number {
  return messages.reduce((sum, message) => sum + JSON.stringify(message).length, 0);
}

function resultOf(name: string): string {
  if (name === "fetch_source") return PAGE;
  return name === "validate_schema" ? "the schema is valid" : "published as post 4412";
}
