import { post, quantile } from "./http";
import { hold, note } from "./report";

/**
 * What a running agent waits for when it asks, at a window of 200 messages and 100,000 tokens, beside what serialising the
 * same messages costs. Over HTTP; only what references lead to is on disk when the answer comes.
 */
const MESSAGES = 200;
const TOKENS = 100_000;
const CALLS = 60;
const WARM_UP = 5;
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

/** Milliseconds that 95 of 100 answers stay under. */
async function p95(name: string, body: object): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < CALLS + WARM_UP; i++) {
    const { status, ms } = await post(`/api/v1/runtime/${name}`, JSON.stringify(body));
    if (status !== 200) throw new Error(`${name} answered ${status}`);
    if (i >= WARM_UP) times.push(ms);
  }
  note(`${name}, median`, `${quantile(times, 0.5).toFixed(2)} ms`);
  return quantile(times, 0.95);
}

const serialising = Array.from({ length: CALLS }, () => {
  const started = performance.now();
  JSON.parse(JSON.stringify({ messages }));
  return performance.now() - started;
});
const beside = quantile(serialising, 0.95);
note("serialising and reading the same messages, p95", `${beside.toFixed(2)} ms`);
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
for (const [name, body, atMost] of questions) {
  const ms = await p95(name, body);
  note(`${name} ÷ serialising`, (ms / beside).toFixed(1));
  hold({ what: `${name}, p95 in milliseconds`, value: ms, atMost });
}
