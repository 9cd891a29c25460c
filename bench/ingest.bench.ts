import { mkdtempSync, chmodSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { getDatabase } from "@/lib/db/client";
import { hold, note, measureMs } from "./report";

/**
 * Events that are acknowledged over HTTP and committed to disk, compared with a plain COPY of the same rows
 * into tables of the same shape on the same server. The events are those of a harness: turns with usage that
 * append two blocks of a few hundred characters, from several sessions at once.
 */
const SESSIONS = 40;
const EVENTS_PER_SESSION = 1_000;
const BATCH = 1_000;
const AT_ONCE = 4;
const EVENTS_PER_ROW_MIN = 0.2;
const TABLES = ["batch", "content", "event"];

const url = `${process.env.BENCH_URL}/api/v1/events`;

function makeEvent(session: number, turn: number): object {
  const makeText = (what: string) =>
    `${what} ${session}-${turn}: ${"the order desk answers what it was asked. ".repeat(6)}`;
  return {
    id: `e${turn}`,
    session: `bench-${session}`,
    at: new Date(Date.UTC(2026, 0, 1) + turn * 1_000).toISOString(),
    type: "turn.recorded",
    turn,
    model: "gpt-4.1",
    usage: { input: 500 + turn * 80, output: 40, cacheRead: turn * 80 },
    window: {
      append: [
        {
          id: `r${turn}`,
          kind: "tool_result",
          toolName: "ask",
          toolCallId: `c${turn}`,
          content: makeText("result"),
        },
      ],
    },
    output: [
      {
        id: `c${turn}`,
        kind: "tool_call",
        toolName: "ask",
        toolCallId: `c${turn}`,
        content: JSON.stringify({ q: turn }),
      },
    ],
  };
}

async function post(body: string): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  const report = (await response.json()) as { accepted: number };
  if (report.accepted !== BATCH)
    throw new Error(`a batch was not taken: ${JSON.stringify(report).slice(0, 300)}`);
}

const bodies: string[] = [];
for (let from = 0; from < EVENTS_PER_SESSION; from += BATCH / 4) {
  for (let session = 0; session < SESSIONS; session += 4) {
    const events = [0, 1, 2, 3].flatMap((s) =>
      Array.from({ length: BATCH / 4 }, (_, i) => makeEvent(session + s, from + i)),
    );
    bodies.push(JSON.stringify({ events }));
  }
}

const total = SESSIONS * EVENTS_PER_SESSION;
const queue = [...bodies];
const httpMs = await measureMs(() =>
  Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let body = queue.shift(); body !== undefined; body = queue.shift()) await post(body);
    }),
  ),
);

const db = getDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), "sightglass-copy-"));
chmodSync(folder, 0o777);
const asEvents = await copyEvents();
const asStored = await copyStored();
rmSync(folder, { recursive: true, force: true });
await db.$disconnect();

const eventsPerS = (total / httpMs) * 1_000;
note("events/s acknowledged over HTTP", eventsPerS.toFixed(0));
note("rows/s of plain COPY, one row an event with its body", computeRate(asEvents).toFixed(0));
note(`rows/s of plain COPY, as stored (${asStored.rows} rows)`, computeRate(asStored).toFixed(0));
hold({
  what: "events/s ÷ rows/s of the same events",
  value: eventsPerS / computeRate(asEvents),
  atLeast: EVENTS_PER_ROW_MIN,
});
note("time of COPY as stored ÷ time over HTTP", (asStored.ms / httpMs).toFixed(3));

interface Copied {
  readonly rows: number;
  readonly ms: number;
}

function computeRate({ rows, ms }: Copied): number {
  return (rows / ms) * 1_000;
}

async function copyEvents(): Promise<Copied> {
  const file = path.join(folder, "events");
  await db.$executeRawUnsafe(
    "CREATE TABLE plain (session_id uuid, id text, seq int, body jsonb, PRIMARY KEY (session_id, id))",
  );
  await db.$executeRawUnsafe("CREATE TABLE loaded (LIKE plain)");
  for (const body of bodies) {
    await db.$executeRawUnsafe(
      `INSERT INTO loaded SELECT md5(e->>'session')::uuid, e->>'id', (e->>'turn')::int, e FROM jsonb_array_elements($1::jsonb->'events') AS e`,
      body,
    );
  }
  await db.$executeRawUnsafe(`COPY loaded TO '${file}'`);
  let rows = 0;
  const ms = await measureMs(async () => {
    rows = await db.$executeRawUnsafe(`COPY plain FROM '${file}'`);
  });
  return { rows, ms };
}

async function copyStored(): Promise<Copied> {
  let [rows, ms] = [0, 0];
  for (const table of TABLES) {
    const file = path.join(folder, table);
    await db.$executeRawUnsafe(`COPY "${table}" TO '${file}'`);
    await db.$executeRawUnsafe(`CREATE TABLE "copy_of_${table}" (LIKE "${table}" INCLUDING ALL)`);
    ms += await measureMs(async () => {
      rows += await db.$executeRawUnsafe(`COPY "copy_of_${table}" FROM '${file}'`);
    });
  }
  return { rows, ms };
}
