import type { Queryable } from "../client";
import { KEEP_PLAN } from "../keep-plan";
import { isCluster, ON_ONE_SERVER } from "../nodes";
import type { List, ParamColumn, Param } from "./list-params";
import { listOf, bindRow } from "./list-params";
import type { AnyTable, Columns, Fields } from "./table";
import { makeNodeCall } from "./on-node";
import { listColumns, updateOfStanding } from "./table";
import { placeAtSession } from "../places";

/** A column of the session's own row that gets a new value. */
export interface SessionColumn<Row> extends ParamColumn<Row> {
  /** SQL for what it becomes where the session stands, when that is not the value: `session` is its row, `t` has the value. */
  readonly becomes?: string;
}

/** Rows of one of the sessions. */
export interface RowsOfSession {
  readonly session: string;
  readonly rows: Iterable<Fields>;
}

interface OfSession {
  readonly session: string;
}

export interface WrittenRow {
  readonly session: string;
  readonly project: string;
  readonly version: number;
  /** The time at which the session was made. */
  readonly born: Date;
}

type Part = (param: Param) => string;

const ROWS_PER_STATEMENT = 5_000;

/**
 * The writes of some sessions in as few statements as possible: each statement costs a round trip, and most sessions get
 * little at a time. The parts of a statement do not see each other, so no two of them may change the same row. A statement
 * about one session is run by the session's node of a cluster; one about several is for a single server.
 */
export class SessionsWrite {
  private parts: Part[] = [];
  private rows = 0;
  private readonly isAlone: boolean;
  private isOnNode = false;
  /** The tables of the statement that is being written. */
  private readonly tables = new Set<string>();

  /** @param keys of the sessions, which the caller has locked */
  constructor(
    private readonly tx: Queryable,
    private readonly keys: readonly string[],
  ) {
    this.isAlone = keys.length === 1;
  }

  /** Deletes all rows of the sessions from tables. */
  async clear(tables: readonly { readonly name: string }[]): Promise<void> {
    const writeOwn = (param: Param) =>
      this.isAlone ? this.session : `ANY(${param([...this.keys])}::uuid[])`;
    for (const { name } of tables)
      this.parts.push((param) => `DELETE FROM ${this.place(name)} WHERE session_id = ${writeOwn(param)}`);
    await this.flush();
  }

  /** @param mayStand whether rows with the same keys may exist, which are then updated */
  async insert(of: AnyTable, rowsOfSessions: Iterable<RowsOfSession>, mayStand = false): Promise<void> {
    const columns = listColumns(of.columns);
    const ownColumns = this.isAlone ? columns.map(makeOwnColumn) : [...columns.map(makeOwnColumn), OWN_KEY];
    const names = columns.map(({ name }) => `"${name}"`).join(", ");
    const onConflict = mayStand ? updateOfStanding(of) : "";
    for (const slice of sliceRows(rowsOfSessions)) {
      this.parts.push((param) => {
        const { sql, values } = listOf(ownColumns, slice, param);
        return `INSERT INTO ${this.place(of.name)} (session_id, ${names})
          SELECT ${this.session}, ${values.slice(0, columns.length).join(", ")} FROM ${sql} ${onConflict}`;
      });
      this.rows += slice.length;
      if (this.rows >= ROWS_PER_STATEMENT) await this.flush();
    }
  }

  /**
   * Changes or deletes rows of the sessions that stand in one of their tables.
   * @param does the statement's begin, up to its list; `r` is the table
   * @param columns of the list, `t`
   * @param where which row of the table a row of the list is about, besides its session
   */
  change(
    table: string,
    does: (r: string) => string,
    columns: Columns,
    rowsOfSessions: Iterable<RowsOfSession>,
    where: string,
  ): void {
    const rows = [...sliceRows(rowsOfSessions)].flat();
    if (rows.length === 0) return;
    const ownColumns = [...listColumns(columns).map(makeOwnColumn), ...(this.isAlone ? [] : [OWN_KEY])];
    this.parts.push((param) => {
      const { sql } = listOf(ownColumns, rows, param);
      return `${does(this.place(table, "r"))} ${sql} WHERE r.session_id = ${this.session} AND ${where}`;
    });
  }

  /** Writes what was added, and the columns of the sessions' rows. */
  end<Row extends OfSession>(
    columns: readonly SessionColumn<Row>[],
    rows: readonly Row[],
  ): Promise<WrittenRow[]> {
    return this.answer((param) => {
      const list = this.list(columns, rows, param);
      const sets = columns.map(
        ({ name, becomes }, i) => `"${name}" = ${becomes ?? list.values[i] ?? "NULL"}`,
      );
      return `UPDATE ${this.place("session")} SET ${sets.join(", ")} FROM ${list.sql}
        WHERE session.session_id = ${this.session} RETURNING ${WRITTEN_COLUMNS}`;
    });
  }

