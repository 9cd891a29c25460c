import { setTimeout as wait } from "node:timers/promises";
import { getDatabase } from "@/lib/db/client";
import { BASE, get, post, computeQuantile } from "./http";
import { hold, note } from "./report";

/**
 * Agents that send each model call alone, with the whole conversation so far: first one with a long
 * conversation, then fifty and two hundred at once. An agent waits until its call is on disk.
 */
const CALLS_LONG = 200;
const CALLS = Number(process.env.BENCH_CALLS ?? 30);
const THINKS_MS = 100;
const READABLE_MS = 1_000;
const HEALTH_EVERY_MS = 200;

function makeCall(session: string, turn: number): string {
  const makeText = (i: number) =>
    `message ${i} of ${session}: ${"what the order desk said of it ".repeat(12)}`;
  const messages = Array.from({ length: 2 * turn + 1 }, (_, i) => ({
    role: i % 2 === 0 ? "user" : "assistant",
    content: makeText(i),
  }));
  const message = { role: "assistant", content: makeText(2 * turn + 1) };
  return JSON.stringify({
    id: `${session}-${turn}`,
    session,
    request: { model: "gpt-5-mini", messages },
    response: { id: `a-${session}-${turn}`, choices: [{ message, finish_reason: "stop" }] },
  });
}

interface Sent {
  readonly ms: number[];
  readonly refused: number;
  readonly wrong: number;
}

async function runAgent(session: string, calls: number, thinksMs: number): Promise<Sent> {
  const ms: number[] = [];
  let [refused, wrong] = [0, 0];
  for (let turn = 0; turn < calls; turn++) {
    const body = makeCall(session, turn);
    for (;;) {
      const answer = await post("/api/v1/model-calls", body);
      if (answer.status === 200) ms.push(answer.ms);
      else if (answer.status === 429) refused++;
      else wrong++;
      if (answer.status === 200) break;
      await wait(1_000);
    }
    await wait(thinksMs * (0.5 + Math.random()));
  }
  return { ms, refused, wrong };
}

const db = getDatabase();

async function countDerived(sessions: readonly string[]): Promise<number> {
  const rows = await db.$queryRawUnsafe<{ turns: bigint }[]>(
    "SELECT count(*) AS turns FROM turn JOIN session USING (session_id) WHERE external_id = ANY($1::text[])",
    sessions,
  );
  return Number(rows[0]?.turns ?? 0);
}

async function countTurns(session: string): Promise<number> {
  const { status, text } = await get(`/api/v1/sessions/${session}`);
  return status === 200 ? (JSON.parse(text) as { counts: { turns: number } }).counts.turns : 0;
}

/** Asked of the database first: reading two hundred sessions one after the other takes longer than most of them need. */
async function waitUntilReadable(sessions: readonly string[], turns: number) {
  const started = performance.now();
  while ((await countDerived(sessions)) < sessions.length * turns) await wait(20);
  const derived = performance.now() - started;
  for (const session of sessions) while ((await countTurns(session)) < turns) await wait(20);
  return { derived, read: performance.now() - started };
}

async function runTogether(agents: number) {
  const health: number[] = [];
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      health.push((await get("/api/v1/health")).ms);
      await wait(HEALTH_EVERY_MS);
    }
  })();
  const sessions = Array.from({ length: agents }, (_, i) => `agents-${agents}-${i}`);
  const sent = await Promise.all(sessions.map((session) => runAgent(session, CALLS, THINKS_MS)));
  const { derived, read } = await waitUntilReadable(sessions, CALLS);
  over.abort();
  await watching;
  const sum = (what: "refused" | "wrong") => sent.reduce((all, one) => all + one[what], 0);
  const ms = sent.flatMap((one) => one.ms);
  const [p50, p95] = [computeQuantile(ms, 0.5), computeQuantile(ms, 0.95)];
  note(`${agents} agents: p50, p95 ms until acknowledged`, `${p50.toFixed(0)}, ${p95.toFixed(0)}`);
  note(`${agents} agents: refused, answered wrongly`, `${sum("refused")}, ${sum("wrong")}`);
  note(`${agents} agents: p95 ms of health`, computeQuantile(health, 0.95).toFixed(0));
  note(`${agents} agents: ms until every turn can be read`, derived.toFixed(0));
  note(`${agents} agents: ms until every session was read`, read.toFixed(0));
  return { p95, readMs: derived, wrong: sum("wrong"), health: computeQuantile(health, 0.95) };
}

if (BASE === "") throw new Error("BENCH_URL is not set");
await runAgent("warm-up", 20, 0);
const long = await runAgent("long", CALLS_LONG, 0);
const [first, last] = [
  computeQuantile(long.ms.slice(0, 20), 0.95),
  computeQuantile(long.ms.slice(-20), 0.95),
];
note("one conversation: p95 ms of the first and last 20 calls", `${first.toFixed(1)}, ${last.toFixed(1)}`);
hold({ what: `p95 of the last 20 of ${CALLS_LONG} calls ÷ the first 20`, value: last / first, atMost: 2 });
const alone = await runTogether(1);
const fifty = await runTogether(50);
hold({ what: "p95 of 50 agents ÷ one alone", value: fifty.p95 / alone.p95, atMost: 10 });
hold({ what: "50 agents: ms until every turn can be read", value: fifty.readMs, atMost: READABLE_MS });
const crowd = await runTogether(200);
hold({ what: "200 agents: answers other than yes and 429", value: crowd.wrong, atMost: 0 });
hold({ what: "200 agents: p95 ms of health", value: crowd.health, atMost: 100 });
await db.$disconnect();
