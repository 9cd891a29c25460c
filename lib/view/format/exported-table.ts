import { makeFileName } from "./file-name";
import type { TableData } from "./table-data";
import { writeCsvRemarks, toCsv } from "./table-data";

export interface ExportSource {
  readonly title: string;
  /** The session's name; `null` for what is about several. */
  readonly session: string | null;
  /** The policy that shaped the session's windows; `null` where the source names none. */
  readonly policy: string | null;
  readonly url: string;
}

/** Comment lines above the table name its title, session, policy and address. */
export function buildExportedCsv({ title, session, policy, url }: ExportSource, table: TableData): string {
  const remarks = {
    Sightglass: title,
    Session: session,
    Policy: policy ?? (session === null ? null : "not recorded"),
    Address: url,
  };
  return writeCsvRemarks(remarks) + toCsv(table);
}

export function nameExport({ title, session }: Pick<ExportSource, "title" | "session">, extension: string) {
  return makeFileName(session === null ? title : `${title}-${session}`, extension);
}
