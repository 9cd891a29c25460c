import { databaseUrl } from "@/lib/db/client";
import { giveBack } from "@/lib/db/give-back";
import { bytesWords } from "@/lib/view/storage-model";
import { complain, say } from "./say";

const SAID_FROM = 1_000_000;

/** Run by lib/cli/compact.mjs with DATABASE_URL. */
async function main(): Promise<void> {
  const given = await giveBack(databaseUrl(), { of: "all" });
  for (const { table, before, after } of given)
    if (before - after >= SAID_FROM) say(`  ${table}: ${bytesWords(before)} → ${bytesWords(after)}`);
  const sum = given.reduce((bytes, { before, after }) => bytes + before - after, 0);
  say(`  ${bytesWords(Math.max(0, sum))} are free again`);
}

main().catch((error: unknown) => {
  complain(error);
  process.exitCode = 1;
});
