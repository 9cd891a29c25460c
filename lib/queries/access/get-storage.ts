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
  const [received, counts, days, size, disk, { projects }] = await Promise.all([
    readReceivedByProject(db, new Date(now.getTime() - LATELY_DAYS * DAY_MS)),
    countSessionsByProject(db),
    readReceivedByDay(db, caller.project, DAYS),
    sizeOfDatabase(db),
    diskOfDatabase(),
    listProjects(db, caller),
  ]);
  const own = projects.filter(({ role }) => role === "owner");
  const bytesOf = new Map(received.map(({ project, bytes }) => [project, bytes]));
  const sessionsOf = new Map(counts.map(({ project, sessions }) => [project, sessions]));
  return {
    projects: own
      .map(({ id, name }) => ({ name, sessions: sessionsOf.get(id) ?? 0, bytes: bytesOf.get(id) ?? 0 }))
      .toSorted((a, b) => b.bytes - a.bytes),
    otherBytes: sumOf(received.filter(({ project }) => !own.some(({ id }) => id === project))),
    days: days.toReversed(),
    databaseBytes: size?.bytes ?? null,
    freeInTables: size?.free ?? null,
    disk,
    daysLeft: size === null || disk === null ? null : estimateDaysLeft(received, size, disk.free, now),
  };
}

/** What is worked out grows with what is received. */
function estimateDaysLeft(
  received: readonly ReceivedRow[],
  { bytes, free }: DatabaseSize,
  onDisk: number,
  now: Date,
): number | null {
  const lately = received.reduce((sum, row) => sum + row.lately, 0);
  if (lately === 0) return null;
  const since = Math.min(...received.map(({ first }) => first.getTime()));
  const days = Math.min(LATELY_DAYS, Math.max(1, (now.getTime() - since) / DAY_MS));
  const taken = ((bytes - free) / sumOf(received)) * (lately / days);
  return (onDisk + free) / taken;
}

function sumOf(received: readonly ReceivedRow[]): number {
  return received.reduce((sum, { bytes }) => sum + bytes, 0);
}
