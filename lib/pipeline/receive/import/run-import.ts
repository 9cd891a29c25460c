import type { ImportReportBody } from "@/lib/api/endpoints/import";
import type { TraceEvent } from "@/lib/core/trace/event";
import { wellFormed } from "@/lib/core/trace/well-formed";
import type { Database } from "@/lib/db/client";
import { deriveJob } from "../../jobs/job";
import { workSoon } from "../../jobs/work-soon";
import { logsDerived } from "../../progress";
import { appendEvents } from "@/lib/db/log/append";
import { publicId, sessionKey } from "@/lib/db/session-id";
import { AppError } from "@/lib/errors";
import type { FileGroup } from "@/lib/importers/group";
import { groupFiles } from "@/lib/importers/group";
import type { ImportFile } from "@/lib/importers/importer";
import { IMPORTERS } from "@/lib/importers";
import { WarningList } from "./warning-list";

const EVENTS_PER_WRITE = 500;
const CHARS_PER_WRITE = 8_000_000;

/**
 * Imports files into a project: recognises, converts and stores them, and waits until workers have made them readable. An event that an earlier import wrote
 * with other content is replaced, because the file is the newer word on it.
 * @throws AppError `unprocessable` when no file is of a known format, with the reason for each
 */
export async function runImport(
  db: Database,
  project: string,
  files: readonly ImportFile[],
  format: string,
): Promise<ImportReportBody> {
  if (format !== "auto" && !IMPORTERS.some((importer) => importer.id === format)) {
    const known = IMPORTERS.map((importer) => importer.id).join(", ");
    throw new AppError("invalid_query", `format: there is no "${format}"; known are auto, ${known}`, [
      { path: "format", code: "unknown_value", message: `expected one of auto, ${known}` },
    ]);
  }
  const { groups, unrecognised } = groupFiles(files, format);
  if (groups.length === 0) {
    const details = unrecognised
      .slice(0, 50)
      .map(({ file, reason }) => ({ path: file.name, code: "unrecognised", message: reason }));
    throw new AppError(
      "unprocessable",
      details.length === 1
        ? `${details[0]?.path}: ${details[0]?.message}`
        : "none of the files is in a known format",
      details,
    );
  }
  const warnings = new WarningList();
  for (const { file, reason } of unrecognised) warnings.add(file.name, "unrecognised", reason);
  const written = { formats: new Map<string, string>(), accepted: 0, duplicates: 0 };
  for (const group of groups) await importGroup(db, project, group, warnings, written);
  const keys = [...written.formats.keys()].map((externalId) => sessionKey(project, externalId));
  const waiting = await logsDerived(db, keys);
  const sessions = await reported(db, project, written.formats);
  const kinds = new Set(groups.map(({ importer }) => importer.id));
  return {
    format: kinds.size === 1 ? ([...kinds][0] ?? "auto") : "mixed",
    sessions,
    events: { accepted: written.accepted, duplicates: written.duplicates },
    waiting,
    warnings: warnings.list(),
  };
}

interface Written {
  /** The sessions met so far, with the format that each came in. */
  readonly formats: Map<string, string>;
  accepted: number;
  duplicates: number;
}

async function importGroup(
  db: Database,
  project: string,
  { importer, files }: FileGroup,
  warnings: WarningList,
  written: Written,
): Promise<void> {
  const name = files[0]?.name ?? "";
  const report = {
    warn: (code: string, message: string, count = 1) => warnings.add(name, code, message, count),
  };
  let pending: TraceEvent[] = [];
  let chars = 0;
  const flush = async (): Promise<void> => {
    const { verdicts, changed } = await appendEvents(db, project, pending, "replace");
    workSoon(
      db,
      changed.map((session) => deriveJob(project, session)),
    );
    written.accepted += verdicts.filter((verdict) => verdict === "accepted").length;
    written.duplicates += verdicts.filter((verdict) => verdict === "duplicate").length;
    pending = [];
    chars = 0;
  };
  try {
    for await (const converted of importer.convert(files, report)) {
      const { value: event, replaced } = wellFormed(converted);
      if (replaced > 0)
        report.warn("text_replaced", "texts held NUL or half characters, which were replaced", replaced);
      written.formats.set(event.session, importer.id);
      pending.push(event);
      chars += sizeOf(event);
      if (pending.length >= EVENTS_PER_WRITE || chars >= CHARS_PER_WRITE) await flush();
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    report.warn("broken_file", "the file stops being JSON somewhere; what came before is kept");
  }
  await flush();
}

/** Roughly how much text an event carries. */
function sizeOf(event: TraceEvent): number {
  if (event.type === "block.recorded") return event.block.content?.length ?? 0;
  if (event.type !== "turn.recorded") return 0;
  const { entries = [], append = [], change = [] } = event.window ?? {};
  return [...entries, ...append, ...change, ...(event.output ?? [])].reduce(
    (sum, entry) => sum + (typeof entry === "string" ? 0 : (entry.content?.length ?? 0)),
    0,
  );
}

async function reported(
  db: Database,
  project: string,
  formats: ReadonlyMap<string, string>,
): Promise<ImportReportBody["sessions"]> {
  const sessions: ImportReportBody["sessions"] = [];
  for (const [externalId, format] of formats) {
    const key = sessionKey(project, externalId);
    const row = await db.session.findUniqueOrThrow({ where: { sessionId: key } });
    const parentId = row.parentId === null ? null : publicId(row.parentId);
    sessions.push({
      id: publicId(key),
      externalId,
      parentId,
      name: row.name,
      role: row.role,
      format,
      turns: row.turns,
      toolCalls: row.toolCalls,
    });
  }
  return sessions;
}
