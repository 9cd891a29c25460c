import { getDatabase } from "@/lib/db/client";
import { hasCorpus } from "@/lib/testing/corpus/corpus";
import type { LoggedCall, LoggedSession } from "./model-call-sessions";
import { readLoggedSessions, countUniqueBytes } from "./model-call-sessions";
import { hold, note, measureMs } from "./report";

/**
 * Raw model calls whose requests repeat the conversation so far, as every agent's do. Measures the speed of
 * acknowledgement (on disk) against parsing the same bytes, and the stored bytes against the bytes that are
 * new in each call. The sessions are posted many times under different names, as lines of JSON, one copy of
 * all in each request. Parsing and posting alternate, so that both run under the same conditions.
 */
const WARM_UP = 3;
const ROUNDS = 6;
const AT_ONCE = 3;
const INGEST_PER_PARSE_MIN = 0.2;
const STORED_PER_UNIQUE_MAX = 1.5;
const RAW_TABLES = ["raw_record", "raw_text", "stream", "stream_session", "stream_projection"];
const LOG_TABLES = ["batch", "event", "content", "superseded"];
const MB = 1_000_000;

const base = `${process.env.BENCH_URL}/api/v1`;
const sessions = readLoggedSessions();
if (!hasCorpus) console.log("SKIPPED: the logged sessions are not there");

function writeLines({ name, calls }: LoggedSession, copy: string): string[] {
  const session = `${name}-${copy}`;
  return calls.map((call, i) => JSON.stringify({ id: `${session}-${i}`, session, ...call }));
}

function makeBatch(copy: string): Buffer[] {
  return sessions.flatMap((session) => writeLines(session, copy)).map((line) => Buffer.from(line));
}

interface Body {
  readonly calls: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

function makeBody(lines: readonly Buffer[]): Body {
  return {
    calls: lines.length,
    bytes: new Uint8Array(Buffer.concat(lines.flatMap((line) => [line, NEWLINE]))),
  };
}

async function post({ calls, bytes }: Body): Promise<void> {
  const response = await fetch(`${base}/model-calls`, {
    method: "POST",
    headers: { "content-type": "application/x-ndjson" },
    body: bytes,
  });
  const report = (await response.json()) as { accepted: number };
  if (report.accepted !== calls)
    throw new Error(`calls were not taken: ${JSON.stringify(report).slice(0, 300)}`);
}

const NEWLINE = Buffer.from("\n");
const countBytes = (lines: readonly Buffer[]) => lines.reduce((sum, line) => sum + line.length, 0);
const parseAll = (lines: readonly Buffer[]) =>
  lines.forEach((line) => JSON.parse(line.toString("utf8")) as unknown);

async function round(name: string): Promise<{ bytes: number; parseMs: number; ingestMs: number }> {
  const copies = Array.from({ length: AT_ONCE }, (_, i) => makeBatch(`${name}-${i}`));
  const bodies = copies.map(makeBody);
  const parseMs = await measureMs(() => Promise.resolve(copies.forEach(parseAll)));
  const ingestMs = await measureMs(() => Promise.all(bodies.map(post)));
  return { bytes: copies.reduce((sum, lines) => sum + countBytes(lines), 0), parseMs, ingestMs };
}

async function readAll(): Promise<void> {
  for (let behind = 1; behind > 0;) {
    const response = await fetch(`${base}/sessions?limit=1`);
    await response.arrayBuffer();
    const rows = await db.$queryRawUnsafe<{ n: number }[]>(
      "SELECT (SELECT count(*) FROM stream WHERE projected_seq < seq)::int + (SELECT count(*) FROM session WHERE derived_seq < last_seq)::int AS n",
    );
    behind = rows[0]?.n ?? 0;
  }
}

async function sizeOf(tables: readonly string[]): Promise<number> {
  await db.$executeRawUnsafe("VACUUM FULL");
  const rows = await db.$queryRawUnsafe<{ bytes: bigint }[]>(
    "SELECT sum(pg_total_relation_size(name::regclass)) AS bytes FROM unnest($1::text[]) AS name",
    tables,
  );
  return Number(rows[0]?.bytes ?? 0);
}

/** One request per call, in sequence within a session, as from a wrapper. The sessions run in parallel. */
async function sendCallByCall(): Promise<number> {
  const lines = sessions.map((session) => writeLines(session, "single").map((line) => Buffer.from(line)));
  const ms = await measureMs(() =>
    Promise.all(
      lines.map(async (calls) => {
        for (const line of calls) await post(makeBody([line]));
      }),
    ),
  );
  return (lines.reduce((sum, calls) => sum + countBytes(calls), 0) / MB / ms) * 1_000;
}

const db = getDatabase();
for (let i = 0; i < WARM_UP; i++) await round(`warm-${i}`);
await readAll();
const measured: Awaited<ReturnType<typeof round>>[] = [];
for (let i = 0; i < ROUNDS; i++) measured.push(await round(`round-${i}`));
const sumField = (field: "bytes" | "parseMs" | "ingestMs") =>
  measured.reduce((sum, one) => sum + one[field], 0);
const readMs = await measureMs(readAll);

const copies = (WARM_UP + ROUNDS) * AT_ONCE;
const unique = copies * sessions.reduce((sum, session) => sum + countUniqueBytes(session), 0);
const raw = await sizeOf(RAW_TABLES);
const log = await sizeOf(LOG_TABLES);
const [calls, bytes] = [
  sessions.flatMap((session): readonly LoggedCall[] => session.calls).length,
  countBytes(makeBatch("0")),
];
const singles = await sendCallByCall();
await db.$disconnect();

const computeMegabytesPerSecond = (ms: number) => (sumField("bytes") / MB / ms) * 1_000;
note(
  `sessions, calls, MB of a batch; ${AT_ONCE} batches at once`,
  `${sessions.length}, ${calls}, ${(bytes / MB).toFixed(2)}`,
);
note("part of these bytes that no earlier call held", (unique / copies / bytes).toFixed(3));
note("MB/s parsed by JSON.parse", computeMegabytesPerSecond(sumField("parseMs")).toFixed(1));
note("MB/s acknowledged over HTTP, on disk", computeMegabytesPerSecond(sumField("ingestMs")).toFixed(1));
note(
  "MB/s until every session could be read",
  computeMegabytesPerSecond(sumField("ingestMs") + readMs).toFixed(1),
);
note("MB/s acknowledged, a request for each call", singles.toFixed(1));
hold({
  what: "MB/s of raw model calls ÷ MB/s of JSON.parse",
  value: sumField("parseMs") / sumField("ingestMs"),
  atLeast: INGEST_PER_PARSE_MIN,
});
hold({
  what: "stored ÷ unique bytes, records with their indexes",
  value: raw / unique,
  atMost: STORED_PER_UNIQUE_MAX,
});
note("stored ÷ unique bytes, with the events worked out too", ((raw + log) / unique).toFixed(3));
