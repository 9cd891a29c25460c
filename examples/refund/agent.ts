import OpenAI from "openai";
import type { Plan, Session } from "../../lib/client";
import type { ChatMessage } from "../scripted-provider";
import { TOOLS } from "./tools";

const KEPT_RESULTS = 2;
const CALLS_MAX = 12;
const BRANCH = "branch";
const TASK =
  "Customer 2093 asks about order 7741: refund it if it is still pending, else tell where the parcel is.";
const ACTIONS: ReadonlySet<string> = new Set(["open_refund", "send_tracking_email"]);

type History = (ChatMessage & Record<string, unknown>)[];

export interface RefundOutcome {
  readonly action: string | null;
  readonly right: boolean;
}

/** `asks`: Sightglass is asked before each call. Otherwise it only watches. */
export interface Watching {
  readonly session: Session;
  readonly asks: boolean;
}

export async function handleCase(baseURL: string, watching: Watching | null): Promise<RefundOutcome> {
  const plain = new OpenAI({ apiKey: "none", baseURL, maxRetries: 0 });
  const client = watching === null ? plain : watching.session.wrap(plain);
  const history: History = [
    { role: "system", content: "You are the support agent of a parcel shop." },
    { role: "user", content: TASK },
  ];
  const plan = watching?.session.plan([
    { id: "order", text: "look the order up" },
    {
      id: BRANCH,
      text: "if the status of the order is pending open a refund, else send the tracking mail",
      needs: ["order"],
    },
  ]);
  let action: string | null = null;
  for (let i = 0; i < CALLS_MAX; i++) {
    const window = await windowOf(history, watching, plan);
    const answer = await client.chat.completions.create({ model: "scripted", messages: window as never });
    const message = answer.choices[0]?.message;
    const call = message?.tool_calls?.[0];
    if (message === undefined) break;
    history.push({ ...message } as never);
    if (call?.type !== "function") break;
    const { name } = call.function;
    history.push({ role: "tool", tool_call_id: call.id, content: await result(call.function, watching) });
    if (name === "get_order") plan?.complete("order", [call.id]);
    if (ACTIONS.has(name)) {
      action ??= name;
      plan?.start(BRANCH);
      plan?.complete(BRANCH, [call.id]);
    }
  }
  const right = action === "open_refund";
  watching?.session.end(
    right ? "ok" : "wrong",
    right ? undefined : "a pending order was taken for a shipped one",
  );
  return { action, right };
}

/** From the agent's own pruner, or from Sightglass, which knows the plan. */
async function windowOf(
  history: History,
  watching: Watching | null,
  plan: Plan | undefined,
): Promise<unknown[]> {
  if (watching?.asks !== true || plan === undefined) return pruned(history);
  const { session } = watching;
  const keep = { type: "tool_uses", value: KEPT_RESULTS };
  const options = { trigger: { type: "tool_uses", value: 1 }, keep };
  const { messages } = await session.apply(history, {
    policy: { kind: "anthropic-clear-tool-uses", options },
    plan,
  });
  const has = (step: string, wanted: string) =>
    plan.manifest.steps.some(({ id, status }) => id === step && status === wanted);
  if (!has("order", "completed") || !has(BRANCH, "pending")) return messages;
  const { action, message } = await session.validate(BRANCH, { plan, messages });
  return action === "proceed" || message === null
    ? messages
    : [...messages, { role: "user", content: message }];
}

/** A usual pruner: the newest results stay. It does not know the plan. */
function pruned(history: History): unknown[] {
  const results = history.flatMap(({ role }, i) => (role === "tool" ? [i] : []));
  const cleared = new Set(results.slice(0, -KEPT_RESULTS));
  return history.map((message, i) => (cleared.has(i) ? { ...message, content: "[cleared]" } : message));
}

async function result(call: { name: string; arguments: string }, watching: Watching | null): Promise<string> {
  if (call.name !== "restore") return TOOLS[call.name]?.() ?? "there is no such tool";
  const { reference } = JSON.parse(call.arguments) as { reference: string };
  return (await watching?.session.restore(reference)) ?? "it cannot be had";
}
