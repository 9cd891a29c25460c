import { existsSync } from "node:fs";
import path from "node:path";
import type { Claim } from "@/lib/core/proof/claim";
import { analyseRecording, findAll } from "@/lib/core/findings/find";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import type { Recording } from "@/lib/core/trace/fold/recording";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { TASKS } from "@/lib/commands/tasks";
import { getDatabase, getDatabaseUrl } from "@/lib/db/client";
import { readSessions } from "@/lib/pipeline/receive/import/read-sessions";
import { startWorker } from "@/lib/pipeline/worker/run-worker";
import { findRecording } from "@/lib/queries/reading/find-recording";
import { readStoredClaims } from "@/lib/queries/findings/get-proof";
import { verifyFindings, verifyLines, type Verified } from "@/lib/queries/findings/verify-findings";
import { awaitSession } from "@/lib/queries/reading/reading";
import { sayProblem, say } from "./say";

const WAIT_MS = 120_000;
const BROKEN = 1;
const UNREAD = 2;

interface Subject {
  readonly name: string;
  readonly recording: Recording;
  readonly findings: readonly {
    readonly code: string;
    readonly from: number;
    readonly claims: readonly Claim[];
  }[];
}

/** Run by lib/cli/verify.mjs with the names of sessions or files; those of sessions need DATABASE_URL. */
async function main(names: readonly string[]): Promise<void> {
  const all: Verified[] = [];
  for (const name of names)
    for (const { name: of, recording, findings } of existsSync(name)
      ? await readFileSubjects(name)
      : [await readStoredSubject(name)])
      all.push(verifyFindings(of, recording, findings));
  if (process.env.DATABASE_URL !== undefined) await getDatabase().$disconnect();
  for (const line of verifyLines(all)) say(line);
  if (all.some(({ broken }) => broken.length > 0)) process.exitCode = BROKEN;
}

async function readFileSubjects(file: string): Promise<Subject[]> {
  const sessions = await readSessions(file);
  if (sessions.size === 0) throw new Error(`${file}: no session could be read`);
  return [...sessions].map(([session, events]) => {
    const recording = foldRecording(events);
    return {
      name: `${path.basename(file)} · ${session}`,
      recording,
      findings: findAll(analyseRecording(recording)).findings,
    };
  });
}

/** Waits until the session is analysed, by a worker of this process if there is no other. */
async function readStoredSubject(name: string): Promise<Subject> {
  const worker = await startWorker({ url: getDatabaseUrl(), tasks: TASKS });
  try {
    await awaitSession(getDatabase(), DEFAULT_PROJECT, name, WAIT_MS);
  } finally {
    await worker.stop();
  }
  return {
    name,
    recording: await findRecording(getDatabase(), DEFAULT_PROJECT, name),
    findings: await readStoredClaims(getDatabase(), DEFAULT_PROJECT, name),
  };
}

main(process.argv.slice(2)).catch((error: unknown) => {
  sayProblem(error instanceof Error ? error.message : error);
  process.exitCode = UNREAD;
});
