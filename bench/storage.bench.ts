import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { getDatabase } from "@/lib/db/client";
import { openDiskFile } from "@/lib/pipeline/receive/import/disk-file";
import { runImport } from "@/lib/commands/run-import";
import { CORPUS, hasCorpus } from "@/lib/testing/corpus/corpus";
import { hold, note } from "./report";

/**
 * Bytes of a session in the database, with indexes and derived rows, compared with its unique content. Each
 * session is stored many times in separate projects, so that the initial size of a table does not count, and
 * pages are as full as in a database in use.
 */
const COPIES = 30;
/** Sessions, and the most that may be stored per byte of their unique content. */
const FILES = [
  { name: "openai_request_log/openhands-keras-nlp-385.jsonl", atMost: 1.2 },
  { name: "pi/pi-compact-2638daee.jsonl", atMost: 1.35 },
] as const;

const db = getDatabase();

async function readTableBytes(): Promise<Map<string, number>> {
  await db.$executeRawUnsafe("VACUUM FULL");
  const rows = await db.$queryRawUnsafe<{ name: string; bytes: bigint }[]>(
    "SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

async function waitUntilAnalysed(): Promise<void> {
  for (;;) {
    const rows = await db.$queryRawUnsafe<object[]>(
      "SELECT 1 FROM session WHERE derived_seq < last_seq OR analysed_seq < last_seq LIMIT 1",
    );
    if (rows.length === 0) return;
    await wait(200);
  }
}

async function readContentBytes(project: string): Promise<number> {
  const [row] = await db.$queryRawUnsafe<{ bytes: bigint }[]>(
    "SELECT sum(c.bytes) AS bytes FROM content c JOIN session s ON s.session_id = c.session_id WHERE s.project_id = $1",
    project,
  );
  return Number(row?.bytes ?? 0);
}

if (!hasCorpus) console.log("SKIPPED: the trace corpus is not there");
for (const { name, atMost } of hasCorpus ? FILES : []) {
  const place = path.join(CORPUS, name);
  if (!existsSync(place)) continue;
  const file = await openDiskFile(place, path.basename(place));
  const before = await readTableBytes();
  for (let i = 0; i < COPIES; i++)
    await runImport({ db, project: `${name}#${i}`, files: [file], format: "auto" });
  await waitUntilAnalysed();
  const after = await readTableBytes();
  const unique = await readContentBytes(`${name}#0`);
  const grown = [...after]
    .map(([table, bytes]) => ({ table, bytes: (bytes - (before.get(table) ?? 0)) / COPIES }))
    .sort((a, b) => b.bytes - a.bytes);
  const stored = grown.reduce((sum, { bytes }) => sum + bytes, 0);
  hold({
    what: `stored ÷ unique content, ${path.basename(name)}`,
    value: stored / unique,
    atMost,
  });
  note("unique content", `${(unique / 1024).toFixed(0)} KiB`);
  for (const { table, bytes } of grown.filter((g) => g.bytes > 1_000))
    note(`  ${table}`, `${(bytes / 1024).toFixed(1)} KiB`);
}
await db.$disconnect();
