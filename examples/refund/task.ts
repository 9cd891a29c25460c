import type { PolicyChoice } from "../../lib/client";
import type { Message, Setting, Task } from "../example";
import { clearOldResults } from "../example";
import type { ChatMessage, Script } from "../scripted-provider";
import type { Draws } from "../seeded";
import { TOOLS } from "./tools";

const KEPT_RESULTS = 2;
const CALLS_MAX = 14;
const LIMIT = 9_000;
const CARE = 0.95;
const BRANCH = "branch";
const RULES = "You are the support agent of a parcel shop.";
const TASK =
  "Customer 2093 asks about order 7741: refund it if it is still pending, else tell where the parcel is.";
const ACTIONS: ReadonlySet<string> = new Set(["open_refund", "send_tracking_email"]);
const SENTENCE = "The customer asks where the parcel is and would rather have the money back. ";

interface Case {
  readonly status: "pending" | "shipped";
  /** What is looked up after the order, with the length of each result. */
  readonly others: readonly { readonly tool: string; readonly sentences: number }[];
  /** Whether the model heeds what its window says. */
  readonly isCareful: boolean;
}

export function refundTask({ from, chance }: Draws): Task {
  const status = chance(0.7) ? "pending" : "shipped";
  const others = ["get_transcript", "get_terms", "get_courier", "get_customer"]
    .slice(0, from(1, 4))
    .map((tool) => ({ tool, sentences: from(5, 160) }));
  const one: Case = { status, others, isCareful: chance(CARE) };
  return { script: supportModel(one), limit: LIMIT, run: (setting) => handleCase(one, setting) };
}

/**
 * A support model. It looks the case up, then takes the branch of its plan by what the window says of the order. Where the
 * window does not say it, or it does not heed it, it assumes that the parcel is on its way.
 */
function supportModel({ others, isCareful }: Case): Script {
  const lookups = ["get_order", ...others.map(({ tool }) => tool)];
  return (messages) => {
    const called = messages.flatMap(({ tool_calls: calls }) =>
      (calls ?? []).map((call) => call.function.name),
    );
    const next = lookups.find((tool) => !called.includes(tool));
    if (next !== undefined) return { calls: next, with: { order: 7741 } };
    if (called.includes("open_refund")) return { says: "The refund is on its way." };
    if (called.includes("send_tracking_email")) return { says: "The customer has the tracking link." };
    const reference = /restore (sightglass:\/\/[^\s.;\]]+)/.exec(newestWord(messages))?.[1];
    if (reference !== undefined && !called.includes("restore"))
      return { calls: "restore", with: { reference } };
    return isCareful && knowsPending(messages)
      ? { calls: "open_refund", with: { order: 7741 } }
      : { calls: "send_tracking_email", with: { order: 7741 } };
  };
}

function newestWord(messages: readonly ChatMessage[]): string {
  return messages.findLast(({ role }) => role === "user")?.content ?? "";
}

function knowsPending(messages: readonly ChatMessage[]): boolean {
  return messages.some(
    ({ role, content }) => role === "tool" && (content ?? "").includes('"status": "pending"'),
  );
}

async function handleCase({ status, others }: Case, setting: Setting) {
  const { session } = setting;
  const plan = session?.plan([
    { id: "order", text: "look the order up" },
    {
      id: BRANCH,
      text: "if the status of the order is pending open a refund, else send the tracking mail",
      needs: ["order"],
    },
  ]);
  const resultOf = async (name: string, args: string): Promise<string> => {
    if (name === "restore") {
      const { reference }: { reference: string } = JSON.parse(args);
      return (await session?.restore(reference)) ?? "it cannot be had";
    }
    const other = others.find(({ tool }) => tool === name);
    if (other !== undefined) return SENTENCE.repeat(other.sentences);
    return name === "get_order" ? JSON.stringify({ order: 7741, status }, null, 1) : "done";
  };

  const history: Message[] = [
    { role: "system", content: RULES },
    { role: "user", content: TASK },
  ];
  let action: string | null = null;
  for (let i = 0; i < CALLS_MAX; i++) {
    const messages = await windowOf();
    const answer = await setting.client.chat.completions.create({
      model: setting.model,
      messages,
      tools: TOOLS,
    });
    const message = answer.choices[0]?.message;
    const call = message?.tool_calls?.[0];
    if (message === undefined) break;
    history.push(message);
    if (call?.type !== "function") break;
    const { name } = call.function;
    const content = await resultOf(name, call.function.arguments);
    history.push({ role: "tool", tool_call_id: call.id, content });
    if (name === "get_order") plan?.complete("order", [call.id]);
    if (ACTIONS.has(name)) {
      action ??= name;
      plan?.start(BRANCH);
      plan?.complete(BRANCH, [call.id]);
    }
  }
  const right = action === (status === "pending" ? "open_refund" : "send_tracking_email");
  return { right, did: `of a ${status} order it did ${action ?? "nothing"}.` };

  /**
   * From Sightglass, which knows the plan; without its answer from the agent's own pruner. The library judges the step either
   * way, and gives back what the pruner took.
   */
  async function windowOf(): Promise<Message[]> {
    const own = clearOldResults(history, KEPT_RESULTS);
    if (!setting.asks || session === null || plan === undefined) return own;
    const policy: PolicyChoice = {
      kind: "anthropic-clear-tool-uses",
      options: {
        trigger: { type: "tool_uses", value: 1 },
        keep: { type: "tool_uses", value: KEPT_RESULTS },
      },
    };
    const { applied, messages: made } = await session.apply(history, { policy, plan });
    const messages = applied ? made : own;
    const has = (step: string, wanted: string) =>
      plan.manifest.steps.some((one) => one.id === step && one.status === wanted);
    if (!has("order", "completed") || !has(BRANCH, "pending")) return messages;
    const { action: advice, message } = await session.validate(BRANCH, { plan, messages });
    return advice === "proceed" ? messages : [...messages, { role: "user", content: message }];
  }
}
