import type { Queryable } from "../client";
import { KEEP_PLAN } from "../keep-plan";
import { ON_ONE_SERVER } from "../nodes";
import type { List, Listed, Param } from "./listed";
import { listOf } from "./listed";
import type { AnyTable, Columns, Fields } from "./table";
import { listed, updateOfStanding } from "./table";

/** A new value of a column in the row of a session. */
export interface Assigned {
  readonly type: string;
  readonly value: unknown;
  /** SQL for what the column becomes, where that is not the value: `s` is the session's row, and `t` has the value. */
  readonly becomes?: string;
}

export type Assignments = Readonly<Record<string, Assigned>>;

/** A row of one of the sessions. */
export type SessionFields = Fields & { readonly session: string };

export interface WrittenRow {
  readonly session: string;
  readonly project: string;
  readonly version: number;
}

type Part = (param: Param) => string;

const ROWS_PER_STATEMENT = 5_000;

/**
 * The writes of some sessions in as few statements as possible: each statement costs a round trip, and most sessions get
 * little at a time. The parts of a statement do not see each other, so no two of them may change the same row. A statement
 * about one session names it by a parameter, so that a cluster sends it to the session's node; one about several is for a
 * single server.
 */
export class SessionsWrite {
  private parts: Part[] = [];
  private rows = 0;
  private readonly isAlone: boolean;

  /** @param keys of the sessions, which the caller has locked */
  constructor(
    private readonly tx: Queryable,
    private readonly keys: readonly string[],
  ) {
    this.isAlone = keys.length === 1;
  }

  /** Deletes all rows of the sessions from tables. */
  async clear(tables: readonly { readonly name: string }[]): Promise<void> {
    const own = (param: Param) => (this.isAlone ? "$1::uuid" : `ANY(${param([...this.keys])}::uuid[])`);
    for (const { name } of tables)
      this.parts.push((param) => `DELETE FROM "${name}" WHERE session_id = ${own(param)}`);
    await this.flush();
  }

  /** @param mayStand whether rows with the same keys may exist, which are then updated */
  async insert(of: AnyTable, rows: Iterable<SessionFields>, mayStand = false): Promise<void> {
    const columns = listed(of.columns);
    const names = columns.map(({ name }) => `"${name}"`).join(", ");
    const standing = mayStand ? updateOfStanding(of) : "";
    for (const slice of slicesOf(rows)) {
      this.parts.push((param) => {
        const { sql, values } = this.list(columns, slice, param);
        return `INSERT INTO "${of.name}" (session_id, ${names})
          SELECT ${this.session}, ${values.slice(0, columns.length).join(", ")} FROM ${sql} ${standing}`;
      });
      this.rows += slice.length;
      if (this.rows >= ROWS_PER_STATEMENT) await this.flush();
    }
  }

  /**
   * Changes or deletes rows of the sessions that stand in one of their tables.
   * @param does the statement's begin, up to its list; the table is `r`
   * @param columns of the list, `t`
   * @param where which row of the table a row of the list is about, besides its session
   */
  change(does: string, columns: Columns, rows: readonly SessionFields[], where: string): void {
    if (rows.length === 0) return;
    this.parts.push((param) => {
      const { sql } = this.list(listed(columns), rows, param);
      return `${does} ${sql} WHERE r.session_id = ${this.session} AND ${where}`;
    });
  }

  /** Writes what was added, and gives the sessions' rows new values: the same columns for all. */
  async end(values: ReadonlyMap<string, Assignments>): Promise<WrittenRow[]> {
    const rows = [...values].map(([session, assigned]) => ({ session, assigned }));
    const columns = Object.entries(rows[0]?.assigned ?? {}).map(([name, { type, becomes }]) => ({
      name,
      type,
      becomes,
      of: ({ assigned }: (typeof rows)[number]) => assigned[name]?.value,
    }));
    this.parts.push((param) => {
      const list = this.list(columns, rows, param);
      const sets = columns.map(({ name, becomes }, i) => `"${name}" = ${becomes ?? list.values[i] ?? "NULL"}`);
      return `UPDATE session s SET ${sets.join(", ")} FROM ${list.sql}
        WHERE s.session_id = ${this.session} RETURNING s.session_id, s.project_id, s.version`;
    });
    const { sql, values: parameters } = this.statement();
    const written = await this.tx.$queryRawUnsafe<
      { session_id: string; project_id: string; version: bigint }[]
    >(sql, ...parameters);
    return written.map((row) => ({
      session: row.session_id,
      project: row.project_id,
      version: Number(row.version),
    }));
  }

  /** A session's key in a statement. */
  private get session(): string {
    return this.isAlone ? "$1::uuid" : `t."session_id"`;
  }

  private list<Row extends { readonly session: string }>(
    columns: readonly Listed<Row>[],
    rows: readonly Row[],
    param: Param,
  ): List {
    const key: Listed<Row> = { name: "session_id", type: "uuid", of: ({ session }) => session };
    return listOf(this.isAlone ? columns : [...columns, key], rows, param);
  }

  private async flush(): Promise<void> {
    if (this.parts.length === 0) return;
    const { sql, values } = this.statement();
    await this.tx.$executeRawUnsafe(sql, ...values);
  }

  /** The last part returns the answer. */
  private statement(): { sql: string; values: unknown[] } {
    const values: unknown[] = this.isAlone ? [...this.keys] : [];
    const param: Param = (value) => `$${values.push(value)}`;
    const texts = this.parts.map((part) => part(param));
    [this.parts, this.rows] = [[], 0];
    const last = texts.pop() ?? "";
    const before = texts.map((text, i) => `part${i} AS (${text})`);
    const sql = before.length === 0 ? last : `WITH ${before.join(", ")} ${last}`;
    return { sql: `${KEEP_PLAN}${this.isAlone ? "" : ON_ONE_SERVER}${sql}`, values };
  }
}

function* slicesOf<T>(rows: Iterable<T>): Generator<T[]> {
  let slice: T[] = [];
  for (const row of rows) {
    slice.push(row);
    if (slice.length < ROWS_PER_STATEMENT) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}