  /**
   * Like `end`, of sessions that are not there yet.
   * @returns only the rows of those that nobody else has made meanwhile; then what was written must not stay
   */
  begin<Row extends OfSession>(
    columns: readonly ParamColumn<Row>[],
    rows: readonly Row[],
  ): Promise<WrittenRow[]> {
    return this.answer((param) => {
      const list = this.list(columns, rows, param);
      return `INSERT INTO ${this.place("session")} (session_id, ${columns.map(({ name }) => `"${name}"`).join(", ")})
        SELECT ${[this.session, ...list.values.slice(0, columns.length)].join(", ")} FROM ${list.sql}
        ON CONFLICT (session_id) DO NOTHING RETURNING ${WRITTEN_COLUMNS}`;
    });
  }

  private async answer(last: Part): Promise<WrittenRow[]> {
    this.parts.push(last);
    return (await this.send()).map((row) => ({
      session: row.session_id,
      project: row.project_id,
      version: Number(row.version),
      born: new Date(row.born),
    }));
  }

  /** A session's key in a statement. */
  private get session(): string {
    if (!this.isAlone) return `t."session_id"`;
    return this.isOnNode ? "$2" : "$1::uuid";
  }

  /** A table in a statement. */
  private place(name: string, alias = name): string {
    this.tables.add(name);
    if (this.isOnNode) return `{${name}} AS "${alias}"`;
    return alias === name ? `"${name}"` : `"${name}" ${alias}`;
  }

  private list<Row extends OfSession>(
    columns: readonly ParamColumn<Row>[],
    rows: readonly Row[],
    param: Param,
  ): List {
    const [first] = rows;
    return this.isAlone && first !== undefined
      ? bindRow(columns, first, param)
      : listOf<Row>([...columns, KEY], rows, param);
  }

  private async flush(): Promise<void> {
    if (this.parts.length > 0) await this.send(false);
  }

  /** @param answers whether the last part returns rows */
  private async send(answers = true): Promise<AnswerRow[]> {
    const [session = ""] = this.keys;
    this.isOnNode = this.isAlone && (await isCluster(this.tx));
    if (!this.isOnNode) {
      const values: unknown[] = this.isAlone ? [session] : [];
      const { last, before } = this.writeTexts((value) => `$${values.push(value)}`);
      const sql = before === "" ? last : `WITH ${before} ${last}`;
      const text = this.isAlone ? placeAtSession(`${KEEP_PLAN}${sql}`) : `${KEEP_PLAN}${ON_ONE_SERVER}${sql}`;
      return this.tx.$queryRawUnsafe(text, ...values);
    }
    const params: unknown[] = [];
    const { last, before } = this.writeTexts((value) => `($1)[${params.push(value)}]`);
    const answer = answers ? "(SELECT jsonb_agg(last) FROM last)" : "NULL::jsonb";
    const text = `WITH ${before === "" ? "" : `${before}, `}last AS (${last}) SELECT ${answer}`;
    const { sql, values } = makeNodeCall(session, text, this.tables, params);
    this.tables.clear();
    const [row] = await this.tx.$queryRawUnsafe<{ answer: AnswerRow[] | null }[]>(sql, ...values);
    return row?.answer ?? [];
  }

  private writeTexts(param: Param): { last: string; before: string } {
    const texts = this.parts.map((part) => part(param));
    [this.parts, this.rows] = [[], 0];
    const last = texts.pop() ?? "";
    return { last, before: texts.map((text, i) => `part${i} AS (${text})`).join(", ") };
  }
}

interface AnswerRow {
  readonly session_id: string;
  readonly project_id: string;
  readonly version: bigint | number;
  readonly born: Date | string;
}

const WRITTEN_COLUMNS =
  "session.session_id, session.project_id, session.version, session.received_at AS born";
const KEY: ParamColumn<OfSession> = { name: "session_id", type: "uuid", of: ({ session }) => session };

type OwnRow = readonly [session: string, fields: Fields];
const OWN_KEY: ParamColumn<OwnRow> = { ...KEY, of: ([session]) => session };

function makeOwnColumn({ of, ...column }: ParamColumn<Fields>): ParamColumn<OwnRow> {
  return { ...column, of: ([, fields]) => of(fields) };
}

function* sliceRows(rowsOfSessions: Iterable<RowsOfSession>): Generator<OwnRow[]> {
  let slice: OwnRow[] = [];
  for (const { session, rows } of rowsOfSessions)
    for (const fields of rows) {
      slice.push([session, fields]);
      if (slice.length < ROWS_PER_STATEMENT) continue;
      yield slice;
      slice = [];
    }
  if (slice.length > 0) yield slice;
}
