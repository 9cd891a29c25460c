import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { openDatabase } from "@/lib/db/client";
import { makeSessionKey } from "@/lib/db/session-id";
import { demoStory } from "@/lib/demo";
import { analyseSession } from "@/lib/pipeline/analyse/analyse-session";
import { deriveSession } from "@/lib/pipeline/derive/derive-session";
import { testDatabase } from "@/lib/testing/database";
import { addProject, addSession } from "@/lib/testing/team";
import { TEMPLATE_URL } from "@/lib/testing/template";
import { testWorker } from "@/lib/testing/worker";
import { readLastBackup } from "@/lib/db/reads/last-backup";
import { describeBackupAge } from "@/lib/queries/ingestion/behind-words";
import { backUp, noteBackup, readBackup, restore } from "./backup.mjs";

testWorker();
const db = testDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), "sightglass-backup-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const url = () => process.env.DATABASE_URL ?? "";
const HARD = "quotes \"', commas, (brackets), \\ back\\slashes, {null}, \u{1f600} and\nlines";
let project: string;

beforeAll(async () => {
  project = await addProject(db);
  await addSession(db, project, "backed-up");
  const sessionId = makeSessionKey(project, "backed-up-external");
  await db.record.create({ data: { sessionId, no: 0, turn: 0, type: HARD, event: "e" } });
  await db.project.update({ where: { id: project }, data: { name: HARD, settings: { a: null, b: [HARD] } } });
});

