import { createHash } from "node:crypto";
import type { TraceEvent } from "@/lib/core/trace/event";
import { makeWellFormed } from "@/lib/core/trace/well-formed";
import type { Database } from "@/lib/db/client";
import { appendEvents } from "@/lib/db/log/append";
import type { FileGroup } from "@/lib/importers/group";
import { groupFiles } from "@/lib/importers/group";
import { makeUnheardReport } from "@/lib/importers/reading/report";
import { convertFiles } from "@/lib/importers/convert-files";
import type { ImportFile, ImportReport } from "@/lib/importers/reading/importer";
import { deriveJob } from "@/lib/jobs/job";
import { queueSoon } from "@/lib/jobs/add-jobs";
import { joinGroup } from "../import/join-group";
import { ReportedWarnings } from "./reported-warnings";

const EVENTS_PER_WRITE = 500;

/**
 * @param isGrown each file is an earlier one with more at its end
 * @returns the number of new events
 */
export type TakeFiles = (unit: string, files: readonly ImportFile[], isGrown: boolean) => Promise<number>;

interface TakenUnit {
  readonly fingerprints: Map<string, string>;
  readonly last: Map<string, number>;
  readonly warnings: ReportedWarnings;
  /** The stored sessions contain nothing but these files. */
  isAlone: boolean;
}

/**
 * A growing file is read again, and only new events are written. Files that may differ from a stored session,
 * such as rotated or replaced ones, are joined with it. Nothing is overwritten.
 */
export function takeInto(db: Database, project: string): TakeFiles {
  const units = new Map<string, TakenUnit>();
  return async (unit, files, isGrown) => {
    const unitState = units.get(unit) ?? newUnit();
    units.set(unit, unitState);
    let addedEvents = 0;
    for (const group of groupFiles(files).groups) {
      const goesOn = unitState.isAlone && (isGrown || (await isRepeated(group, unitState)));
      const { report, tell } = unitState.warnings.readNext();
      const take = goesOn ? addNews : join;
      addedEvents += await take({ db, project, group, taken: unitState, report });
      const [first] = group.files;
      await tell({ db, project, format: group.importer.id, file: first?.name ?? "" });
    }
    return addedEvents;
  };
}

function newUnit(): TakenUnit {
  return { fingerprints: new Map(), last: new Map(), warnings: new ReportedWarnings(), isAlone: false };
}

/** The files still tell every earlier turn. The last turn of a session may have grown. */
async function isRepeated(group: FileGroup, { fingerprints, last }: TakenUnit): Promise<boolean> {
  const again = new Map<string, string>();
  for await (const event of convertEvents(group))
    if (event.type === "turn.recorded") again.set(nameOf(event), hashEvent(event));
  return [...fingerprints].every(([name, content]) => {
    const turn = turnIn(name);
    if (turn === null || again.get(name) === content) return true;
    return again.has(name) && last.get(turn.session) === turn.number;
  });
}

interface Taking {
  readonly db: Database;
  readonly project: string;
  readonly group: FileGroup;
  readonly taken: TakenUnit;
  readonly report: ImportReport;
}

async function join({ db, project, group, taken, report }: Taking): Promise<number> {
  const { accepted, isJoined } = await joinGroup(db, project, group, (event) => note(taken, event), report);
  taken.isAlone = !isJoined;
  return accepted;
}

async function addNews({ db, project, group, taken, report }: Taking): Promise<number> {
  let addedEvents = 0;
  let pending: TraceEvent[] = [];
  const flush = async () => {
    const { verdicts, changed } = await appendEvents(db, project, pending, "replace");
    for (const event of pending) note(taken, event);
    addedEvents += verdicts.filter((verdict) => verdict === "accepted").length;
    queueSoon(
      db,
      changed.map((session) => deriveJob(project, session)),
    );
    pending = [];
  };
  for await (const event of convertEvents(group, report)) {
    if (taken.fingerprints.get(nameOf(event)) === hashEvent(event)) continue;
    pending.push(event);
    if (pending.length >= EVENTS_PER_WRITE) await flush();
  }
  if (pending.length > 0) await flush();
  return addedEvents;
}

async function* convertEvents(
  { importer, files }: FileGroup,
  report: ImportReport = makeUnheardReport(),
): AsyncGenerator<TraceEvent> {
  for await (const event of convertFiles(importer, files, report)) yield makeWellFormed(event).value;
}

function note({ fingerprints, last }: TakenUnit, event: TraceEvent): void {
  const name = nameOf(event);
  fingerprints.set(name, hashEvent(event));
  const turn = turnIn(name);
  if (turn !== null) last.set(turn.session, Math.max(turn.number, last.get(turn.session) ?? 0));
}

function nameOf(event: TraceEvent): string {
  return JSON.stringify([event.session, event.id, event.type === "turn.recorded" ? event.turn : null]);
}

function turnIn(name: string): { readonly session: string; readonly number: number } | null {
  const [session, , number] = JSON.parse(name) as [string, string, number | null];
  return number === null ? null : { session, number };
}

function hashEvent(event: TraceEvent): string {
  return createHash("sha1").update(JSON.stringify(event)).digest("base64");
}
