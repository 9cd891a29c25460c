import { existsSync } from "node:fs";
import path from "node:path";
import { getGate } from "@/lib/api/endpoints/findings";
import type { GateCase } from "@/lib/client/gate-report";
import { GATE_EXIT_CODES, writeGateLines, findWorst } from "@/lib/client/gate-report";
import type { Contract } from "@/lib/core/findings/gate";
import { isContract, readContract } from "@/lib/core/findings/gate";
import { judgeRecording } from "@/lib/core/findings/judge-recording";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { TASKS } from "@/lib/commands/tasks";
import { getDatabase, getDatabaseUrl } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { CountingReport } from "@/lib/importers/reading/report";
import { readSessions } from "@/lib/pipeline/receive/import/read-sessions";
import { startWorker } from "@/lib/pipeline/worker/run-worker";
import { awaitSession } from "@/lib/queries/reading/reading";
import { judgeSession } from "@/lib/queries/findings/list-findings";
import { writeGateReports } from "./gate-reports";
import { askJson, RemoteError, readRemoteOf } from "./remote/remote";
import { sayProblem, say } from "./say";

const WAIT_MS = 120_000;

/** Run by lib/cli/gate.mjs with a contract and the names of sessions or files; those of sessions need DATABASE_URL. */
async function main([contractText = "{}", ...names]: readonly string[]): Promise<void> {
  const contract = readContract(contractText);
  if (!isContract(contract)) {
    for (const { path, message } of contract)
      sayProblem(`contract${path === "" ? "" : `.${path}`}: ${message}`);
    process.exitCode = GATE_EXIT_CODES.unknown;
    return;
  }
  const judged: GateCase[] = [];
  for (const name of names)
    judged.push(
      ...(existsSync(name)
        ? await checkGateOfFile(name, contract)
        : [await checkGateOfStored(name, contract)]),
    );
  if (readRemoteOf() === null && process.env.DATABASE_URL !== undefined) await getDatabase().$disconnect();
  for (const line of writeGateLines(judged)) say(line);
  await writeGateReports("sightglass.gate", judged);
  process.exitCode = GATE_EXIT_CODES[findWorst(judged)];
}

async function checkGateOfFile(file: string, contract: Contract): Promise<GateCase[]> {
  const problems: string[] = [];
  const sessions = await readSessions(file, new CountingReport((_, message) => problems.push(message)));
  if (sessions.size === 0)
    return [
      makeUnjudged(path.basename(file), `no session could be read: ${problems[0] ?? "the file holds none"}`),
    ];
  return [...sessions].map(([session, events]) => {
    const startedAt = Date.now();
    const result = judgeRecording(foldRecording(events), contract);
    const seconds = (Date.now() - startedAt) / 1_000;
    return { name: `${path.basename(file)} · ${session}`, ...result, problem: null, seconds };
  });
}

async function checkGateOfStored(name: string, contract: Contract): Promise<GateCase> {
  const remote = readRemoteOf();
  const text = JSON.stringify(contract);
  const link = remote === null ? null : `${remote.url}/sessions/${encodeURIComponent(name)}`;
  const startedAt = Date.now();
  try {
    if (remote === null) await waitForAnalysis(name);
    const result =
      remote === null
        ? await judgeSession(getDatabase(), DEFAULT_PROJECT, name, text)
        : await askJson(
            remote,
            `/api/v1/sessions/${encodeURIComponent(name)}/gate?contract=${encodeURIComponent(text)}`,
            getGate.response,
          );
    const { verdict, limits, missing } = result;
    const seconds = (Date.now() - startedAt) / 1_000;
    return { name, verdict, limits, missing, problem: null, seconds, ...(link !== null && { link }) };
  } catch (error) {
    const isMissing = error instanceof AppError || error instanceof RemoteError;
    if (!(isMissing && error.code === "not_found")) throw error;
    return makeUnjudged(name, "there is neither a file nor a session of this name");
  }
}

function makeUnjudged(name: string, problem: string): GateCase {
  return { name, verdict: "unknown", limits: [], missing: [], problem };
}

/** Waits until the session is processed and analysed, by a worker of this process if there is no other. */
async function waitForAnalysis(name: string): Promise<void> {
  const worker = await startWorker({ url: getDatabaseUrl(), tasks: TASKS });
  try {
    await awaitSession(getDatabase(), DEFAULT_PROJECT, name, WAIT_MS);
  } finally {
    await worker.stop();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  sayProblem(error instanceof Error ? error.message : error);
  process.exitCode = GATE_EXIT_CODES.unknown;
});
