import { existsSync } from "node:fs";
import path from "node:path";
import { getGate } from "@/lib/api/endpoints/findings";
import { countFindings } from "@/lib/core/findings/counts";
import { signalsOf } from "@/lib/core/findings/signals";
import { analysed, findAll } from "@/lib/core/findings/find";
import type { Contract, GateResult } from "@/lib/core/findings/gate";
import { isContract, judge, readContract } from "@/lib/core/findings/gate";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { recordingOf } from "@/lib/core/trace/fold/recording";
import { TASKS } from "@/lib/commands/tasks";
import { database, databaseUrl } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { readSessions } from "@/lib/pipeline/receive/import/read-sessions";
import { startWorker } from "@/lib/pipeline/jobs/run-worker";
import { awaitSession } from "@/lib/queries/reading";
import { judgeSession } from "@/lib/queries/list-findings";
import { askJson, RemoteError, remoteOf } from "./remote/remote";

/** The verdict on one session, with what to call it. */
interface Judged {
  readonly name: string;
  readonly result: Pick<GateResult, "verdict" | "limits" | "missing">;
  /** Why there is nothing to judge. */
  readonly problem?: string;
}

const UNKNOWN = { verdict: "unknown", limits: [], missing: [] } as const;
const WAIT_MS = 120_000;
const EXIT_CODES = { pass: 0, fail: 1, unknown: 2 } as const;
const SIGNS = { pass: "✓", fail: "✗", unknown: "?" } as const;

/** Run by lib/cli/check.mjs with a contract and the names of sessions or files; those of sessions need DATABASE_URL. */
async function main([contractText = "{}", ...names]: readonly string[]): Promise<void> {
  const contract = readContract(contractText);
  if (!isContract(contract)) {
    for (const { path, message } of contract)
      console.error(`contract${path === "" ? "" : `.${path}`}: ${message}`);
    process.exitCode = EXIT_CODES.unknown;
    return;
  }
  const judged: Judged[] = [];
  for (const name of names)
    judged.push(
      ...(existsSync(name) ? await judgeFile(name, contract) : [await judgeStored(name, contract)]),
    );
  if (remoteOf() === null && process.env.DATABASE_URL !== undefined) await database().$disconnect();
  for (const one of judged) print(one);
  const verdicts = judged.map(({ result }) => result.verdict);
  const worst = (["fail", "unknown", "pass"] as const).find((verdict) => verdicts.includes(verdict));
  process.exitCode = EXIT_CODES[worst ?? "unknown"];
}

async function judgeFile(file: string, contract: Contract): Promise<Judged[]> {
  const sessions = await readSessions(file);
  return [...sessions].map(([session, events]) => {
    const parts = analysed(recordingOf(events));
    const result = judge(countFindings(findAll(parts)), signalsOf(parts), contract);
    return { name: `${path.basename(file)} · ${session}`, result };
  });
}

async function judgeStored(name: string, contract: Contract): Promise<Judged> {
  const remote = remoteOf();
  const text = JSON.stringify(contract);
  try {
    if (remote === null) await inTime(name);
    const result =
      remote === null
        ? await judgeSession(database(), DEFAULT_PROJECT, name, text)
        : await askJson(
            remote,
            `/api/v1/sessions/${encodeURIComponent(name)}/gate?contract=${encodeURIComponent(text)}`,
            getGate.response,
          );
    return { name, result };
  } catch (error) {
    const isMissing = error instanceof AppError || error instanceof RemoteError;
    if (!(isMissing && error.code === "not_found")) throw error;
    return { name, result: UNKNOWN, problem: "there is neither a file nor a session of this name" };
  }
}

/** Has a stored session worked in and analysed first, by a worker of this process where there is no other. */
async function inTime(name: string): Promise<void> {
  const worker = await startWorker({ url: databaseUrl(), tasks: TASKS });
  try {
    await awaitSession(database(), DEFAULT_PROJECT, name, WAIT_MS);
  } finally {
    await worker.stop();
  }
}

function print({ name, result, problem }: Judged): void {
  console.log(`${SIGNS[result.verdict]} ${name}: ${problem ?? result.verdict}`);
  const width = Math.max(0, ...result.limits.map(({ limit }) => limit.length));
  for (const { limit, found, atMost, kept } of result.limits)
    console.log(`    ${kept ? "✓" : "✗"} ${limit.padEnd(width)}  found ${found}, at most ${atMost}`);
  for (const signal of result.missing)
    console.log(`    ? the source does not show ${signal}, which the contract requires`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = EXIT_CODES.unknown;
});
