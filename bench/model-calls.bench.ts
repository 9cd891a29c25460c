import { database } from "@/lib/db/client";
import { hold, note, timed } from "./report";

/**
 * Raw model calls whose requests repeat the conversation so far, as every agent's do: how fast they are taken in, against
 * parsing the same bytes, and how much of them is kept, against the bytes that no earlier call held.
 */
const SESSIONS = 4;
const CALLS = 120;
const RESULT_WORDS = 400;
const INGEST_PER_PARSE_MIN = 0.2;
const STORED_PER_UNIQUE_MAX = 1.5;
const TABLES = ["raw_record", "raw_text", "stream", "stream_session", "stream_projection"];
const MB = 1_000_000;

const url = `${process.env.BENCH_URL}/api/v1/model-calls`;

/** Words that repeat as those of a language do, and differ from text to text. */
function words(seed: number, count: number): string {
  let state = seed * 2_654_435_761 + 1;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return `word${(state >>> 16) % 3_000}`;
  }).join(" ");
}

function messagesOf(session: number): object[] {
  return Array.from({ length: CALLS }, (_, i) => [
    { role: "user", content: words(session * CALLS + i, RESULT_WORDS) },
    { role: "assistant", content: words(session * CALLS + i + 1_000_000, RESULT_WORDS / 8) },
  ]).flat();
}

function bodiesOf(session: number, messages: readonly object[]): string[] {
  return Array.from({ length: CALLS }, (_, i) =>
    JSON.stringify({
      calls: [
        {
          id: `call-${i}`,
          session: `bench-${session}`,
          startedAt: Date.UTC(2026, 0, 1) + i * 1_000,
          request: { model: "gpt-5-mini", messages: messages.slice(0, 2 * i + 1) },
          response: {
            id: `answer-${session}-${i}`,
            choices: [{ message: messages[2 * i + 1], finish_reason: "stop" }],
            usage: { prompt_tokens: 100 * (i + 1), completion_tokens: 50 },
          },
        },
      ],
    }),
  );
}

async function post(body: string): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body });
  const report = (await response.json()) as { accepted: number };
  if (report.accepted !== 1) throw new Error(`a call was not taken: ${JSON.stringify(report)}`);
}

const histories = Array.from({ length: SESSIONS }, (_, session) => messagesOf(session));
const bodies = histories.map((messages, session) => bodiesOf(session, messages));
const all = bodies.flat();
const bytes = all.reduce((sum, body) => sum + Buffer.byteLength(body), 0);
const unique = histories.flat().reduce((sum, message) => sum + Buffer.byteLength(JSON.stringify(message)), 0);

const parseMs = await timed(() => Promise.resolve(all.forEach((body) => JSON.parse(body) as unknown)));
const ingestMs = await timed(() =>
  Promise.all(
    bodies.map(async (session) => {
      for (const body of session) await post(body);
    }),
  ),
);

const db = database();
let stored = 0;
for (const table of TABLES) {
  const [row] = await db.$queryRawUnsafe<{ bytes: bigint }[]>(
    `SELECT coalesce(sum(pg_column_size(t.*)), 0) AS bytes FROM "${table}" AS t`,
  );
  stored += Number(row?.bytes ?? 0);
}
await db.$disconnect();

note("MB of requests", (bytes / MB).toFixed(1));
note("MB of them that no earlier request held", (unique / MB).toFixed(2));
note("MB/s parsed", (bytes / MB / (parseMs / 1_000)).toFixed(1));
note("MB/s taken in over HTTP", (bytes / MB / (ingestMs / 1_000)).toFixed(1));
hold({
  what: "MB/s of raw model calls ÷ MB/s of JSON.parse",
  value: parseMs / ingestMs,
  atLeast: INGEST_PER_PARSE_MIN,
});
hold({ what: "stored ÷ unique bytes", value: stored / unique, atMost: STORED_PER_UNIQUE_MAX });
