import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { getDatabaseUrl, openDatabase } from "@/lib/db/client";
import { awaitJob } from "@/lib/jobs/saved/await-job";
import { beginJob, newJobId } from "@/lib/jobs/saved/saved-jobs";
import { storeUpload } from "@/lib/pipeline/receive/import/upload-pieces";
import { Draw } from "@/lib/testing/injected/draw";
import { hold, note } from "./report";

/**
 * Memory of the server's worker and of its import process during the import of an uploaded folder of Claude
 * Code sessions, and during the derivation. Linux only: the figures are the kernel's own.
 */
const FOLDER_BYTES = Number(process.env.FOLDER_MB ?? 100) * 1024 * 1024;
const FILES = Number(process.env.FILES ?? 631);
const RESULT_WORDS = 900;
const PROJECT = "default";
const JOB_MS = 30 * 60_000;
const LOOK_MS = 100;

const worker = process.env.BENCH_WORKER ?? "";
const db = openDatabase(getDatabaseUrl());
const folder = await mkdtemp(path.join(tmpdir(), "import-memory-"));
try {
  const files = await writeFolder();
  const id = newJobId();
  const stored = await storeUpload(db, PROJECT, id, files);
  const before = readMegabytes(worker, "VmHWM");
  const stop = new AbortController();
  const peaks = watchMemory(stop.signal);
  const began = performance.now();
  const request = { name: "folder", format: "auto", files: stored.map((file) => ({ ...file })) };
  await beginJob(db, PROJECT, { id, kind: "import", request });
  const job = await awaitJob(db, PROJECT, id, { begun: JOB_MS, waiting: JOB_MS });
  const imported = performance.now();
  const sessions = await waitUntilReadable();
  note("the job", `${job.status}, ${((imported - began) / 1_000).toFixed(0)} s`);
  note("readable", `${sessions} sessions, ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  note("the worker before, MB", String(before));
  stop.abort();
  const { importer, both } = await peaks;
  note("both at one time, MB", String(both));
  hold({ what: "the importing process's memory, MB", value: importer, atMost: 500 });
  hold({ what: "the worker's memory, MB", value: readMegabytes(worker, "VmHWM"), atMost: 500 });
} finally {
  await db.$disconnect();
  await rm(folder, { recursive: true, force: true });
}

async function writeFolder(): Promise<{ path: string; name: string }[]> {
  const draw = new Draw(7);
  const files: { path: string; name: string }[] = [];
  for (let no = 0; no < FILES; no++) {
    const place = path.join(folder, `${no}.jsonl`);
    await writeFile(place, makeSessionText(no, FOLDER_BYTES / FILES, draw));
    files.push({ path: place, name: `projects/shop/session-${no}.jsonl` });
  }
  return files;
}

function makeSessionText(no: number, chars: number, draw: Draw): string {
  const rows: string[] = [];
  let parentUuid: string | null = null;
  let length = 0;
  for (let turn = 0; length < chars; turn++) {
    for (const row of makeRows(turn, draw)) {
      const uuid = `s${no}-${rows.length}`;
      const common = { parentUuid, uuid, sessionId: `session-${no}`, isSidechain: false, version: "2.1.0" };
      const line = JSON.stringify({ ...common, timestamp: makeTime(no, rows.length), ...row });
      rows.push(line);
      length += line.length + 1;
      parentUuid = uuid;
    }
  }
  return `${rows.join("\n")}\n`;
}

function makeTime(no: number, row: number): string {
  return new Date(Date.UTC(2026, 8, 1) + no * 3_600_000 + row * 2_000).toISOString();
}

function makeRows(turn: number, draw: Draw): object[] {
  if (turn === 0) return [{ type: "user", message: { role: "user", content: draw.words(20, 40) } }];
  const id = `toolu_${draw.identifier()}`;
  const usage = { input_tokens: 10, cache_read_input_tokens: 2_000 * turn, output_tokens: 60 };
  const call = { type: "tool_use", id, name: "Read", input: { file_path: draw.path() } };
  const result = {
    type: "tool_result",
    tool_use_id: id,
    content: draw.words(RESULT_WORDS, RESULT_WORDS * 2),
  };
  const content = [{ type: "text", text: draw.words(5, 20) }, call];
  return [
    {
      type: "assistant",
      requestId: `req-${id}`,
      message: { id: `msg-${id}`, role: "assistant", model: "claude-sonnet-4-5", content, usage },
    },
    { type: "user", message: { role: "user", content: [result] } },
  ];
}

async function waitUntilReadable(): Promise<number> {
  for (;;) {
    const [row] = await db.$queryRawUnsafe<{ waiting: bigint }[]>(
      `SELECT count(*) AS waiting FROM session WHERE project_id = $1 AND (derived_seq < last_seq OR analysed_seq < last_seq)`,
      PROJECT,
    );
    if (row?.waiting === BigInt(0)) return db.session.count({ where: { projectId: PROJECT } });
    await wait(1_000);
  }
}

/** In MB: the peak of the worker with its children, and the peak of a child. */
async function watchMemory(signal: AbortSignal): Promise<{ importer: number; both: number }> {
  let [importer, both] = [0, 0];
  while (!signal.aborted) {
    const children = readFileSync(`/proc/${worker}/task/${worker}/children`, "utf8").trim().split(/\s+/);
    const held = children
      .filter((pid) => pid !== "")
      .map((pid) => [readMegabytes(pid, "VmHWM"), readMegabytes(pid, "VmRSS")]);
    importer = Math.max(importer, ...held.map(([peak = 0]) => peak));
    both = Math.max(
      both,
      held.reduce((sum, [, now = 0]) => sum + now, readMegabytes(worker, "VmRSS")),
    );
    await wait(LOOK_MS);
  }
  return { importer, both };
}

/** In MB: the present or the peak memory of a process. 0 when it is gone. */
function readMegabytes(pid: string, figure: "VmHWM" | "VmRSS"): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Math.round(Number(new RegExp(`^${figure}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0) / 1_024);
  } catch {
    return 0;
  }
}
