import type { VerdictLine } from "@/lib/core/findings/verdict";
import type { StoredImport, ImportReportBody } from "@/lib/api/endpoints/import";
import type { Database } from "@/lib/db/client";
import { type StoredWarning, addWarnings } from "@/lib/db/ingestion-notes";
import { STANDING } from "@/lib/db/derived/codes";
import { giveVerdict } from "@/lib/db/derived/verdicts";
import { runInTransaction } from "@/lib/db/direct-statements";
import { makePublicId, makeSessionKey } from "@/lib/db/session-id";
import { AppError } from "@/lib/errors";
import { withAdvice } from "@/lib/importers/advice";
import { convertFiles } from "@/lib/importers/convert-files";
import { type FileGroup, groupFiles } from "@/lib/importers/group";
import { lackIn } from "@/lib/importers/choose";
import type { ImportFile, ImportReport } from "@/lib/importers/reading/importer";
import { IMPORTERS } from "@/lib/importers";
import { CountingReport } from "@/lib/importers/reading/report";
import { EventBatch } from "./event-batch";
import { isGuessedBy, SessionIntake } from "./session-intake";

/**
 * Recognises, converts and stores files. Adds to stored sessions and never overwrites them (`session-intake.ts`).
 * @param byPerson whether verdicts on findings are taken too: a key that sends sessions cannot judge them
 * @throws AppError `unprocessable` when no file has a known format, with the reason for each
 */
export async function storeImport(
  db: Database,
  project: string,
  files: readonly ImportFile[],
  format: string,
  byPerson = false,
): Promise<StoredImport> {
  checkFormat(format);
  const { groups, unrecognised: refused } = groupFiles(files, format);
  const unrecognised = await Promise.all(
    refused.map((file, i) => (i < ADVISED_MAX ? withAdvice(file) : file)),
  );
  if (groups.length === 0) throw makeNoneRecognised(unrecognised);
  const warnings = new WarningList();
  for (const { file, reason } of unrecognised) warnings.add(file.name, "unrecognised", reason);
  const summary: Written = {
    formats: new Map(),
    verdicts: [],
    ...{ accepted: 0, duplicates: 0, found: 0, named: 0 },
  };
  for (const group of groups) await importGroup(db, project, group, warnings, summary, format);
  if (summary.formats.size === 0 && format !== "auto") {
    const details = warnings.list().map(({ file, code, message }) => ({ path: file, code, message }));
    throw new AppError("unprocessable", explainNoSession(details), details);
  }
  if (byPerson) await storeVerdicts(db, project, summary);
  else if (summary.verdicts.length > 0)
    warnings.add(
      "",
      "verdicts_left_out",
      "what people said of findings is imported by people, not with a key",
    );
  const kinds = new Set(groups.map(({ importer }) => importer.id));
  const [session, ...otherSessions] = summary.formats.keys();
  const only =
    session === undefined || otherSessions.length > 0
      ? {}
      : { session: makePublicId(makeSessionKey(project, session)) };
  await addWarnings(db, project, listNotes(warnings, groups, only));
  return {
    format: kinds.size === 1 ? ([...kinds][0] ?? "auto") : "mixed",
    sessions: [...summary.formats].map(([externalId, of]) => ({ externalId, format: of })),
    events: { accepted: summary.accepted, duplicates: summary.duplicates },
    records: {
      found: summary.found,
      read: Math.max(0, summary.found - summary.named),
      named: summary.named,
    },
    warnings: warnings.list(),
  };
}

/** Says that no session was found, and the first reason that was found on the way. */
function explainNoSession(details: readonly { readonly code: string; readonly message: string }[]): string {
  const none = details.findLast(({ code }) => code === "no_session") ?? details.at(-1);
  const reason = details.find((detail) => detail !== none);
  const words = none?.message ?? "the file holds no session";
  return reason === undefined ? words : `${words}; ${reason.message}`;
}

/** Files that are tried with the format that they are nearly in. */
const ADVISED_MAX = 20;

function makeNoneRecognised(unrecognised: ReturnType<typeof groupFiles>["unrecognised"]): AppError {
  const details = unrecognised
    .slice(0, 50)
    .map(({ file, reason }) => ({ path: file.name, code: "unrecognised", message: reason }));
  const message =
    details.length === 1
      ? `${details[0]?.path}: ${details[0]?.message}`
      : "none of the files is in a known format";
  return new AppError("unprocessable", message, details);
}

/**
 * Lists the notes of an import by the format of the files that they are about: an import of many formats is no source that
 * anybody can mend.
 * @param only names the session, where all warnings are of one
 */
