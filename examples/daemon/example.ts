import type { PolicyChoice } from "../../lib/client";
import type { Example, Message, Setting, Task } from "../example";
import { dropOldest } from "../example";
import type { ChatMessage, Script } from "../scripted-provider";
import { seeded } from "../seeded";

const LIMIT = 6_000;
const CALLS_MAX = 30;
const CARE = 0.95;
const RULE = "Never publish before validate_schema has passed.";
const SENTENCE = "A pricing table, a changelog, and much that nobody asked for. ";

interface Job {
  /** The sentences of each source. */
  readonly sources: readonly number[];
  readonly isCareful: boolean;
}

export const daemon: Example = {
  title: "Publishing daemon",
  folder: "daemon",
  taskOf: (seed) => {
    const { from, chance } = seeded(seed);
    const sources = Array.from({ length: from(3, 8) }, () => from(20, 100));
    return taskOf({ sources, isCareful: chance(CARE) });
  },
};

function taskOf(job: Job): Task {
  return { script: publishingModel(job), limit: LIMIT, run: (setting) => doJob(job, setting) };
}

/**
 * A model that writes an article. It follows its plan as long as the window contains it. Without the plan it fetches again
 * what it does not see, and then publishes with confidence and without a plan.
 */
function publishingModel({ sources, isCareful }: Job): Script {
  return (messages) => {
    const calls = messages.flatMap(({ tool_calls: all }) => (all ?? []).map((call) => call.function));
    const did = (name: string) => calls.some((call) => call.name === name);
    const fetched = new Set(
      calls.flatMap(({ name, arguments: args }) => (name === "fetch_source" ? [numberIn(args)] : [])),
    );
    if (did("publish")) return { says: "The article is out." };
    const next = sources.findIndex((_, i) => !fetched.has(i + 1)) + 1;
    if (!knowsPlan(messages))
      return fetched.has(1) ? { calls: "publish", with: {} } : { calls: "fetch_source", with: { source: 1 } };
    if (next > 0) return { calls: "fetch_source", with: { source: next } };
    return did("validate_schema") || !isCareful
      ? { calls: "publish", with: {} }
      : { calls: "validate_schema", with: {} };
  };
}

function knowsPlan(messages: readonly ChatMessage[]): boolean {
  return messages.some(({ role, content }) => role === "user" && (content ?? "").includes(RULE));
}

function numberIn(args: string): number {
  const { source }: { source: number } = JSON.parse(args);
  return source;
}

async function doJob({ sources }: Job, { client, model, session, asks }: Setting) {
  const job = `PLAN: fetch the sources 1 to ${sources.length}, validate_schema, then publish the article. ${RULE}`;
  const plan = session?.plan([
    { id: "research", text: `fetch the sources 1 to ${sources.length}` },
    { id: "validate", text: "validate_schema" },
    { id: "publish", text: "publish the article", needs: ["validate"] },
  ]);
  const history: Message[] = [
    { role: "system", content: "You publish articles." },
    { role: "user", content: job },
  ];
  const done: string[] = [];
  for (let i = 0; i < CALLS_MAX; i++) {
    const window = await windowOf();
    if (window === null) break;
    const { choices } = await client.chat.completions.create({ model, messages: window });
    const message = choices[0]?.message;
    const call = message?.tool_calls?.[0];
    if (message === undefined) break;
    history.push(message);
    if (call?.type !== "function") break;
    const { name } = call.function;
    done.push(name);
    history.push({ role: "tool", tool_call_id: call.id, content: resultOf(name, call.function.arguments) });
    if (name === "validate_schema") plan?.complete("validate", [call.id]);
    if (name === "publish") plan?.complete("publish", [call.id]);
  }
  const isPublished = done.includes("publish");
  const right = isPublished && done.slice(0, done.indexOf("publish")).includes("validate_schema");
  const fetches = done.filter((name) => name === "fetch_source").length;
  const how = right
    ? "validated the article and published it"
    : "published without the validation of its plan";
  return { right, did: `it ${isPublished ? how : "published nothing"}, after ${fetches} fetches.` };

  /**
   * Alone, the oldest messages fall out at the front, and the plan is the oldest. In the loop, old results leave references
   * behind, the plan stays, and the gate stops the loop if the window or the plan is wrong.
   */
  async function windowOf(): Promise<Message[] | null> {
    const own = dropOldest(history, LIMIT);
    if (!asks || session === null || plan === undefined) return own;
    const policy: PolicyChoice = {
      kind: "anthropic-clear-tool-uses",
      options: { trigger: { type: "tool_uses", value: 1 }, keep: { type: "tool_uses", value: 2 } },
      recite: true,
    };
    const { applied, messages } = await session.apply(history, { policy, plan, budget: LIMIT });
    if (!applied) return own;
    const isRead = messages.some(({ role, content }) => role === "user" && content === job);
    const { passed } = await session.gate({
      budget: LIMIT,
      messages,
      plan: { written: job, read: isRead ? job : null },
    });
    return passed ? messages : null;
  }

  function resultOf(name: string, args: string): string {
    if (name === "fetch_source") return SENTENCE.repeat(sources[numberIn(args) - 1] ?? 0);
    return name === "validate_schema" ? "the schema is valid" : "published as post 4412";
  }
}
