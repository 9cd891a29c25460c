import type { ImportReport } from "../../reading/importer";

/** Counts the rows of a file that are passed over, to say so once for each kind. */
export class UnreadRows {
  readonly #ofType = new Map<string, number>();
  #repeated = 0;

  addType(type: string): void {
    this.#ofType.set(type, (this.#ofType.get(type) ?? 0) + 1);
  }

  addRepeated(): void {
    this.#repeated++;
  }

  tell(report: ImportReport): void {
    for (const [type, count] of this.#ofType)
      report.passOver("unknown_record", `records of type ${type || "(none)"} are not read`, count);
    report.passOver("repeated_record", "rows with the id of one before are not read again", this.#repeated);
  }
}
