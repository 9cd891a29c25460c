import type { Queryable } from "../client";
import { KEEP_PLAN } from "../keep-plan";
import type { Param, StatementPart, TableRows } from "./table";
import { ROWS_PER_STATEMENT } from "./table";

export interface Assigned {
  readonly type: string;
  readonly value: unknown;
  readonly unless?: string;
}

export interface WrittenRow {
  readonly project: string;
  readonly version: number;
}

/**
 * The writes of one session in as few statements as possible: each statement costs a round trip, and most sessions get
 * little at a time. The parts of a statement do not see each other, so no two of them may change the same row.
 */
export class SessionWrite {
  private parts: StatementPart[] = [];
  private rows = 0;

  constructor(
    private readonly tx: Queryable,
    private readonly key: string,
  ) {}

  async clear(tables: readonly { readonly name: string }[]): Promise<void> {
    for (const { name } of tables) this.parts.push(() => `DELETE FROM "${name}" WHERE session_id = $1::uuid`);
    await this.flush();
  }

  add(part: StatementPart): void {
    this.parts.push(part);
  }

  async addRows(of: ReturnType<TableRows["parts"]>): Promise<void> {
    for (const { part, rows } of of) {
      this.parts.push(part);
      this.rows += rows;
      if (this.rows >= ROWS_PER_STATEMENT) await this.flush();
    }
  }

  /**
   * Writes the added rows and the given columns of the session's row, which gets a new version.
   * @returns `null` if there is no such session
   */
  async end(columns: Readonly<Record<string, Assigned>>): Promise<WrittenRow | null> {
    this.parts.push((param) => {
      const sets = Object.entries(columns).map(
        ([name, { type, value, unless }]) =>
          `"${name}" = ${unless === undefined ? `${param(value)}::${type}` : `coalesce("${unless}", ${param(value)}::${type})`}`,
      );
      return `UPDATE session SET ${[...sets, `version = GREATEST(version + 1, ${param(Date.now())}::bigint)`].join(", ")}
        WHERE session_id = $1::uuid RETURNING project_id, version`;
    });
    const { sql, values } = this.statement();
    const [row] = await this.tx.$queryRawUnsafe<{ project_id: string; version: bigint }[]>(sql, ...values);
    return row === undefined ? null : { project: row.project_id, version: Number(row.version) };
  }

  private async flush(): Promise<void> {
    if (this.parts.length === 0) return;
    const { sql, values } = this.statement();
    await this.tx.$executeRawUnsafe(sql, ...values);
  }

  /** The last part returns the answer. */
  private statement(): { sql: string; values: unknown[] } {
    const values: unknown[] = [this.key];
    const param: Param = (value) => `$${values.push(value)}`;
    const texts = this.parts.map((part) => part(param));
    [this.parts, this.rows] = [[], 0];
    const last = texts.pop() ?? "";
    const before = texts.map((text, i) => `part${i} AS (${text})`);
    const sql = before.length === 0 ? last : `WITH ${before.join(", ")} ${last}`;
    return { sql: `${KEEP_PLAN}${sql}`, values };
  }
}
