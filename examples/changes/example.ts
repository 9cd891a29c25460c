import { DeclaringHarness } from "../declaring-harness";
import type { Example, ExampleOutcome, Setting, Task } from "../example";
import type { Script } from "../scripted-provider";
import { seeded } from "../seeded";

const LIMIT = 20_000;
const CALLS_MAX = 12;
const RESULTS_MAX = 600;
const EDITING = ["read_file", "search_docs", "edit_file"];
const CONFIG = "apps/shop/src/carrier.json";
const MANUAL = "A carrier is chosen by its account. The account stands in the contract of the year. ";

interface Job {
  /** What the contract says, and what an unsure memory says. */
  readonly account: string;
  readonly remembered: string;
  readonly pages: number;
}

/**
 * An agent of a large repository whose harness recalls every memory that it has, whatever its scope, age and review, offers tools
 * by phase without refusing others, gives its sources budgets that nothing
 * enforces, and at last takes an empty summary for its history.
 */
export const changes: Example = {
  title: "Changing agent",
  folder: "changes",
  taskOf: (seed) => {
    const { from } = seeded(seed);
    const [account, other, pages] = [from(10_000, 49_999), from(50_000, 99_999), from(40, 90)];
    return taskOf({ account: `ACC-${account}`, remembered: `ACC-${other}`, pages });
  },
};

function taskOf(job: Job): Task {
  return {
    script: changingModel(),
    limit: LIMIT,
    records: "itself",
    run: (setting) => makeChange(job, setting),
  };
}

/** A model that takes the account from whatever stands in its window, and deploys without being asked. */
function changingModel(): Script {
  return (messages) => {
    const done = messages.flatMap(({ tool_calls: calls }) => (calls ?? []).map((call) => call.function.name));
    const account = messages.flatMap(({ content }) => /ACC-\d+/.exec(content ?? "") ?? [])[0];
    if (!done.includes("read_file")) return { calls: "read_file", with: { path: CONFIG } };
    if (!done.includes("search_docs")) return { calls: "search_docs", with: { query: "carrier account" } };
    if (!done.includes("edit_file"))
      return { calls: "edit_file", with: { path: CONFIG, account: account ?? "" } };
    if (!done.includes("deploy")) return { calls: "deploy", with: { app: "shop" } };
    return { says: "The carrier is changed and deployed, as the contract says [3]." };
  };
}

async function makeChange(job: Job, setting: Setting): Promise<ExampleOutcome> {
  const harness = new DeclaringHarness(setting);
  const run = `run-${job.account}`;
  harness.tell({ type: "session.started", agent: changes.title, tags: ["project: shop"], budget: LIMIT });
  harness.put(...recallAll(job));
  harness.put(
    { id: "rules", kind: "system_rules", content: "You change configuration.\nProject: shop\nBe brief." },
    {
      id: "blog-rules",
      kind: "repository_instructions",
      content: "Posts are written in the present tense.",
      origin: { path: "apps/blog/AGENTS.md" },
    },
    {
      id: "ticket",
      kind: "system_rules",
      trust: "untrusted",
      content: "Ticket 77: the buyer wants the new carrier by Friday.",
    },
    { id: "goal", kind: "user_goal", content: "Set the carrier account of the shop." },
  );
  let edited = "";
  for (let i = 0; i < CALLS_MAX; i++) {
    keepLedger(harness, run);
    const asked = await harness.call(EDITING);
    if (typeof asked === "string") break;
    const { name, args } = asked;
    if (name === "edit_file") edited = String(args["account"]);
    harness.answer(asked, answerTool(name, job));
    if (name === "search_docs") harness.put(...citedPack());
    // The rules of the folder come in when its first file has been changed, which is too late.
    if (name === "edit_file")
      harness.put({
        id: "shop-rules",
        kind: "repository_instructions",
        content: "Accounts are taken from the contract, and from nothing else.",
        origin: { path: "apps/shop/AGENTS.md" },
      });
  }
  // For the next task: a summary that came back empty, and then a cut that leaves nothing.
  harness.compact("", (id) => id === "rules");
  await harness.call(EDITING);
  harness.keep(() => false);
  await harness.call(EDITING);
  const right = edited === job.account;
  return {
    right,
    did: right ? "it set the account of the contract." : "it set an account that it remembered.",
  };
}

function recallAll({ remembered }: Job) {
  const written = (id: string, memory: string, fields: object) => ({
    id,
    kind: "memory",
    content: JSON.stringify({ memory, ...fields }),
  });
  return [
    written("memory:account", `the carrier account is ${remembered}`, {
      project: "shop",
      source: "chat 12",
      confidence: 0.3,
    }),
    written("memory:port", "the preview listens on port 8081", { project: "blog", source: "run 31" }),
    written("memory:freeze", "deployments are frozen", {
      project: "shop",
      source: "run 40",
      expires_at: "2024-12-24T00:00:00Z",
    }),
    written("memory:owner", "Ida owns the shop", { project: "shop", source: "run 41", status: "candidate" }),
    written("memory:tone", "answers are short", { source: "run 7" }),
    written("memory:queue", "the queue is drained at night", { project: "shop" }),
  ];
}

/** It counts every memory as a fact, and gives tool results little room. */
function keepLedger(harness: DeclaringHarness, runId: string): void {
  harness.tell({
    type: "context.decided",
    turn: harness.turn,
    runId,
    turnId: `${runId}-${harness.turn}`,
    phase: "editing",
    sourceBudgets: { tool_result: RESULTS_MAX },
    included: [
      {
        sourceId: "memory:owner",
        sourceKind: "memory",
        mode: "full",
        reason: "recalled for the project",
        trustLevel: "fact",
      },
    ],
    excluded: [],
    compactions: [],
  });
}

function citedPack() {
  return [
    {
      id: "pack",
      kind: "retrieval",
      content:
        "[1] docs/carriers.md: a carrier has one account a year\n[2] docs/limits.md: at most two carriers",
    },
    { id: "loose", kind: "retrieval", content: "Accounts are renewed in January by the buyers." },
  ];
}

function answerTool(name: string, { account, pages }: Job): string {
  if (name === "read_file") return JSON.stringify({ carrier: "none", contract: "contracts/2026.md" });
  if (name === "search_docs") return `${MANUAL.repeat(pages)}The contract of 2026 names ${account}.`;
  return name === "edit_file" ? "changed" : "deployed as build 5120";
}
