import { readdirSync, readFileSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { readSaidPlace } from "@/lib/db/guarded-pool";
import type { SaidPlace } from "./places";
import { complaintsAboutPlace } from "./places";
import { complaintsAbout } from "./judge";
import { ON_ONE_SERVER } from "@/lib/db/nodes";
import { hearStatements } from "./sent-statements";

/**
 * Checks every statement that a test file sends to the database for the rules that make it run alike on one server and
 * on a cluster. The client records the statements as it sends them. Files share the client, so it is changed only once.
 */
const shared = globalThis as {
  sightglassStatements?: Set<string>;
  /** What statements say of their place that the program sends, by their text. */
  sightglassPlaces?: Map<string, Map<string, SaidPlace | null>>;
  sightglassComplaints?: Map<string, Promise<string[]>>;
};
if (shared.sightglassStatements === undefined)
  hearStatements((text, client, asked) => {
    shared.sightglassStatements?.add(text);
    if (!Object.hasOwn(client, "query")) return;
    const said = readSaidPlace(asked);
    const known = shared.sightglassPlaces?.get(text) ?? new Map<string, SaidPlace | null>();
    shared.sightglassPlaces?.set(text, known.set(JSON.stringify(said), said));
  });
const statements = (shared.sightglassStatements ??= new Set());
const places = (shared.sightglassPlaces ??= new Map());
statements.clear();
places.clear();
/** Many files send the same statements. */
const complaints = (shared.sightglassComplaints ??= new Map());

export function statementsSent(): readonly string[] {
  return [...statements];
}

/** They are sent whole, and have rules of their own: `migration.test.ts`. */
const MIGRATIONS: ReadonlySet<string> = new Set(
  readdirSync("prisma/migrations", { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readFileSync(`prisma/migrations/${name}/migration.sql`, "utf8")),
);

afterAll(async () => {
  const refused: { sql: string; because: string[] }[] = [];
  const judge = (name: string, make: () => Promise<string[]>) => {
    const judged = complaints.get(name) ?? make();
    complaints.set(name, judged);
    return judged;
  };
  for (const sql of statements) {
    if (MIGRATIONS.has(sql)) continue;
    const because = [...(await judge(sql, () => complaintsAbout(sql)))];
    for (const [name, said] of sql.includes(ON_ONE_SERVER) ? [] : (places.get(sql) ?? []))
      because.push(...(await judge(`${name} ${sql}`, () => complaintsAboutPlace(sql, said))));
    if (because.length > 0) refused.push({ sql, because });
  }
  expect(refused).toEqual([]);
});
