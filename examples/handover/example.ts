import { DeclaringHarness } from "../declaring-harness";
import type { Example, ExampleOutcome, Setting, Task } from "../example";
import type { Script } from "../scripted-provider";
import { seeded } from "../seeded";

const LIMIT = 9_000;
const TOOLS = ["get_contract", "get_invoice", "get_ledger", "read_file", "send_report"];
const CONSTRAINT = "Never send the report without the approval of Ida.";
const PAGE = "A line of the ledger, paid in time, and of no interest to anybody. ";
const SHORT_CHARS = 30;
const STORED = "/artifacts/ledger-2.txt";
const STEPS = [
  { id: "read", text: "read the contract 8841" },
  { id: "compare", text: "compare the invoice with the contract", dependsOn: ["read"] },
  { id: "send", text: "send the report to the buyer", dependsOn: ["compare", "approval-of-ida"] },
];
const AUDIT = { id: "audit", text: "check the contract once more", dependsOn: ["read"] };

interface Papers {
  readonly allowed: number;
  readonly lines: number;
}

/**
 * An agent whose harness clears what its own policy spares, calls present what it has cleared, drops its plan, starts again twice
 * from a state that says too little, and cuts calls from their results.
 */
export const handover: Example = {
  title: "Handing-over agent",
  folder: "handover",
  taskOf: (seed) => {
    const { from } = seeded(seed);
    return taskOf({ allowed: from(2_000, 9_000), lines: from(20, 60) });
  },
};

function taskOf(papers: Papers): Task {
  return {
    script: comparingModel(),
    limit: LIMIT,
    records: "itself",
    run: (setting) => handOver(papers, setting),
  };
}

/** A model that says what it has read, follows the references that it sees, and sends its report when nothing is left. */
function comparingModel(): Script {
  return (messages) => {
    const texts = messages.map(({ content }) => content ?? "");
    const done = (name: string, n = 1) =>
      messages.flatMap(({ tool_calls: calls }) => (calls ?? []).filter((call) => call.function.name === name))
        .length >= n;
    const allowed = texts.flatMap((text) => /allows (\d+) a month/.exec(text)?.[1] ?? [])[0];
    if (texts.some((text) => text.startsWith("STATE"))) return { says: "I go on from here." };
    if (!done("get_contract")) return { calls: "get_contract", with: { contract: 8841 } };
    if (!texts.some((text) => text.startsWith("I have read")))
      return { says: `I have read the contract 8841: it allows ${allowed ?? "nothing"} a month.` };
    if (!done("get_invoice")) return { calls: "get_invoice", with: { invoice: 7730 } };
    if (!done("get_ledger")) return { calls: "get_ledger", with: { page: 1 } };
    if (!done("get_ledger", 2)) return { calls: "get_ledger", with: { page: 2 } };
    if (!done("read_file") && texts.some((text) => text.includes(STORED)))
      return { calls: "read_file", with: { path: STORED } };
    return done("send_report")
      ? { says: "The report is sent." }
      : { calls: "send_report", with: { to: "buyer", allowed: Number(allowed ?? 0) } };
  };
}

async function handOver(papers: Papers, setting: Setting): Promise<ExampleOutcome> {
  const harness = new DeclaringHarness(setting);
  const results: string[] = [];
  let sent = 0;
  const goOn = async (): Promise<void> => {
    const asked = await harness.call(TOOLS);
    if (typeof asked === "string") return;
    if (asked.name === "send_report") sent++;
    const isMissing = asked.name === "read_file";
    results.push(
      harness.answer(asked, isMissing ? "no such file" : answerTool(asked.name, papers), isMissing),
    );
  };
  const step = (id: string, status: string, output: readonly string[] = []) =>
    harness.tell({ type: "plan.step", planId: "report", turn: harness.turn, step: id, status, output });

  harness.tell({
    type: "session.started",
    agent: handover.title,
    budget: LIMIT,
    policy: {
      kind: "clear-old-results",
      options: { keep: { type: "tool_uses", value: 2 }, exclude_tools: ["get_contract"] },
    },
  });
  harness.put(
    { id: "rules", kind: "system_rules", content: "You compare invoices with contracts." },
    { id: "goal", kind: "user_goal", content: `Compare the invoice 7730 with its contract. ${CONSTRAINT}` },
    { id: "plan", kind: "plan", content: STEPS.map(({ text }) => `- ${text}`).join("\n") },
  );
  harness.tell({ type: "plan.declared", planId: "report", turn: 0, block: "plan", steps: STEPS });
  await goOn();
  const [contract = ""] = results;
  step("read", "completed", [contract]);
  for (let i = 0; i < 4; i++) await goOn();

  // The contract is what the policy spares, and the newest page is what it keeps.
  harness.clear(contract, 3_000);
  harness.tell({
    type: "step.validated",
    planId: "report",
    turn: harness.turn,
    step: "compare",
    present: [contract],
    missing: [],
    action: "proceed",
  });
  await goOn();
  step("compare", "completed");
  harness.clear(results.at(-2) ?? "", 2_000, STORED);
  harness.tell({
    type: "plan.revised",
    planId: "report",
    turn: harness.turn,
    block: "plan",
    steps: [...STEPS, AUDIT],
    reason: "the buyer asked for it",
  });
  await goOn();
  await goOn();

  for (const restart of [1, 2]) {
    harness.tell({
      type: "checkpoint.taken",
      turn: harness.turn,
      state: {
        task: "Compare the invoice 7730 with its contract.",
        constraints: [CONSTRAINT],
        decisions: [
          {
            decision: "the net amounts are compared",
            reason: "the contract has no tax",
            alternatives_ruled_out: ["the gross amounts"],
          },
        ],
        plan: [AUDIT.text],
      },
    });
    // Long messages are cut, whatever belongs together.
    harness.keep(({ id, content }) => id === "rules" || content.length <= SHORT_CHARS);
    harness.put({
      id: `state:${restart}`,
      kind: "state_summary",
      content: "STATE: the invoice 7730 is compared.",
    });
    harness.tell({ type: "session.restarted", turn: harness.turn, reason: "the window was half full" });
    await goOn();
    await goOn();
  }
  const right = sent > 0;
  return { right, did: right ? "it sent the report." : "it forgot the report that it was to send." };
}

function answerTool(name: string, { allowed, lines }: Papers): string {
  if (name === "get_contract")
    return `Contract 8841 allows ${allowed} a month, net, for cleaning the offices.`;
  if (name === "get_invoice") return JSON.stringify({ invoice: 7730, net: allowed + 250 });
  return name === "get_ledger" ? PAGE.repeat(lines) : "sent";
}
