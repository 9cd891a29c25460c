import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { getDatabase } from "@/lib/db/client";
import { BASE, runFewAtOnce, post } from "./http";
import { hold, note, measureMs } from "./report";

/**
 * Spans as OTLP/JSON, 200 per batch, almost a third of them model calls with 600 bytes of text. Acknowledged
 * spans per second, compared with a plain COPY of the same spans as rows into the same PostgreSQL, and with
 * another server for OTLP/JSON at the address in BENCH_OTHER_OTLP (`npx
 * @opensearch-project/agent-health@0.7.0 serve --port N --no-browser`).
 */
const BATCHES = 60;
const SPANS = 200;
const CONNECTIONS = 4;
const WARM_UP = 5;
const TURNS_PER_BATCH = Math.round(SPANS * 0.3);
const COPY_SHARE_MIN = 0.3;
const READABLE_SHARE_MIN = 0.5;
const OTHER = process.env.BENCH_OTHER_OTLP;

const makeText = (what: string, bytes: number) =>
  `${what} ${"of the order desk ".repeat(40)}`.slice(0, bytes);
const makeValue = (text: string) => ({ stringValue: text });

function makeSpan(batch: number, i: number): object {
  const isCall = i < TURNS_PER_BATCH;
  const at = (BigInt(Date.UTC(2026, 0, 1)) + BigInt(batch * SPANS + i)) * 1_000_000n;
  const makeMessage = (role: string) =>
    JSON.stringify([{ role, parts: [{ type: "text", content: makeText(`${role} ${batch} ${i}`, 300) }] }]);
  const attributes = isCall
    ? [
        { key: "gen_ai.operation.name", value: makeValue("chat") },
        { key: "gen_ai.conversation.id", value: makeValue(`otlp-${batch}`) },
        { key: "gen_ai.request.model", value: makeValue("gpt-5-mini") },
        { key: "gen_ai.input.messages", value: makeValue(makeMessage("user")) },
        { key: "gen_ai.output.messages", value: makeValue(makeMessage("assistant")) },
        { key: "gen_ai.usage.input_tokens", value: { intValue: "200" } },
      ]
    : [{ key: "http.route", value: makeValue(`/orders/${i}`) }];
  return {
    traceId: batch.toString(16).padStart(32, "1"),
    spanId: (batch * SPANS + i + 1).toString(16).padStart(16, "0"),
    name: isCall ? "chat gpt-5-mini" : "GET",
    kind: 1,
    startTimeUnixNano: at.toString(),
    endTimeUnixNano: (at + 1_000_000n).toString(),
    attributes,
  };
}

function makeBody(batch: number): string {
  const spans = Array.from({ length: SPANS }, (_, i) => makeSpan(batch, i));
  const resource = { attributes: [{ key: "service.name", value: makeValue("bench") }] };
  return JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope: { name: "bench" }, spans }] }] });
}

async function measureSpans(base: string, bodies: readonly string[]): Promise<number> {
  const ms = await measureMs(() =>
    runFewAtOnce(bodies, CONNECTIONS, async (body) => {
      const { status } = await post("/v1/traces", body, base);
      if (status >= 300) throw new Error(`${base} answered ${status}`);
    }),
  );
  return ((bodies.length * SPANS) / ms) * 1_000;
}

const db = getDatabase();

async function countTurnsRead(): Promise<number> {
  const rows = await db.$queryRawUnsafe<{ n: bigint }[]>(
    "SELECT count(*) AS n FROM turn JOIN session USING (session_id) WHERE external_id LIKE 'otlp-%'",
  );
  return Number(rows[0]?.n ?? 0);
}

async function measureCopy(bodies: readonly string[]): Promise<number> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "sightglass-copy-"));
  chmodSync(folder, 0o777);
  const file = path.join(folder, "spans");
  await db.$executeRawUnsafe(
    "CREATE TABLE span_row (trace_id text, span_id text, name text, body jsonb, PRIMARY KEY (trace_id, span_id))",
  );
  await db.$executeRawUnsafe("CREATE TABLE span_loaded (LIKE span_row)");
  for (const body of bodies)
    await db.$executeRawUnsafe(
      "INSERT INTO span_loaded SELECT s->>'traceId', s->>'spanId', s->>'name', s FROM jsonb_array_elements($1::jsonb->'resourceSpans'->0->'scopeSpans'->0->'spans') AS s",
      body,
    );
  await db.$executeRawUnsafe(`COPY span_loaded TO '${file}'`);
  let rows = 0;
  const ms = await measureMs(async () => {
    rows = await db.$executeRawUnsafe(`COPY span_row FROM '${file}'`);
  });
  rmSync(folder, { recursive: true, force: true });
  return (rows / ms) * 1_000;
}

const bodies = Array.from({ length: BATCHES }, (_, batch) => makeBody(batch + WARM_UP));
await measureSpans(
  BASE,
  Array.from({ length: WARM_UP }, (_, batch) => makeBody(batch)),
);
const wanted = (BATCHES + WARM_UP) * TURNS_PER_BATCH;
const started = performance.now();
const acknowledged = await measureSpans(BASE, bodies);
while ((await countTurnsRead()) < wanted) await wait(50);
const readable = ((BATCHES * SPANS) / (performance.now() - started)) * 1_000;
const copy = await measureCopy(bodies);
note("spans/s acknowledged", acknowledged.toFixed(0));
note("spans/s until every turn could be read", readable.toFixed(0));
note("rows/s of plain COPY", copy.toFixed(0));
hold({ what: "spans/s acknowledged ÷ rows/s of COPY", value: acknowledged / copy, atLeast: COPY_SHARE_MIN });
hold({
  what: "spans/s readable ÷ acknowledged",
  value: readable / acknowledged,
  atLeast: READABLE_SHARE_MIN,
});
if (OTHER === undefined) console.log("SKIPPED: the other server; BENCH_OTHER_OTLP says where it is");
else {
  const other = await measureSpans(OTHER, bodies);
  note("spans/s acknowledged by the other server", other.toFixed(0));
  hold({ what: "spans/s acknowledged ÷ by the other server", value: acknowledged / other, atLeast: 1 });
}
await db.$disconnect();
