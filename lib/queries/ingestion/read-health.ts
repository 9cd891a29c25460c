import type { z } from "zod";
import type { getHealth as route } from "@/lib/api/endpoints/service";
import { isDiskFull } from "@/lib/db/away";
import type { Database } from "@/lib/db/client";
import { diskOfDatabase, diskProblems, isFull } from "@/lib/db/disk-room.mjs";
import type { Nodes } from "@/lib/db/nodes";
import { readNodes } from "@/lib/db/nodes";
import type { AnalysesNow } from "@/lib/db/reads/analyses-now";
import { readAnalysesNow } from "@/lib/db/reads/analyses-now";
import { readLastBackup } from "@/lib/db/reads/last-backup";
import { readWaiting } from "@/lib/db/reads/waiting";
import { type SchemaState, readSchemaState, readVersionsAtWork } from "@/lib/db/schema-state";
import { AppError } from "@/lib/errors";
import { describeAnalysisDelay, describeBackupAge, describeSilence, describeWaiting } from "./behind-words";
import { listSilences, listSupervisedProcesses, type SupervisedProcess } from "./supervised-processes";

type Health = z.output<(typeof route)["response"]>;

/** A database that hangs accepts queries and never answers. */
const ANSWERS_MS = 10_000;
const RETRY_AFTER_S = 2;
/**
 * Whether the program is alive, and what is wrong with it.
 * @param version of this program
 * @throws if the database is away; AppError `unavailable` when it does not answer in time, or is away because its disk is full
 */
export async function readHealth(db: Database, version: string): Promise<Health> {
  const disk = await diskOfDatabase();
  const { nodes, versions, analyses, found } = await waitInTime(lookAt(db)).catch((error: unknown) => {
    throw disk !== null && isFull(disk) ? makeNotReadyError(diskProblems(disk).join("; ")) : error;
  });
  const processes = listSupervisedProcesses();
  const otherVersions = versions.flatMap((worker) => (worker.version === version ? [] : [worker.version]));
  const problems = [
    ...describeNodeProblems(nodes),
    ...found,
    ...diskProblems(disk),
    ...processes.flatMap(describeProcessProblems),
    ...describeSilence(listSilences()),
    ...otherVersions.map((otherVersion) => `a process of version ${otherVersion} works on the same database`),
  ];
  return {
    status: problems.length === 0 ? "ok" : "degraded",
    problems,
    database: "ok",
    nodes,
    disk,
    analyses,
    processes: processes.map((worker) => ({ ...worker, since: new Date(worker.since).toISOString() })),
    version,
  };
}

/**
 * Returns when this process may be sent requests.
 * @throws AppError `unavailable` that says why not, and the errors of a database that is away
 */
export async function readReady(db: Database): Promise<{ ready: true }> {
  const disk = await diskOfDatabase();
  if (disk !== null && isFull(disk)) throw makeNotReadyError(diskProblems(disk).join("; "));
  const [misfit] = describeSchemaProblems(await waitInTime(readSchemaState(db)));
  if (misfit !== undefined) throw makeNotReadyError(misfit);
  return { ready: true };
}

function describeSchemaProblems({ unknown, missing }: SchemaState): string[] {
  return [
    ...(unknown.length > 0 ? [`the database is newer than this program: it has ${unknown.join(", ")}`] : []),
    ...(missing.length > 0
      ? [`the database is older than this program: it lacks ${missing.join(", ")}`]
      : []),
  ];
}

function describeNodeProblems(nodes: Nodes | null): string[] {
  return nodes === null || nodes.away === 0
    ? []
    : [`${nodes.away} of ${nodes.all} database nodes do not answer`];
}

function describeProcessProblems({ name, state, restarts }: SupervisedProcess): string[] {
  if (state === "working") return [];
  return [`the ${name} is being started${restarts > 1 ? `, ${restarts + 1} times in a row` : ""}`];
}

const DISK_FULL = "the disk of the database is full; nothing is stored";

interface Looked {
  readonly nodes: Nodes | null;
  readonly versions: readonly { readonly version: string }[];
  readonly analyses: AnalysesNow | null;
  /** Problems, in words. */
  readonly found: readonly string[];
}

/** A database whose disk is full may refuse also what only reads. It is there, and says why. */
async function lookAt(db: Database): Promise<Looked> {
  try {
    const [nodes, versions, schema] = await Promise.all([
      readNodes(db),
      readVersionsAtWork(db),
      readSchemaState(db),
    ]);
    const misfit = describeSchemaProblems(schema);
    // Another schema may lack what is asked for here, and a node that is away its part of it.
    if (misfit.length > 0 || (nodes?.away ?? 0) > 0)
      return { nodes, versions, analyses: null, found: misfit };
    const [waiting, analyses, backupAt] = await Promise.all([
      readWaiting(db),
      readAnalysesNow(db),
      readLastBackup(db),
    ]);
    const found = [
      ...describeWaiting(waiting),
      ...describeAnalysisDelay(analyses),
      ...describeBackupAge(backupAt, Date.now()),
    ];
    return { nodes, versions, analyses, found };
  } catch (error) {
    if (isDiskFull(error)) return { nodes: null, versions: [], analyses: null, found: [DISK_FULL] };
    throw error;
  }
}

function makeNotReadyError(why: string): AppError {
  return new AppError("unavailable", why, [], RETRY_AFTER_S);
}

/** @throws AppError `unavailable` when the database takes longer than ten seconds */
export async function waitInTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const refusal = new AppError("unavailable", "the database does not answer", [], RETRY_AFTER_S);
    timer = setTimeout(() => reject(refusal), ANSWERS_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
