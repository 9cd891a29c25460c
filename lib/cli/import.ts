import type { Dirent } from "node:fs";
import { mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { formatCount } from "@/lib/core/digits";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { getDatabase } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { withAdvice } from "@/lib/importers/advice";
import { groupFiles } from "@/lib/importers/group";
import { describeDamage } from "@/lib/importers/convert-files";
import type { FileGroup } from "@/lib/importers/group";
import type { ImportFile } from "@/lib/importers/reading/importer";
import type { Received } from "@/lib/pipeline/receive/import/received";
import { unpackArchives } from "@/lib/pipeline/receive/import/archive";
import { openReceived } from "@/lib/pipeline/receive/import/disk-file";
import type { ImportReportBody } from "@/lib/api/endpoints/import";
import { ImportProgress } from "./import-progress";
import type { Remote } from "./remote/remote";
import { RemoteError, readRemoteOf } from "./remote/remote";
import { importAt } from "./remote/remote-import";
import pLimit from "p-limit";
import { runImport } from "@/lib/commands/run-import";
import { checkFormat } from "@/lib/pipeline/receive/import/store-import";
import { sayProblem, say } from "./say";

/** Run by lib/cli/import.mjs with DATABASE_URL or the address of a running instance: walks folders, imports group by group, says what came of it. */

const STOPS: ReadonlySet<string> = new Set(["unreachable", "unauthorized", "forbidden"]);

const OPEN_FILES_MAX = 16;

interface Totals {
  groups: number;
  sessions: number;
  /** `null` once a session's turns are still being worked out. */
  turns: number | null;
  added: number;
  refused: number;
  readonly warnings: Map<string, number>;
}

async function main(places: readonly string[]): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "sightglass-unpacked-"));
  try {
    await importAll(
      await unpackArchives(
        places.flatMap((place) => listFiles(place)),
        folder,
      ),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function importAll(found: readonly Received[]): Promise<void> {
  say(`  ${found.length} files to look at`);
  const format = process.env.IMPORT_FORMAT || "auto";
  checkFormat(format);
  const open = pLimit(OPEN_FILES_MAX);
  const files = await Promise.all(found.map((file) => open(() => openReceived(file))));
  const { groups, unrecognised } = groupFiles(files, format);
  const totals: Totals = { groups: 0, sessions: 0, turns: 0, added: 0, refused: 0, warnings: new Map() };
  const remote = readRemoteOf();
  const importGroup = chooseImporter(remote);
  const progress = new ImportProgress(
    found.reduce((sum, { path }) => sum + statSync(path).size, 0),
    (line) => say(line),
  );
  for (const [i, group] of groups.entries()) {
    const place = `${i + 1} of ${groups.length}`;
    const watched = { ...group, files: group.files.map((file) => progress.watch(file, place)) };
    await importOne(importGroup, watched, place, totals);
  }
  if (remote === null) await getDatabase().$disconnect();
  for (const { file, reason } of await Promise.all(unrecognised.slice(0, 10).map(withAdvice)))
    say(`  – ${file.name}: ${reason}`);
  if (unrecognised.length > 10) say(`  – and ${unrecognised.length - 10} more files that are no session`);
  for (const [message, count] of totals.warnings)
    say(`  ! ${message}${count > 1 ? ` (${count} times)` : ""}`);
  say(
    "",
    `${formatCount(totals.sessions, "session")}${totals.turns === null ? "" : ` with ${formatCount(totals.turns, "turn")}`} from ${totals.groups} of ${formatCount(groups.length, "conversation")}, ${formatCount(totals.added, "new event")}` +
      `${unrecognised.length > 0 ? `; ${unrecognised.length} of ${formatCount(files.length, "file")} could not be read` : ""}` +
      `${totals.refused > 0 ? `; ${totals.refused} failed` : ""}`,
  );
  process.exitCode = totals.groups === 0 || totals.refused > 0 ? 1 : 0;
}

type ImportGroup = (group: FileGroup) => Promise<ImportReportBody>;

function chooseImporter(remote: Remote | null): ImportGroup {
  if (remote === null)
    return ({ files, importer }) =>
      runImport({ db: getDatabase(), project: DEFAULT_PROJECT, files, format: importer.id, byPerson: true });
  return async ({ files, importer }) => {
    const report = await importAt(remote, files, importer.id);
    return { ...report, warnings: [...report.warnings, ...files.flatMap(listDamage)] };
  };
}

/** The other side gets the text and not the bytes, so it cannot know. */
function listDamage({ name, damage }: ImportFile): ImportReportBody["warnings"] {
  return (damage?.() ?? []).map((one) => ({
    file: name,
    code: one.kind,
    message: describeDamage(name, one),
    count: 1,
  }));
}

async function importOne(
  importGroup: ImportGroup,
  group: FileGroup,
  place: string,
  totals: Totals,
): Promise<void> {
  const name = group.files[0]?.name ?? "";
  try {
    const report = await importGroup(group);
    const turns = report.sessions.reduce((sum, session) => sum + (session.turns ?? 0), 0);
    const areKnown = report.sessions.every((session) => session.turns !== null);
    totals.groups++;
    totals.sessions += report.sessions.length;
    totals.turns = totals.turns === null || !areKnown ? null : totals.turns + turns;
    totals.added += report.events.accepted;
    for (const { message, count } of report.warnings)
      totals.warnings.set(message, (totals.warnings.get(message) ?? 0) + count);
    say(
      `  ✓ ${place}  ${name}  (${group.importer.id}: ${formatCount(report.sessions.length, "session")}, ${areKnown ? formatCount(turns, "turn") : "its turns are being worked out"}${report.events.accepted === 0 ? ", nothing new" : ""})`,
    );
  } catch (error) {
    if (error instanceof RemoteError && STOPS.has(error.code)) throw error;
    if (!(error instanceof AppError || error instanceof RemoteError)) throw error;
    totals.refused++;
    say(`  ✗ ${place}  ${name}: ${error.message}`);
  }
}

/**
 * Below a folder, names are relative to it. Hidden folders are skipped unless they are named. A link below it is told of and not
 * followed.
 */
function listFiles(place: string): Received[] {
  if (!statSync(place).isDirectory()) return [{ path: place, name: path.basename(place) }];
  const root = realpathSync(place);
  const walk = (folder: string, prefix: string): Received[] =>
    readdirSync(folder, { withFileTypes: true })
      .filter(
        (entry) => !entry.name.startsWith(".") && (entry.isDirectory() || isReadable(folder, entry, root)),
      )
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => {
        const [file, name] = [
          path.join(folder, entry.name),
          prefix === "" ? entry.name : `${prefix}/${entry.name}`,
        ];
        return entry.isDirectory() ? walk(file, name) : [{ path: file, name }];
      });
  return walk(place, path.basename(path.resolve(place)));
}

/** A link to a file inside of the folder is read where that file stands, so that it is not read twice. */
function isReadable(folder: string, entry: Dirent, root: string): boolean {
  if (!entry.isSymbolicLink()) return entry.isFile();
  const link = path.join(folder, entry.name);
  const target = resolveLink(link);
  const where =
    target === null
      ? "leads nowhere"
      : isInside(root, target)
        ? "leads to what is read where it stands"
        : "leads out of the folder; import what it leads to by its own name";
  say(`  – ${link} is a link and is not followed: it ${where}`);
  return false;
}

function resolveLink(link: string): string | null {
  try {
    return realpathSync(link);
  } catch {
    return null;
  }
}

function isInside(root: string, target: string): boolean {
  const from = path.relative(root, target);
  return from === "" || !(from === ".." || from.startsWith(`..${path.sep}`) || path.isAbsolute(from));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  sayProblem(error instanceof RemoteError || error instanceof AppError ? error.message : error);
  process.exitCode = 1;
});
