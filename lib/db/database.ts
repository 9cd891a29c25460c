import type { Prisma, PrismaClient } from "./generated/client";

export type Database = PrismaClient;

/** A client within a transaction. The database itself is none: it could connect, and a transaction cannot. */
export type Transaction = Prisma.TransactionClient & { readonly $connect?: never };

/** Statements within a transaction, whichever client began it. */
export type StatementsOfOne = Queryable & { readonly $connect?: never };

/** What statements written in SQL can be sent to: a database, or a transaction. */
export interface Queryable {
  $queryRawUnsafe<T = unknown>(sql: string, ...values: unknown[]): Promise<T>;
  /** @returns how many rows were written */
  $executeRawUnsafe(sql: string, ...values: unknown[]): Promise<number>;
}
