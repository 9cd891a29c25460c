import type { PrismaClient } from "./generated/client";

export type Database = PrismaClient;

/** What statements written in SQL can be sent to: a database, or a transaction. */
export interface Queryable {
  $queryRawUnsafe<T = unknown>(sql: string, ...values: unknown[]): Promise<T>;
  /** @returns how many rows were written */
  $executeRawUnsafe(sql: string, ...values: unknown[]): Promise<number>;
}
