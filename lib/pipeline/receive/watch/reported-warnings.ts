import type { Database } from "@/lib/db/client";
import { addWarnings } from "@/lib/db/ingestion-notes";
import type { ImportReport } from "@/lib/importers/reading/importer";
import { CountingReport } from "@/lib/importers/reading/report";

interface Found {
  readonly message: string;
  readonly count: number;
}

/**
 * Files are read from their beginning whenever they grow, with the same warnings. Only new ones become
 * warnings of the project.
 */
export class ReportedWarnings {
  private readonly told = new Map<string, number>();

  readNext(): { readonly report: ImportReport; readonly tell: (to: WarningPlace) => Promise<void> } {
    const found = new Map<string, Found>();
    const report = new CountingReport((code, message, count) => {
      found.set(code, { message, count: count + (found.get(code)?.count ?? 0) });
    });
    return { report, tell: (to) => this.tell(found, to) };
  }

  private async tell(
    found: ReadonlyMap<string, Found>,
    { db, project, format, file }: WarningPlace,
  ): Promise<void> {
    const source = `live folders: ${format}`;
    const news = [...found].flatMap(([code, { message, count }]) => {
      const key = `${format} ${code}`;
      const moreTimes = count - (this.told.get(key) ?? 0);
      if (moreTimes <= 0) return [];
      this.told.set(key, count);
      return [{ code, source, message, count: moreTimes, sample: { file } }];
    });
    await addWarnings(db, project, news);
  }
}

export interface WarningPlace {
  readonly db: Database;
  readonly project: string;
  readonly format: string;
  readonly file: string;
}
