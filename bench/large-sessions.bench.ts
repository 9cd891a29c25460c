import { setTimeout as wait } from "node:timers/promises";
import { get, post, computeQuantile } from "./http";
import { hold, note, measureMs } from "./report";

/**
 * The lanes and the last window of 10,000 turns, compared with 500. Also a session of a million events: the
 * speed of acknowledgement, and the times of other requests meanwhile. BENCH_EVENTS is the number of events.
 */
const [SHORT, LONG] = [500, 10_000];
const EVENTS = Number(process.env.BENCH_EVENTS ?? 1_000_000);
const PER_POST = 5_000;
const WINDOW_TURNS = 40;
const ACKNOWLEDGED_S = 40;
const REQUEST_MS_MAX = 2_000;
const ROUNDS = 9;

function makeEvent(session: string, turn: number): object {
  const gone = turn < WINDOW_TURNS ? [] : [`r${turn - WINDOW_TURNS}`];
  const content = `result of turn ${turn}: what the tool said of it`;
  return {
    id: `e${turn}`,
    session,
    at: new Date(Date.UTC(2020, 0, 1) + turn * 1_000).toISOString(),
    type: "turn.recorded",
    turn,
    window: { remove: gone, append: [{ id: `r${turn}`, kind: "tool_result", toolName: "ask", content }] },
  };
}

async function send(session: string, turns: number): Promise<void> {
  for (let from = 0; from < turns; from += PER_POST) {
    const events = Array.from({ length: Math.min(PER_POST, turns - from) }, (_, i) =>
      makeEvent(session, from + i),
    );
    await postAll(JSON.stringify({ events }));
  }
}

async function postAll(body: string): Promise<void> {
  for (;;) {
    const { status } = await post("/api/v1/events", body);
    if (status === 200) return;
    if (status !== 429) throw new Error(`ingest answered ${status}`);
    await wait(500);
  }
}

async function read(session: string, turns: number): Promise<void> {
  for (;;) {
    const { status, text } = await get(`/api/v1/sessions/${session}?wait=30000`);
    if (status === 200 && (JSON.parse(text) as { counts: { turns: number } }).counts.turns >= turns) return;
  }
}

async function measureMedian(path: string): Promise<number> {
  const ms: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const answer = await get(path);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    ms.push(answer.ms);
  }
  return computeQuantile(ms, 0.5);
}

for (const turns of [SHORT, LONG]) {
  await send(`of-${turns}`, turns);
  await read(`of-${turns}`, turns);
}
const views = {
  lanes: (turns: number) => `/api/v1/sessions/of-${turns}/lanes`,
  "the last window": (turns: number) => `/api/v1/sessions/of-${turns}/turns/${turns - 1}/window`,
};
for (const [what, pathOf] of Object.entries(views)) {
  const [short, long] = [await measureMedian(pathOf(SHORT)), await measureMedian(pathOf(LONG))];
  note(`${what}: ms of ${SHORT} and ${LONG} turns`, `${short.toFixed(1)}, ${long.toFixed(1)}`);
  hold({ what: `${what} of ${LONG} turns ÷ of ${SHORT}`, value: long / short, atMost: 3 });
}

const others: number[] = [];
let isOver = false;
const watching = (async () => {
  while (!isOver) {
    for (const path of ["/api/v1/health", "/api/v1/sessions?limit=20", "/api/v1/sessions/of-500"])
      others.push((await get(path)).ms);
    await wait(200);
  }
})();
const ackMs = await measureMs(() => send("million", EVENTS));
note(`${EVENTS} events: seconds until acknowledged`, (ackMs / 1_000).toFixed(1));
const readMs = await measureMs(() => read("million", EVENTS));
note(`${EVENTS} events: seconds more until every turn could be read`, (readMs / 1_000).toFixed(1));
isOver = true;
await watching;
hold({
  what: "seconds until acknowledged, for a million events",
  value: (ackMs / EVENTS) * 1_000,
  atMost: ACKNOWLEDGED_S,
});
hold({ what: "slowest other request meanwhile, ms", value: Math.max(...others), atMost: REQUEST_MS_MAX });
