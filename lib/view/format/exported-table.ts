import { fileName } from "./file-name";
import type { TableData } from "./table-data";
import { csvRemarks, toCsv } from "./table-data";

export interface ExportSource {
  readonly title: string;
  /** The session's name; `null` for what is about several. */
  readonly session: string | null;
  /** The policy that shaped the session's windows; `null` where the source names none. */
  readonly policy: string | null;
  readonly url: string;
}

/** Comment lines above the table name its title, session, policy and address. */
export function exportedCsv({ title, session, policy, url }: ExportSource, table: TableData): string {
  const remarks = {
    Sightglass: title,
    Session: session,
    Policy: policy ?? (session === null ? null : "not recorded"),
    Address: url,
  };
  return csvRemarks(remarks) + toCsv(table);
}

export function exportedName({ title, session }: Pick<ExportSource, "title" | "session">, extension: string) {
  return fileName(session === null ? title : `${title}-${session}`, extension);
}
