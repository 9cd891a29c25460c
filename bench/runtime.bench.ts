import { setTimeout as wait } from "node:timers/promises";
import { get, post, computeQuantile } from "./http";
import { hold, note } from "./report";

/**
 * The time that a running agent waits for each question, with a window of 200 messages and 100,000 tokens,
 * compared with serialising these messages. Over HTTP. Only contents of references are on disk when the
 * answer arrives.
 */
const MESSAGES = 200;
const TOKENS = 100_000;
const CALLS = 100;
/**
 * Rounds of all questions before the measurement, because an instance that serves an agent has been running
 * for a while.
 */
const WARM_UP = 30;
const QUESTION_MS_MAX = 20;
const APPLY_MS_MAX = 60;
const BETWEEN_RESTARTS_MS = 200;
const CHARS_PER_TOKEN = 4;

const chars = Math.floor((TOKENS * CHARS_PER_TOKEN) / (MESSAGES / 2));
const history = Array.from({ length: MESSAGES / 2 }, (_, i) => {
  const id = `call_${i}`;
  const words = `result ${i}: status pending, total ${i}, ${"some words of a page that was read, ".repeat(chars)}`;
  return [
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id, type: "function", function: { name: "read", arguments: `{"page":${i}}` } }],
    },
    { role: "tool", tool_call_id: id, content: words.slice(0, chars) },
  ];
}).flat();
const messages = [
  { role: "user", content: "Find the cheapest offer and refund the rest." },
  ...history,
].slice(0, MESSAGES);
const step = { id: "branch", text: "refund it if the status is pending", needs: ["call_3", "call_90"] };
const policy = {
  kind: "anthropic-clear-tool-uses",
  options: { trigger: { type: "tool_uses", value: 1 }, keep: { type: "tool_uses", value: 5 } },
};

interface Question {
  readonly name: string;
  readonly atMost: number;
  readonly ask: (n: number) => Promise<{ status: number; ms: number }>;
}

async function askMany({ name, ask }: Question, from: number, calls: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < calls; i++) {
    const { status, ms } = await ask(from + i);
    if (status !== 200) throw new Error(`${name} answered ${status}`);
    times.push(ms);
  }
  return times;
}

function makeQuestion(name: string, body: object, atMost = QUESTION_MS_MAX): Question {
  const text = JSON.stringify(body);
  return { name, atMost, ask: () => post(`/api/v1/runtime/${name}`, text) };
}

function describeP50and95(times: readonly number[]): string {
  return `${computeQuantile(times, 0.5).toFixed(2)} and ${computeQuantile(times, 0.95).toFixed(2)} ms`;
}

function measureSerialising(): number[] {
  return Array.from({ length: CALLS }, () => {
    const started = performance.now();
    JSON.parse(JSON.stringify({ messages }));
    return performance.now() - started;
  });
}

const session = "bench-runtime";
const first = (await (
  await fetch(`${process.env.BENCH_URL ?? ""}/api/v1/runtime/apply`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ session, turn: 1, messages, policy }),
  })
).json()) as { state: unknown; left: readonly { reference: string | null }[] };
const [reference] = first.left.flatMap((one) => one.reference ?? []);
if (reference === undefined) throw new Error("apply left no reference");
const block = encodeURIComponent(reference.split("/").at(-1) ?? "");

const task = messages[0]?.content ?? "";
const state = {
  task,
  constraints: [],
  decisions: [{ decision: "compare all pages", reason: "the cheapest is asked for" }],
  ruled_out: ["page 1: sold out"],
  plan: [{ id: "branch", text: step.text, status: "pending" }],
  evidence: [reference],
  next_action: step.text,
};
/** The state has so many finished steps. An equal number of steps is refused as a second restart. */
const makeCheckpoint = (steps: number) => ({
  session,
  messages,
  state,
  tail: 2,
  plan: {
    steps: [
      ...Array.from({ length: steps }, (_, i) => ({ id: `s${i}`, text: `page ${i}`, status: "completed" })),
      step,
    ],
  },
});

const questions: readonly Question[] = [
  makeQuestion("budget", { session, usage: { input_tokens: TOKENS, output_tokens: 500 }, budget: TOKENS }),
  makeQuestion("validate", { session, step, messages }),
  makeQuestion("gate", { session, budget: TOKENS, messages }),
  makeQuestion(
    "apply",
    { session, turn: 2, messages, policy, state: first.state, budget: TOKENS },
    APPLY_MS_MAX,
  ),
  makeQuestion("checkpoint", { ...makeCheckpoint(0), state: { ...state, task: "Find an offer." } }),
  makeQuestion("restore", { session, reference }),
  {
    name: "GET blocks",
    atMost: QUESTION_MS_MAX,
    ask: () => get(`/api/v1/runtime/blocks/${block}?session=${session}`),
  },
  {
    // Last, because every restart leaves a plan that is derived after the answer. Between restarts an agent
    // works, and a restart is on disk when its answer arrives.
    name: "checkpoint that restarts",
    atMost: QUESTION_MS_MAX,
    ask: async (n) => {
      await wait(BETWEEN_RESTARTS_MS);
      return post("/api/v1/runtime/checkpoint", JSON.stringify(makeCheckpoint(n + 1)));
    },
  },
];
for (const question of questions) await askMany(question, 0, WARM_UP);
measureSerialising();
for (const question of questions) {
  const { name, atMost } = question;
  const beside = measureSerialising();
  const times = await askMany(question, WARM_UP, CALLS);
  note(`serialising and reading the messages, p50 and p95`, describeP50and95(beside));
  note(`${name}, p50 and p95`, describeP50and95(times));
  note(`${name} ÷ serialising, p50`, (computeQuantile(times, 0.5) / computeQuantile(beside, 0.5)).toFixed(1));
  note(
    `${name} ÷ serialising, p95`,
    (computeQuantile(times, 0.95) / computeQuantile(beside, 0.95)).toFixed(1),
  );
  hold({ what: `${name}, p95 in milliseconds`, value: computeQuantile(times, 0.95), atMost });
}
