import { note } from "./report";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { BASE, runFewAtOnce, computeQuantile } from "./http";

/**
 * How long small sessions wait behind a session of ten thousand turns that has just been received: one by itself,
 * a hundred at once, and one that is imported from a file.
 */
const TURNS = Number(process.env.BENCH_TURNS ?? 10_000);
const TURNS_PER_POST = 250;
const WINDOW_TURNS = 60;
const FILES = 300;
const SMALL_TURNS = 4;
const SMALL = 100;
const LOOK_MS = 50;
const LISTED = 200;
const WAIT_MS_MAX = 600_000;

/** Sessions that began at the same moment would be taken for copies of each other. */
const begun = new Map<string, number>();
function startOf(session: string): number {
  const no = begun.get(session) ?? begun.size;
  begun.set(session, no);
  return Date.UTC(2026, 0, 1) + no * 1_000;
}

function turnEvent(session: string, turn: number): object {
  return {
    id: `e${turn}`,
    session,
    at: new Date(startOf(session) + turn * 60_000).toISOString(),
    type: "turn.recorded",
    turn,
    model: "claude-sonnet-4-5",
    usage: { input: 20_000 + ((turn * 37) % 500), output: 100 },
    output: [
      {
        id: `c${turn}`,
        kind: "tool_call",
        toolName: "read_file",
        toolCallId: `c${turn}`,
        content: JSON.stringify({ path: `src/module-${turn % FILES}.ts` }),
      },
    ],
    window: {
      ...(turn > WINDOW_TURNS && { remove: [`c${turn - WINDOW_TURNS}`, `r${turn - WINDOW_TURNS}`] }),
      append:
        turn === 0
          ? [{ id: "goal", kind: "user_goal", content: "Find out what the files say." }]
          : [
              `c${turn - 1}`,
              {
                id: `r${turn - 1}`,
                kind: "tool_result",
                toolName: "read_file",
                toolCallId: `c${turn - 1}`,
                content: `module ${turn % FILES} said: ${"what the file says, line by line; ".repeat(10 + ((turn * 7) % 20))}`,
              },
            ],
    },
  };
}

async function send(session: string, turns: number): Promise<void> {
  for (let from = 0; from < turns; from += TURNS_PER_POST) {
    const events = Array.from({ length: Math.min(TURNS_PER_POST, turns - from) }, (_, i) =>
      turnEvent(session, from + i),
    );
    const response = await fetch(`${BASE}/api/v1/events`, {
      method: "POST",
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
      body: gzipSync(JSON.stringify({ events })),
    });
    if (!response.ok) throw new Error(`ingest answered ${response.status}: ${await response.text()}`);
  }
}

interface Seen {
  readonly asOfTurn: number | null;
  readonly analysedAsOfTurn: number | null;
}

/** Milliseconds until a session is read to its end, and until it is analysed to its end. */
async function lookAt(
  session: string,
  last: number,
  began = performance.now(),
): Promise<{ readable: number; analysed: number }> {
  let readable = Number.NaN;
  while (performance.now() - began < WAIT_MS_MAX) {
    const response = await fetch(`${BASE}/api/v1/sessions/${session}`);
    const seen = (await response.json()) as Seen;
    if (response.ok && seen.asOfTurn === last && Number.isNaN(readable)) readable = performance.now() - began;
    if (response.ok && seen.analysedAsOfTurn === last && !Number.isNaN(readable))
      return { readable, analysed: performance.now() - began };
    await wait(LOOK_MS);
  }
  return { readable, analysed: Number.NaN };
}

interface Row {
  readonly externalId: string;
  readonly counts: { readonly turns: number | null };
  readonly pending: { readonly what: "all" | "turns" | "findings" } | null;
}

/** The same for all sessions whose name ends so, as one person sees them in the list: a reader for each would be most of the load. */
async function lookAtAll(
  end: string,
  last: number,
  sent: ReadonlyMap<string, number>,
): Promise<{ readable: number; analysed: number }[]> {
  const readable = new Map<string, number>();
  const analysed = new Map<string, number>();
  for (const began = performance.now(); performance.now() - began < WAIT_MS_MAX; await wait(LOOK_MS)) {
    const response = await fetch(`${BASE}/api/v1/sessions?q=${end}&limit=${LISTED}`);
    if (!response.ok) continue;
    const { sessions } = (await response.json()) as { sessions: Row[] };
    for (const { externalId, counts, pending } of sessions) {
      const from = sent.get(externalId);
      if (from === undefined || counts.turns !== last + 1) continue;
      const ms = performance.now() - from;
      if (pending?.what === "turns" || pending?.what === "all") continue;
      if (!readable.has(externalId)) readable.set(externalId, ms);
      if (pending === null && !analysed.has(externalId)) analysed.set(externalId, ms);
    }
    if (analysed.size === SMALL) break;
  }
  return [...readable].map(([name, ms]) => ({ readable: ms, analysed: analysed.get(name) ?? Number.NaN }));
}

const describeTimes = ({ readable, analysed }: { readable: number; analysed: number }) =>
  `${(readable / 1_000).toFixed(2)} s, ${(analysed / 1_000).toFixed(2)} s`;

const run = Date.now().toString(36);
await send(`long-${run}`, TURNS);
const long = lookAt(`long-${run}`, TURNS - 1);
await wait(3_000);
await send(`one-${run}`, SMALL_TURNS);
note(
  "one session of four turns: readable, analysed",
  describeTimes(await lookAt(`one-${run}`, SMALL_TURNS - 1)),
);

const file = new FormData();
const lines = Array.from({ length: SMALL_TURNS }, (_, turn) =>
  JSON.stringify(turnEvent(`file-${run}`, turn)),
);
file.append("file", new Blob([lines.join("\n")]), "small.jsonl");
const began = performance.now();
const imported = await fetch(`${BASE}/api/v1/import`, { method: "POST", body: file });
note(
  "an import of a small file: answered",
  `${((performance.now() - began) / 1_000).toFixed(2)} s, ${imported.status}: ${(await imported.text()).slice(0, 300)}`,
);
note("readable, analysed", describeTimes(await lookAt(`file-${run}`, SMALL_TURNS - 1, began)));

const names = Array.from({ length: SMALL }, (_, i) => `small-${i}-${run}`);
const sent = new Map<string, number>();
const looked = lookAtAll(`-${run}`, SMALL_TURNS - 1, sent);
await runFewAtOnce(names, SMALL, async (session) => {
  sent.set(session, performance.now());
  await send(session, SMALL_TURNS);
});
const times = await looked;
for (const share of [0.5, 0.95, 1])
  note(
    `a hundred of them, ${share * 100} of 100: readable, analysed`,
    describeTimes({
      readable: computeQuantile(
        times.map(({ readable }) => readable),
        share,
      ),
      analysed: computeQuantile(
        times.map(({ analysed }) => analysed),
        share,
      ),
    }),
  );
note("the long session: readable, analysed", describeTimes(await long));
