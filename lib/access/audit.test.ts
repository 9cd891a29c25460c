import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, expectTypeOf, it } from "vitest";
import type { Database, StatementsOfOne, Transaction } from "@/lib/db/client";
import type { noteSystem, noteInAuditLog } from "./audit";

it("an entry is written in a transaction: the compiler refuses a database in its place", () => {
  expectTypeOf<Database>().not.toExtend<StatementsOfOne>();
  expectTypeOf<Transaction>().toExtend<StatementsOfOne>();
  expectTypeOf<Parameters<typeof noteInAuditLog>[0]>().toEqualTypeOf<StatementsOfOne>();
  expectTypeOf<Parameters<typeof noteSystem>[0]>().toEqualTypeOf<StatementsOfOne>();
});

it("and nothing else writes entries, but what is counted and what is withdrawn", () => {
  const files = ["lib", "app"].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: "utf8" }).map((file) => path.join(room, file)),
  );
  const writers = files.filter((file) => {
    if (!/\.tsx?$/.test(file) || /\.test\.|lib\/(?:testing|db\/generated)\//.test(file)) return false;
    return /INSERT INTO audit_entry|auditEntry\s*\.\s*(?:create|upsert|update)/.test(
      readFileSync(file, "utf8"),
    );
  });
  expect(writers.toSorted()).toEqual([
    "lib/access/audit-counted.ts",
    "lib/access/audit.ts",
    "lib/access/key-use.ts",
    "lib/access/withdraw-grants.ts",
  ]);
});
