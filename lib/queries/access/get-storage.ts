import type { z } from "zod";
import type { Caller } from "@/lib/access/caller";
import type { getStorage as route } from "@/lib/api/endpoints/deletion";
import type { Database } from "@/lib/db/client";
import type { DatabaseSize, ReceivedRow } from "@/lib/db/reads/instance";
import {
  readReceivedByDay,
  readReceivedByProject,
  countSessionsByProject,
  sizeOfDatabase,
} from "@/lib/db/reads/instance";
import { diskOfDatabase } from "@/lib/db/disk-room.mjs";
import { listProjects } from "./list-projects";

export type Storage = z.output<(typeof route)["response"]>;

const DAYS = 30;
const LATELY_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** What the caller's projects store, how fast that grows, and what is left of the disk. */
export async function getStorage(db: Database, caller: Caller, now = new Date()): Promise<Storage> {
  const [receivedRows, counts, days, size, disk, { projects }] = await Promise.all([
    readReceivedByProject(db, new Date(now.getTime() - LATELY_DAYS * DAY_MS)),
    countSessionsByProject(db),
    readReceivedByDay(db, caller.project, DAYS),
    sizeOfDatabase(db),
    diskOfDatabase(),
    listProjects(db, caller),
  ]);
  const ownProjects = projects.filter(({ role }) => role === "owner");
  const bytesOf = new Map(receivedRows.map(({ project, bytes }) => [project, bytes]));
  const sessionsOf = new Map(counts.map(({ project, sessions }) => [project, sessions]));
  return {
    projects: ownProjects
      .map(({ id, name }) => ({ name, sessions: sessionsOf.get(id) ?? 0, bytes: bytesOf.get(id) ?? 0 }))
      .toSorted((a, b) => b.bytes - a.bytes),
    otherBytes: sumOf(receivedRows.filter(({ project }) => !ownProjects.some(({ id }) => id === project))),
    days: days.toReversed(),
    databaseBytes: size?.bytes ?? null,
    freeInTables: size?.free ?? null,
    disk,
    daysLeft: size === null || disk === null ? null : estimateDaysLeft(receivedRows, size, disk.free, now),
  };
}

/** What is worked out grows with what is received. */
function estimateDaysLeft(
  receivedRows: readonly ReceivedRow[],
  { bytes, free }: DatabaseSize,
  onDisk: number,
  now: Date,
): number | null {
  const lately = receivedRows.reduce((sum, row) => sum + row.lately, 0);
  if (lately === 0) return null;
  const since = Math.min(...receivedRows.map(({ first }) => first.getTime()));
  const days = Math.min(LATELY_DAYS, Math.max(1, (now.getTime() - since) / DAY_MS));
  const bytesPerDay = ((bytes - free) / sumOf(receivedRows)) * (lately / days);
  return (onDisk + free) / bytesPerDay;
}

function sumOf(receivedRows: readonly ReceivedRow[]): number {
  return receivedRows.reduce((sum, { bytes }) => sum + bytes, 0);
}
