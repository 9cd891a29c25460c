import { readdirSync, readFileSync } from "node:fs";
import { parse } from "libpg-query";
import { expect, it } from "vitest";
import { listStatements } from "./migrate.mjs";

const scripts = readdirSync("prisma/migrations", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => [name, readFileSync(`prisma/migrations/${name}/migration.sql`, "utf8")] as const);

it.each(scripts)("%s is sent as the statements that it has", async (_, script) => {
  const all = (await parse(script)).stmts?.length ?? 0;
  const sent = await Promise.all(listStatements(script).map((one) => parse(one)));
  expect(sent.map(({ stmts }) => stmts?.length)).toEqual(Array.from({ length: all }, () => 1));
});
