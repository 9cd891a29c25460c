import { post, quantile } from "./http";
import { hold, note } from "./report";

/**
 * What a running agent waits for when it asks, at a window of 200 messages and 100,000 tokens, beside what serialising the
 * same messages costs. Over HTTP; only what references lead to is on disk when the answer comes.
 */
const MESSAGES = 200;
const TOKENS = 100_000;
const CALLS = 100;
/** Rounds of all questions before the first is measured: an instance that serves an agent has been running for a while. */
const WARM_UP = 30;
const QUESTION_MS_MAX = 20;
const APPLY_MS_MAX = 60;
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

/** Milliseconds that each answer took. */
async function asked(name: string, body: string, calls: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < calls; i++) {
    const { status, ms } = await post(`/api/v1/runtime/${name}`, body);
    if (status !== 200) throw new Error(`${name} answered ${status}`);
    times.push(ms);
  }
  return times;
}

function p50and95(times: readonly number[]): string {
  return `${quantile(times, 0.5).toFixed(2)} and ${quantile(times, 0.95).toFixed(2)} ms`;
}

/** What writing and reading the same messages costs on this machine at this moment. */
function serialising(): number[] {
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
).json()) as { state: unknown };
const questions: readonly [string, object, number][] = [
  [
    "budget",
    { session, usage: { input_tokens: TOKENS, output_tokens: 500 }, budget: TOKENS },
    QUESTION_MS_MAX,
  ],
  ["validate", { session, step, messages }, QUESTION_MS_MAX],
  ["gate", { session, budget: TOKENS, messages }, QUESTION_MS_MAX],
  ["apply", { session, turn: 2, messages, policy, state: first.state, budget: TOKENS }, APPLY_MS_MAX],
];
for (const [name, body] of questions) await asked(name, JSON.stringify(body), WARM_UP);
serialising();
for (const [name, body, atMost] of questions) {
  const beside = serialising();
  const times = await asked(name, JSON.stringify(body), CALLS);
  note(`serialising and reading the messages, p50 and p95`, p50and95(beside));
  note(`${name}, p50 and p95`, p50and95(times));
  note(`${name} ÷ serialising, p50`, (quantile(times, 0.5) / quantile(beside, 0.5)).toFixed(1));
  note(`${name} ÷ serialising, p95`, (quantile(times, 0.95) / quantile(beside, 0.95)).toFixed(1));
  hold({ what: `${name}, p95 in milliseconds`, value: quantile(times, 0.95), atMost });
}
