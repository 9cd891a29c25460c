import type pg from "pg";
import type { Database, Queryable } from "./database";
import { nameStatement } from "./keep-plan";
import { argOf, COLUMN_TYPES } from "./pg-values";

export interface TransactionOptions {
  /** How long it may take, from its first statement. */
  readonly timeout?: number;
  /** How long it may wait for a connection. */
  readonly maxWait?: number;
}

const TIMEOUT_MS = 5_000;
const MAX_WAIT_MS = 2_000;

/** A transaction that took too long, or that found no connection in time. */
export class TransactionOver extends Error {
  readonly code = "P2028";
}

/**
 * Sends statements written in SQL over the connections of a pool. The client's own way leads through an engine that turns each
 * value into JSON and back, and costs several times what the statement does.
 */
export class DirectStatements implements Queryable {
  constructor(private readonly pool: pg.Pool) {}

  $queryRawUnsafe<T = unknown>(sql: string, ...values: unknown[]): Promise<T> {
    return query<T>(this.pool, sql, values);
  }

  $executeRawUnsafe(sql: string, ...values: unknown[]): Promise<number> {
    return execute(this.pool, sql, values);
  }

  /**
   * Runs statements in one transaction: when `work` fails, nothing is done.
   * @throws TransactionOver when one of the times is over
   */
  async transaction<T>(
    work: (tx: Queryable) => Promise<T>,
    { timeout = TIMEOUT_MS, maxWait = MAX_WAIT_MS }: TransactionOptions = {},
  ): Promise<T> {
    const client = await limitTime(this.pool.connect(), maxWait);
    const until = performance.now() + timeout;
    const useInside = (): pg.PoolClient => {
      if (performance.now() > until)
        throw new TransactionOver(`the transaction took longer than its ${timeout} ms`);
      return client;
    };
    let broken: Error | undefined;
    try {
      await client.query("BEGIN");
      const result = await work({
        $queryRawUnsafe: async <R>(sql: string, ...values: unknown[]) => query<R>(useInside(), sql, values),
        $executeRawUnsafe: async (sql, ...values) => execute(useInside(), sql, values),
      });
      await useInside().query("COMMIT");
      return result;
    } catch (error) {
      await client.query("ROLLBACK").catch((reason: Error) => (broken = reason));
      throw error;
    } finally {
      client.release(broken);
    }
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
export function useDirectStatements(client: Database, statements: DirectStatements, pool: Pool): Database {
  const overrides: Queryable & Pick<Database, "$disconnect"> = {
    $disconnect: async () => {
      await client.$disconnect();
      await pool.end();
    },
    $queryRawUnsafe: (sql, ...values) => statements.$queryRawUnsafe(sql, ...values),
    $executeRawUnsafe: (sql, ...values) => statements.$executeRawUnsafe(sql, ...values),
  };
  const db = new Proxy(client, {
    get: (target, name) => Reflect.get(Object.hasOwn(overrides, name) ? overrides : target, name) as unknown,
  });
  direct.set(db, statements);
  return db;
}

/**
 * Statements written in SQL of which all are done or none. A transaction that also asks for models is the client's own
 * `$transaction`.
 * @throws an error that means "away" when a time is over
 */
export function runInTransaction<T>(
  db: Database,
  work: (tx: Queryable) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const runKnown = (tx: Queryable) => {
    databases.set(tx, db);
    return work(tx);
  };
  return direct.get(db)?.transaction(runKnown, options) ?? db.$transaction(runKnown, options);
}

const databases = new WeakMap<Queryable, Database>();

/** The database of a transaction, of which more is known than of the transaction; else what is given. */
export function findDatabase(queryable: Queryable): Queryable {
  return databases.get(queryable) ?? queryable;
}

type Sender = Pick<pg.ClientBase, "query">;

async function query<T>(to: Sender, sql: string, values: readonly unknown[]): Promise<T> {
  return (await to.query(makeAsked(sql, values))).rows as T;
}

async function execute(to: Sender, sql: string, values: readonly unknown[]): Promise<number> {
  return (await to.query(makeAsked(sql, values))).rowCount ?? 0;
}

function makeAsked(sql: string, values: readonly unknown[]): pg.QueryConfig {
  return { name: nameStatement(sql), text: sql, values: values.map(argOf), types: COLUMN_TYPES };
}

/** A connection that comes too late is given back at once. */
async function limitTime(connects: Promise<pg.PoolClient>, ms: number): Promise<pg.PoolClient> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), ms)));
  const client = await Promise.race([connects, late]).finally(() => clearTimeout(timer));
  if (client !== null) return client;
  connects.then(
    (come) => come.release(),
    () => undefined,
  );
  throw new TransactionOver(`no connection was free within ${ms} ms`);
}
