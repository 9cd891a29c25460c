import type { PrismaPg } from "@prisma/adapter-pg";
import { clearLogs } from "@prisma/debug";
import type { ArgType, SqlDriverAdapter, SqlQueryable } from "@prisma/driver-adapter-utils";
import type { Database, Queryable } from "./database";
import { argOf, clientRows } from "./raw-values";

export interface TransactionOptions {
  /** How long it may take, from its first statement. */
  readonly timeout?: number;
  /** How long it may wait for a connection. */
  readonly maxWait?: number;
}

const TIMEOUT_MS = 5_000;
const MAX_WAIT_MS = 2_000;

/** The driver tells the type of a value by itself. */
const UNTYPED: ArgType = { scalarType: "unknown", arity: "scalar" };

/** A transaction that took too long, or that found no connection in time. */
export class TransactionOver extends Error {
  readonly code = "P2028";
}

/**
 * Sends statements written in SQL to the driver adapter. The client's own way leads through an engine that turns each value
 * into JSON and back, and costs several times what the statement does.
 */
export class DirectStatements implements Queryable {
  private adapter: Promise<SqlDriverAdapter> | undefined;

  constructor(private readonly factory: PrismaPg) {}

  async $queryRawUnsafe<T = unknown>(sql: string, ...values: unknown[]): Promise<T> {
    return query<T>(await this.opened(), sql, values);
  }

  async $executeRawUnsafe(sql: string, ...values: unknown[]): Promise<number> {
    return execute(await this.opened(), sql, values);
  }

  /**
   * Does everything or, when `work` fails, nothing.
   * @throws TransactionOver when one of the times is over
   */
  async transaction<T>(
    work: (tx: Queryable) => Promise<T>,
    { timeout = TIMEOUT_MS, maxWait = MAX_WAIT_MS }: TransactionOptions = {},
  ): Promise<T> {
    const begun = await inTime((await this.opened()).startTransaction(), maxWait);
    const until = performance.now() + timeout;
    const inside = (): SqlQueryable => {
      if (performance.now() > until)
        throw new TransactionOver(`the transaction took longer than its ${timeout} ms`);
      return begun;
    };
    try {
      const result = await work({
        $queryRawUnsafe: async <R>(sql: string, ...values: unknown[]) => query<R>(inside(), sql, values),
        $executeRawUnsafe: async (sql, ...values) => execute(inside(), sql, values),
      });
      await execute(inside(), "COMMIT", []);
      await begun.commit();
      return result;
    } catch (error) {
      await execute(begun, "ROLLBACK", []).catch(() => undefined);
      await begun.rollback();
      throw error;
    }
  }

  private opened(): Promise<SqlDriverAdapter> {
    return (this.adapter ??= this.factory.connect());
  }
}

const direct = new WeakMap<Database, DirectStatements>();
interface Pool {
  end(): Promise<void>;
}

/**
 * A client whose statements written in SQL go another way than through its engine.
 * @param pool of both; it is closed with the client
 */
export function withDirectStatements(client: Database, statements: DirectStatements, pool: Pool): Database {
  const own: Queryable & Pick<Database, "$disconnect"> = {
    $disconnect: async () => {
      await client.$disconnect();
      await pool.end();
    },
    $queryRawUnsafe: (sql, ...values) => statements.$queryRawUnsafe(sql, ...values),
    $executeRawUnsafe: (sql, ...values) => statements.$executeRawUnsafe(sql, ...values),
  };
  const db = new Proxy(client, {
    get: (target, name) => Reflect.get(Object.hasOwn(own, name) ? own : target, name) as unknown,
  });
  direct.set(db, statements);
  return db;
}

/**
 * Statements written in SQL of which all are done or none. A transaction that also asks for models is the client's own
 * `$transaction`.
 * @throws an error that means "away" when a time is over
 */
export function inTransaction<T>(
  db: Database,
  work: (tx: Queryable) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const known = (tx: Queryable) => {
    databases.set(tx, db);
    return work(tx);
  };
  return direct.get(db)?.transaction(known, options) ?? db.$transaction(known, options);
}

const databases = new WeakMap<Queryable, Database>();

/** The database of a transaction, of which more is known than of the transaction; else what is given. */
export function databaseOf(queryable: Queryable): Queryable {
  return databases.get(queryable) ?? queryable;
}

async function query<T>(to: SqlQueryable, sql: string, values: readonly unknown[]): Promise<T> {
  return clientRows(await sent(() => to.queryRaw(asked(sql, values)))) as T;
}

function execute(to: SqlQueryable, sql: string, values: readonly unknown[]): Promise<number> {
  return sent(() => to.executeRaw(asked(sql, values)));
}

function asked(sql: string, values: readonly unknown[]) {
  return { sql, args: values.map(argOf), argTypes: values.map(() => UNTYPED) };
}

/** The adapter's log keeps the last hundred statements with all their values, even where nobody reads it. */
async function sent<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } finally {
    clearLogs();
  }
}

/** A transaction that begins too late is ended at once. */
async function inTime<T extends { rollback(): Promise<void> } & SqlQueryable>(
  begins: Promise<T>,
  ms: number,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((done) => (timer = setTimeout(() => done(null), ms)));
  const begun = await Promise.race([begins, late]).finally(() => clearTimeout(timer));
  if (begun !== null) return begun;
  void begins.then(
    async (transaction) => {
      await execute(transaction, "ROLLBACK", []).catch(() => undefined);
      await transaction.rollback();
    },
    () => undefined,
  );
  throw new TransactionOver(`no connection was free within ${ms} ms`);
}
