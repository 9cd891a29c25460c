import type { PrismaClient } from "./generated/client";

export type Database = PrismaClient;
export type Queryable = Pick<PrismaClient, "$queryRawUnsafe" | "$executeRawUnsafe">;
