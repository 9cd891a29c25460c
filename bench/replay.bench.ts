import { findPolicy } from "@/lib/policies/registry";
import { replay } from "@/lib/replay/replayer";
import { readSource, type ReplaySource } from "@/lib/replay/windows/source";
import type { TraceEvent } from "@/lib/core/trace/event";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import type { Recording } from "@/lib/core/trace/fold/recording";
import { hold, note } from "./report";

const WORDS = "the courier wrote down an earlier case of a missing parcel and asked about its terms".split(
  " ",
);

/** Words in an order that follows from `seed`, of about `chars` characters. */
function makeProse(seed: number, chars: number): string {
  let state = seed + 1;
  let text = "";
  while (text.length < chars) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += `${WORDS[state % WORDS.length]} `;
  }
  return text.trimEnd();
}

/**
 * Replays a long session under ten policies, compared with folding it once, and a very long session compared
 * with short ones: a turn may not cost more because many came before it. The session calls a tool every turn,
 * gets a few hundred to two thousand characters back, and has some user messages. The very long session is
 * compared with as many short ones as have the same number of turns together. So both sides read the same
 * number of recordings' turns, use the same memory, and are measured equally often; only the number of
 * earlier turns differs. The ten policies cover every kind: nothing, dropping from the front, masking old
 * results, summarising, clearing for one call, clearing for good, trimming to a size, pruning parts; with and
 * without a clock, with and without a memory. Time is processor time of all threads of this process, so that
 * other work on the machine matters less.
 */
const POLICIES: readonly [kind: string, options: object][] = [
  ["none", {}],
  ["front-truncation", {}],
  ["keep-last-n", { keep: 40 }],
  ["anthropic-clear-tool-uses", { trigger: { type: "input_tokens", value: 30_000 } }],
  ["anthropic-compact", { trigger: { type: "input_tokens", value: 60_000 } }],
  ["openclaw-pruning-v1", { ttl: "1m" }],
  ["openclaw-pruning-v3", { ttl: "1m" }],
  ["langchain-js-clear-tool-uses", { trigger: { tokens: 30_000 } }],
  ["langchain-js-trim-messages", { maxTokens: 50_000 }],
  ["ai-sdk-prune-messages", { toolCalls: "before-last-20-messages" }],
];
const SESSION_TURNS = 2_000;
const SHORT_TURNS = 1_000;
const LONG_TURNS = 20_000;
const FOLDS_MAX = 10;
const GROWTH_MAX = 1.5;
const CONTEXT_WINDOW = 100_000;
const RUNS = 3;
const MIB = 1024 * 1024;
const MICROSECONDS = 1_000;

function makeSession(turns: number, number = 0): TraceEvent[] {
  const start = Date.UTC(2026, 0, 5);
  const base = { session: `bench-${turns}-${number}` };
  return Array.from({ length: turns }, (_, turn): TraceEvent => {
    const added = [
      ...(turn === 0 ? [{ id: "system", kind: "system_rules" as const, content: makeProse(1, 2_000) }] : []),
      ...(turn % 200 === 0
        ? [{ id: `u${turn}`, kind: "user_message" as const, content: makeProse(turn, 200) }]
        : []),
      ...(turn === 0
        ? []
        : [
            `a${turn - 1}`,
            `c${turn - 1}`,
            {
              id: `r${turn - 1}`,
              kind: "tool_result" as const,
              toolCallId: `call-${turn - 1}`,
              toolName: "search",
              content: makeProse(turn, 300 + ((turn * 37) % 1_700)),
            },
          ]),
    ];
    return {
      ...base,
      id: `turn-${turn}`,
      type: "turn.recorded",
      turn,
      at: start + turn * 90_000,
      model: "gpt-4.1",
      window: turn === 0 ? { entries: added } : { append: added },
      output: [
        { id: `a${turn}`, kind: "assistant_text", content: makeProse(turn + 7, 150) },
        {
          id: `c${turn}`,
          kind: "tool_call",
          toolCallId: `call-${turn}`,
          toolName: "search",
          content: JSON.stringify({ query: makeProse(turn + 3, 40), page: turn }),
        },
      ],
    };
  });
}

/** Processor time in milliseconds, the minimum of several runs, because other work can only increase it. */
function measureTime(work: () => unknown): number {
  let best = Infinity;
  for (let i = 0; i < RUNS; i++) {
    const started = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(started);
    best = Math.min(best, (user + system) / MICROSECONDS);
  }
  return best;
}

/** All policies in one comparison per recording, which reads its history once. In milliseconds. */
function replayAll(recordings: readonly Recording[]): number {
  let sources: ReplaySource[] = [];
  const reading = measureTime(() => (sources = recordings.map(readSource)));
  const turns = recordings.reduce((sum, { session }) => sum + session.turns.length, 0);
  const what = `${recordings.length === 1 ? "" : `${recordings.length} sessions, `}${turns} turns`;
  note(`  reading, ${what}`, `${reading.toFixed(0)} ms`);
  return POLICIES.reduce((sum, [kind, options]) => {
    const policy = findPolicy(kind);
    if (policy === undefined) throw new Error(`there is no policy ${kind}`);
    const setup = { policy, options, budget: CONTEXT_WINDOW, contextWindow: CONTEXT_WINDOW };
    const ms = measureTime(() => {
      for (const source of sources) replay(source, setup);
    });
    note(`  ${kind} ${JSON.stringify(options)}, ${what}`, `${ms.toFixed(0)} ms`);
    return sum + ms;
  }, reading);
}

function turnIn(turns: number): number {
  const numbers = Array.from({ length: LONG_TURNS / turns }, (_, number) => number);
  return replayAll(numbers.map((number) => foldRecording(makeSession(turns, number)))) / LONG_TURNS;
}

note("times are of the processor, not of the clock", "");
const events = makeSession(SESSION_TURNS);
foldRecording(makeSession(SHORT_TURNS));
const fold = measureTime(() => foldRecording(events));
note(`folding ${SESSION_TURNS} turns once`, `${fold.toFixed(0)} ms`);
const ten = replayAll([foldRecording(events)]);
hold({
  what: `ten policies over ${SESSION_TURNS} turns ÷ folding them once`,
  value: ten / fold,
  atMost: FOLDS_MAX,
});

const short = turnIn(SHORT_TURNS);
const long = turnIn(LONG_TURNS);
hold({ what: `a turn of ${LONG_TURNS} ÷ a turn of ${SHORT_TURNS}`, value: long / short, atMost: GROWTH_MAX });
note("peak memory of the run", `${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB`);
note("heap at the end", `${(process.memoryUsage().heapUsed / MIB).toFixed(0)} MiB`);
