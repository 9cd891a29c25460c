import type { PolicyChoice } from "../../lib/client";
import type { Example, Message, Setting, Task } from "../example";
import { clearOldResults } from "../example";
import type { Script } from "../scripted-provider";
import { seeded } from "../seeded";

const LIMIT = 9_000;
const KEPT_RESULTS = 10;
const CALLS_MAX = 12;
/** Models add up wrong, whatever stands in their windows. */
const CARE = 0.7;

interface Invoices {
  readonly cents: readonly number[];
  readonly isCareful: boolean;
}

/** Everything fits, and nothing leaves: what goes wrong here is the model's own doing. */
export const sums: Example = {
  title: "Adding agent",
  folder: "sums",
  taskOf: (seed) => {
    const { from, chance } = seeded(seed);
    const cents = Array.from({ length: from(2, 6) }, () => from(100, 90_000));
    return taskOf({ cents, isCareful: chance(CARE) });
  },
};

function taskOf(invoices: Invoices): Task {
  return { script: addingModel(invoices), limit: LIMIT, run: (setting) => addUp(invoices, setting) };
}

function addingModel({ cents, isCareful }: Invoices): Script {
  return (messages) => {
    const results = messages.flatMap(({ role, content }) => (role === "tool" ? [Number(content)] : []));
    if (results.length < cents.length)
      return { calls: "read_invoice", with: { invoice: results.length + 1 } };
    const total = results.reduce((sum, one) => sum + one, 0);
    return { says: String(isCareful ? total : total + 900) };
  };
}

async function addUp({ cents }: Invoices, { client, model, session, asks }: Setting) {
  const ids = cents.map((_, i) => `invoice-${i + 1}`);
  const plan = session?.plan([
    ...ids.map((id) => ({ id, text: `read ${id}` })),
    { id: "add", text: "add the amounts up", needs: ids },
  ]);
  const history: Message[] = [{ role: "user", content: `Add up the invoices 1 to ${cents.length}.` }];
  let answer = "";
  for (let i = 0; i < CALLS_MAX && answer === ""; i++) {
    const response = await client.chat.completions.create({ model, messages: await windowOf(i) });
    const message = response.choices[0]?.message;
    if (message === undefined) break;
    history.push(message);
    const [call] = message.tool_calls ?? [];
    if (call === undefined) answer = message.content ?? "";
    else {
      history.push({ role: "tool", tool_call_id: call.id, content: String(cents[i] ?? 0) });
      plan?.complete(ids[i] ?? "add", [call.id]);
    }
  }
  const right = Number(answer) === cents.reduce((sum, one) => sum + one, 0);
  return { right, did: right ? "it added the invoices up." : "it gave a wrong sum." };

  async function windowOf(read: number): Promise<Message[]> {
    const own = clearOldResults(history, KEPT_RESULTS);
    if (!asks || session === null || plan === undefined) return own;
    const policy: PolicyChoice = { kind: "anthropic-clear-tool-uses" };
    const { applied, messages: made } = await session.apply(history, { policy, plan });
    const messages = applied ? made : own;
    if (read < cents.length) return messages;
    const { action, message } = await session.validate("add", { plan, messages });
    return action === "proceed" ? messages : [...messages, { role: "user", content: message }];
  }
}
