import type { ImportReportBody } from "@/lib/api/endpoints/import";

const MESSAGES_MAX = 500;

export class WarningList {
  private readonly byKey = new Map<string, ImportReportBody["warnings"][number]>();

  private more = 0;

  add(file: string, code: string, message: string, count = 1): void {
    const key = `${file}\u0000${code}`;
    const known = this.byKey.get(key);
    if (known !== undefined) this.byKey.set(key, { ...known, count: known.count + count });
    else if (this.byKey.size < MESSAGES_MAX) this.byKey.set(key, { file, code, message, count });
    else this.more += count;
  }

  list(): ImportReportBody["warnings"] {
    const named = [...this.byKey.values()];
    if (this.more === 0) return named;
    const message = `an answer names ${MESSAGES_MAX} kinds of warnings; these are of further kinds`;
    return [...named, { file: "", code: "more_warnings", message, count: this.more }];
  }
}