async function ask(to: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: to });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** @param isMigrated whether it has the tables already, as a copy of what all tests begin with: to migrate takes seconds */
async function emptyDatabase(name: string, isMigrated = false): Promise<string> {
  const beside = new URL(url());
  beside.pathname = "/postgres";
  await ask(beside.href, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  const template = isMigrated ? process.env[TEMPLATE_URL] : undefined;
  const copied = template === undefined ? "" : ` TEMPLATE "${new URL(template).pathname.slice(1)}"`;
  await ask(beside.href, `CREATE DATABASE ${name}${copied}`);
  beside.pathname = `/${name}`;
  return beside.href;
}

let backedUp:
  | Promise<{ readonly file: string; readonly written: Awaited<ReturnType<typeof backUp>> }>
  | undefined;

/** One backup for all tests that only read it. */
function wholeBackup() {
  const file = path.join(folder, "whole.backup");
  return (backedUp ??= backUp(url(), file).then((written) => ({ file, written })));
}

const CONTENT = `SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) AS all_rows, count(*)::int AS rows FROM`;

describe("a backup", () => {
  it("gives the same rows in another database, to the last byte, and their number is read back", async () => {
    const { file, written } = await wholeBackup();
    expect(await readBackup(file)).toEqual(written);
    const other = await emptyDatabase("restored_whole");
    expect(await restore(other, file)).toEqual(written);
    for (const table of ["event", "content", "turn", "block", "project", "session", "record"])
      expect({ table, rows: await ask(other, `${CONTENT} ${table} t`) }).toEqual({
        table,
        rows: await ask(url(), `${CONTENT} ${table} t`),
      });
    const [row] = await ask(other, `SELECT name, settings FROM project WHERE id = '${project}'`);
    expect(row).toEqual({ name: HARD, settings: { a: null, b: [HARD] } });
    expect(written.find(({ table }) => table === "event")?.rows).toBeGreaterThan(2);
  });

  it("is noted, so that the health of the instance can say how old it is", async () => {
    const at = new Date(Date.UTC(2026, 0, 5));
    await noteBackup(url(), at);
    expect(await readLastBackup(db)).toEqual(at);
    expect(describeBackupAge(await readLastBackup(db), Date.UTC(2026, 0, 9))).toEqual([
      "the last good backup is 4 d old",
    ]);
    const later = new Date(at.getTime() + 1_000);
    await noteBackup(url(), later);
    expect(await readLastBackup(db)).toEqual(later);
    await noteBackup(url(), new Date());
  });

  it("holds one moment: what is written meanwhile is in it whole or not at all", async () => {
    const file = path.join(folder, "moment.backup");
    let isOver = false;
    const writing = (async () => {
      for (let i = 0; !isOver; i++) await addSession(db, project, `meanwhile-${i}`);
    })();
    await backUp(url(), file);
    isOver = true;
    await writing;
    const other = await emptyDatabase("restored_moment", true);
    await restore(other, file);
    const [torn] = await ask(
      other,
      `SELECT count(*)::int AS sessions FROM session s WHERE project_id = '${project}' AND last_seq <> (SELECT count(*) FROM event e WHERE e.session_id = s.session_id)`,
    );
    expect(torn).toEqual({ sessions: 0 });
    const id = makeSessionKey(project, "backed-up-external");
    expect(await ask(other, `SELECT turns FROM session WHERE session_id = '${id}'`)).toEqual([{ turns: 3 }]);
  });

  it.each([
    ["that was cut off", (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    [
      "of which a row is missing",
      (bytes: Buffer) => {
        const lines = gunzipSync(bytes).toString("utf8").split("\n");
        return gzipSync(
          lines.filter((_, i) => i !== lines.findIndex((line) => line.startsWith('"'))).join("\n"),
        );
      },
    ],
    ["that is something else", () => gzipSync("hello\n")],
    ["that is not packed", () => Buffer.from("hello\n")],
  ])("%s is refused, and the database stays empty", async (_, spoil) => {
    const { file } = await wholeBackup();
    const broken = path.join(folder, "broken.backup");
    writeFileSync(broken, spoil(readFileSync(file)));
    const other = await emptyDatabase("restored_broken", true);
    await expect(restore(other, broken)).rejects.toThrow("is no whole backup");
    const [{ there } = {}] = await ask(other, "SELECT to_regclass('public.event') IS NOT NULL AS there");
    if (there === true) expect(await ask(other, "SELECT 1 FROM event")).toEqual([]);
  });

  it("of the first version is read today as it was then", async () => {
    const other = await emptyDatabase("restored_first");
    await restore(other, "lib/testing/fixtures/0.1.0.backup");
    const first = openDatabase(other, 2);
    try {
      const [session] = await first.session.findMany({
        select: { sessionId: true, agent: true, turns: true },
      });
      expect(session).toMatchObject({ agent: expect.stringContaining("support-desk"), turns: 7 });
      const key = session?.sessionId ?? "";
      await deriveSession(first, key, { rebuild: true });
      await analyseSession(first, key, { rebuild: true });
      const findings = await first.finding.findMany({ where: { sessionId: key }, select: { code: true } });
      expect(findings.map(({ code }) => code)).toContain("evidence.dangling");
      const then = foldSession(demoStory("refund"));
      const turns = await first.turn.findMany({ where: { sessionId: key }, orderBy: { turn: "asc" } });
      expect(turns.map(({ entries }) => entries)).toEqual(then.turns.map(({ window }) => window.entries));
    } finally {
      await first.$disconnect();
    }
  });

  it("is not mixed with sessions that are there, and none of a newer program is taken", async () => {
    const { file } = await wholeBackup();
    await expect(restore(url(), file)).rejects.toThrow("The database holds sessions already");
    const [head = "", ...rest] = gunzipSync(readFileSync(file)).toString("utf8").split("\n");
    const known = JSON.parse(head) as { migrations: string[] };
    const newer = JSON.stringify({ ...known, migrations: [...known.migrations, "29990101_later"] });
    const later = path.join(folder, "later.backup");
    writeFileSync(later, gzipSync([newer, ...rest].join("\n")));
    const other = await emptyDatabase("restored_later", true);
    await expect(restore(other, later)).rejects.toThrow("newer than this program: it has 29990101_later");
  });
});