function listNotes(
  warnings: WarningList,
  groups: readonly FileGroup[],
  only: { readonly session?: string },
): StoredWarning[] {
  const formats = new Map(
    groups.flatMap(({ importer, files }) => files.map(({ name }) => [name, importer.id])),
  );
  const [single, ...otherFormats] = new Set(groups.map(({ importer }) => importer.id));
  const label = single !== undefined && otherFormats.length === 0 ? single : "other files";
  const rows = new Map<string, StoredWarning>();
  for (const { file, code, message, count } of warnings.list()) {
    const source = `import: ${formats.get(file) ?? label}`;
    const key = `${code} ${source}`;
    rows.set(key, {
      code,
      source,
      message,
      count: count + (rows.get(key)?.count ?? 0),
      sample: { file, ...only },
    });
  }
  return [...rows.values()];
}

/**
 * `auto` recognises by content.
 * @throws AppError `invalid_query` for an unknown format
 */
export function checkFormat(format: string): void {
  if (format === "auto" || IMPORTERS.some((importer) => importer.id === format)) return;
  const ids = IMPORTERS.map((importer) => importer.id).join(", ");
  throw new AppError("invalid_query", `format: there is no "${format}"; known are auto, ${ids}`, [
    { path: "format", code: "unknown_value", message: `expected one of auto, ${ids}` },
  ]);
}

/** A verdict that is there already stays. */
async function storeVerdicts(db: Database, project: string, { formats, verdicts }: Written): Promise<void> {
  for (const { session, standing, at, ...said } of verdicts) {
    if (!formats.has(session)) continue;
    const verdict = { ...said, standing: STANDING.of(standing), at: new Date(at) };
    const key = makeSessionKey(project, session);
    await runInTransaction(db, (tx) => giveVerdict(tx, key, verdict, false));
  }
}

interface Written {
  readonly formats: Map<string, string>;
  readonly verdicts: VerdictLine[];
  accepted: number;
  found: number;
  named: number;
  duplicates: number;
}

async function importGroup(
  db: Database,
  project: string,
  group: FileGroup,
  warnings: WarningList,
  summary: Written,
  format: string,
): Promise<void> {
  const { importer, files } = group;
  const name = files[0]?.name ?? "";
  const report = new CountingReport(
    (code, message, count) => warnings.add(name, code, message, count),
    (verdict) => summary.verdicts.push(verdict),
  );
  const batch = new EventBatch(db, project, report);
  const intake = new SessionIntake(db, project, batch, report, isGuessedBy(group));
  try {
    for await (const event of convertFiles(importer, files, report)) await intake.take(event);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    report.warn("broken_file", "the file stops being JSON somewhere; what came before is kept");
  }
  await intake.end();
  noteWhatIsMissing(group, intake, report, format);
  for (const session of batch.sessions) summary.formats.set(session, importer.id);
  summary.found += report.records.found;
  summary.named += report.records.named;
  summary.accepted += batch.accepted;
  summary.duplicates += batch.duplicates;
}

function noteWhatIsMissing(
  { importer, files }: FileGroup,
  { sessions, turns }: SessionIntake,
  report: ImportReport,
  format: string,
): void {
  const sniff = files[0]?.sniff;
  const lack = format === "auto" || sniff === undefined ? null : lackIn(sniff, importer);
  if (sessions.size === 0)
    report.warn(
      "no_session",
      `not a session of the format "${importer.label}"${lack === null ? "" : `: it ${lack}`}`,
    );
  else if (turns === 0)
    report.warn("no_turns", "no model calls here, so no windows: what the file holds is shown");
}

const MESSAGES_MAX = 500;

class WarningList {
  private readonly byKey = new Map<string, ImportReportBody["warnings"][number]>();

  private more = 0;

  add(file: string, code: string, message: string, count = 1): void {
    const key = `${file}\u0000${code}`;
    const existing = this.byKey.get(key);
    if (existing !== undefined) this.byKey.set(key, { ...existing, count: existing.count + count });
    else if (this.byKey.size < MESSAGES_MAX) this.byKey.set(key, { file, code, message, count });
    else this.more += count;
  }

  list(): ImportReportBody["warnings"] {
    const warnings = [...this.byKey.values()];
    if (this.more === 0) return warnings;
    const message = `an answer names ${MESSAGES_MAX} kinds of warnings; these are of further kinds`;
    return [...warnings, { file: "", code: "more_warnings", message, count: this.more }];
  }
}
