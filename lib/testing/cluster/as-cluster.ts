import type { Database } from "@/lib/db/client";
import { findPlaced, placeAtSession } from "@/lib/db/places";

/** The message of a coordinator that cannot reach a node. */
export class NodeAway extends Error {
  readonly code = "08006";

  constructor() {
    super("connection to the remote node 10.0.0.2:5432 failed with the following error: Connection refused");
  }
}

/** What `prisma/citus.sql` has a node do, on the one server. */
async function writeHere(
  db: Database,
  [session, statement, , params]: readonly unknown[],
): Promise<{ answer: unknown }[]> {
  const sql = String(statement)
    .replace(/\{(\w+)\}/g, '"$1"')
    .replaceAll("($1)[", "($1::text[])[")
    .replaceAll("$2", "$2::uuid");
  const [row] = await db.$queryRawUnsafe<object[]>(placeAtSession(sql, 2), params, session);
  return [{ answer: Object.values(row ?? {})[0] }];
}

/**
 * A database on one server that says that it is a cluster, so that the statements for a cluster are sent.
 * @param away keys of sessions and streams on a node that is away: statements that name one of them fail
 */
export function asCluster(db: Database, away: () => readonly string[] = () => []): Database {
  const send =
    (method: "$queryRawUnsafe" | "$executeRawUnsafe", of: Database) =>
    (sql: string, ...values: unknown[]): Promise<unknown> => {
      if (sql.includes("pg_dist_partition")) return Promise.resolve([{ there: true }]);
      const named = new Set(values.flat());
      if (findPlaced(sql) !== undefined && away().some((key) => named.has(key)))
        return Promise.reject(new NodeAway());
      return sql.includes("write_on_node(") ? writeHere(of, values) : of[method](sql, ...values);
    };
  const wrapped = (of: Database): Database =>
    new Proxy(of, {
      get(target, name) {
        if (name === "$queryRawUnsafe" || name === "$executeRawUnsafe") return send(name, target);
        if (name === "$transaction")
          return (work: (tx: Database) => Promise<unknown>, options?: object) =>
            target.$transaction((tx) => work(wrapped(tx as Database)), options);
        return Reflect.get(target, name) as unknown;
      },
    });
  return wrapped(db);
}
