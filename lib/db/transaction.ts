import type { Database, Queryable } from "./database";
import type { DirectStatements, TransactionOptions } from "./direct-statements";

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
  return direct.get(db)?.transaction(work, options) ?? db.$transaction(work, options);
}
