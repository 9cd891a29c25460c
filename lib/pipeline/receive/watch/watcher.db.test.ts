import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeSessionKey } from "@/lib/db/session-id";
import { deriveSession } from "@/lib/pipeline/derive/derive-session";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { followFolders } from "./follow-folders";
import type { WatchPlace } from "@/lib/agent-folders";
import { watchPlaces } from "@/lib/agent-folders";
import type { SessionWatcher, WatchOptions } from "./watcher";

const db = testDatabase();
const PROJECT = freshProject();
const home = mkdtempSync(path.join(tmpdir(), "sightglass-watch-"));
const places = watchPlaces({}, home);
const claude = places.find(({ agent }) => agent === "Claude Code") as WatchPlace;
const project = path.join(claude.folder, "-home-dev-shop");
afterAll(() => rmSync(home, { recursive: true, force: true }));

let running: SessionWatcher | undefined;
let taken: { unit: string; added: number }[] = [];
beforeEach(() => {
  taken = [];
  mkdirSync(project, { recursive: true });
});
afterEach(async () => running?.stop());

async function follow(onProblem?: WatchOptions["onProblem"]) {
  running = await followFolders(db, PROJECT, {
    places,
    onTaken: (_, unit, added) => void taken.push({ unit, added }),
    onProblem:
      onProblem ??
      ((unit, error) => {
        throw new Error(unit, { cause: error });
      }),
  });
}

function exchange(session: string, no: number): string[] {
  const at = (second: number) => `2026-10-02T10:${String(no).padStart(2, "0")}:0${second}.000Z`;
  const common = {
    sessionId: session,
    isSidechain: false,
    userType: "external",
    cwd: "/home/dev/shop",
    version: "2.1.0",
  };
  const before = no === 0 ? null : `${session}-a${no - 1}`;
  return [
    {
      ...common,
      type: "user",
      uuid: `${session}-u${no}`,
      parentUuid: before,
      timestamp: at(1),
      message: { role: "user", content: `Question ${no}` },
    },
    {
      ...common,
      type: "assistant",
      uuid: `${session}-a${no}`,
      parentUuid: `${session}-u${no}`,
      timestamp: at(3),
      requestId: `${session}-r${no}`,
      message: {
        id: `${session}-m${no}`,
        role: "assistant",
        model: "claude-sonnet-4-5",
        content: [{ type: "text", text: `Answer ${no}` }],
        usage: { input_tokens: 20 + no * 30, output_tokens: 5 },
      },
    },
  ].map((record) => JSON.stringify(record));
}

async function turnsOf(session: string): Promise<number> {
  const key = makeSessionKey(PROJECT, session);
  if (!(await deriveSession(db, key))) return 0;
  return (await db.session.findFirstOrThrow({ where: { sessionId: key } })).turns;
}

async function untilTurns(session: string, turns: number, most = 60_000): Promise<void> {
  const began = Date.now();
  while ((await turnsOf(session)) !== turns) {
    if (Date.now() - began > most) expect(await turnsOf(session)).toBe(turns);
    await wait(20);
  }
}

const fileOf = (session: string) => path.join(project, `${session}.jsonl`);
const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

describe("following a session folder", () => {
  it("shows new lines as they come, and waits for the rest of a half-written one", async () => {
    writeFileSync(fileOf("s1"), text(exchange("s1", 0)));
    await follow();
    await untilTurns("s1", 1);
    appendFileSync(fileOf("s1"), text(exchange("s1", 1)));
    await untilTurns("s1", 2);
    const [question = "", answer = ""] = exchange("s1", 2);
    appendFileSync(fileOf("s1"), `${question}\n${answer.slice(0, 90)}`);
    await wait(400);
    expect(await turnsOf("s1")).toBe(2);
    appendFileSync(fileOf("s1"), `${answer.slice(90)}\n`);
    await untilTurns("s1", 3);
  });

  it("follows what another process writes, also when that is killed in the middle of a line", async () => {
    await follow();
    const lines = [0, 1, 2].flatMap((no) => exchange("s2", no));
    const script = `const fs = require("node:fs"); const lines = ${JSON.stringify(lines)};
      for (const line of lines) fs.appendFileSync(process.argv[1], line + "\\n");
      fs.appendFileSync(process.argv[1], '{"type":"user","uuid":"s2-u');
      setInterval(() => {}, 1000);`;
    const writer = spawn(process.execPath, ["-e", script, fileOf("s2")]);
    await untilTurns("s2", 3);
    writer.kill("SIGKILL");
    await once(writer, "exit");
    appendFileSync(fileOf("s2"), `\n${text(exchange("s2", 3))}`);
    await untilTurns("s2", 4);
  });

  it("goes on where it was after a restart, and does not read again what it has", async () => {
    await follow();
    writeFileSync(fileOf("s3"), text(exchange("s3", 0)));
    writeFileSync(fileOf("s4"), text(exchange("s4", 0)));
    await untilTurns("s3", 1);
    await untilTurns("s4", 1);
    await wait(200);
    await running?.stop();
    appendFileSync(fileOf("s3"), text(exchange("s3", 1)));
    taken = [];
    await follow();
    await untilTurns("s3", 2);
    await wait(300);
    expect(taken.map(({ unit }) => unit)).toEqual(["Claude Code: -home-dev-shop/s3"]);
  });

  it("reads a file that was truncated or replaced from its beginning, and loses nothing", async () => {
    await follow();
    writeFileSync(fileOf("s5"), text([...exchange("s5", 0), ...exchange("s5", 1)]));
    await untilTurns("s5", 2);
    truncateSync(fileOf("s5"), 0);
    appendFileSync(fileOf("s5"), text(exchange("s6", 0)));
    await untilTurns("s6", 1);
    expect(await turnsOf("s5")).toBe(2);
    rmSync(fileOf("s5"));
    writeFileSync(fileOf("s5"), text([...exchange("s5", 0), ...exchange("s5", 1), ...exchange("s5", 2)]));
    await untilTurns("s5", 3);
  });

  it("puts what comes after a rotation behind what was there, and tells of a file that says it otherwise", async () => {
    const textsOf = async (session: string) => {
      const blocks = await db.block.findMany({ where: { sessionId: makeSessionKey(PROJECT, session) } });
      return blocks.map((block) => block.text);
    };
    await follow();
    writeFileSync(fileOf("s12"), text([...exchange("s12", 0), ...exchange("s12", 1)]));
    await untilTurns("s12", 2);
    renameSync(fileOf("s12"), path.join(project, "s12.jsonl.1"));
    writeFileSync(fileOf("s12"), text(exchange("s12", 2)));
    await untilTurns("s12", 3);
    appendFileSync(fileOf("s12"), text(exchange("s12", 3)));
    await untilTurns("s12", 4);
    expect(await textsOf("s12")).toEqual(
      expect.arrayContaining(["Answer 0", "Answer 1", "Answer 2", "Answer 3"]),
    );
    writeFileSync(fileOf("s12"), text(exchange("s12", 1)).replace("Answer 1", "Reply 1"));
    const began = Date.now();
    while (!(await textsOf("s12")).includes("Reply 1") && Date.now() - began < 60_000) {
      await turnsOf("s12");
      await wait(20);
    }
    expect(await textsOf("s12")).toEqual(expect.arrayContaining(["Answer 1", "Reply 1"]));
    expect(await turnsOf("s12")).toBe(4);
    const where = { projectId: PROJECT, code: "overlap_differs" };
    expect(await db.ingestionWarning.count({ where })).toBe(1);
  });

  it("reads nothing that lies elsewhere, is called otherwise, or is old", async () => {
    const outside = path.join(home, "elsewhere.jsonl");
    writeFileSync(outside, text(exchange("s7", 0)));
    symlinkSync(outside, fileOf("s7"));
    writeFileSync(path.join(project, "notes.txt"), text(exchange("s8", 0)));
    writeFileSync(fileOf("s9"), text(exchange("s9", 0)));
    const longAgo = new Date(Date.now() - 30 * 24 * 60 * 60_000);
    utimesSync(fileOf("s9"), longAgo, longAgo);
    await follow();
    writeFileSync(fileOf("s10"), text(exchange("s10", 0)));
    await untilTurns("s10", 1);
    await wait(300);
    expect(await Promise.all(["s7", "s8", "s9"].map(turnsOf))).toEqual([0, 0, 0]);
    appendFileSync(fileOf("s9"), text(exchange("s9", 1)));
    await untilTurns("s9", 2);
  });

  it("takes nothing into a database that a newer program has changed, and all of it afterwards", async () => {
    const later = "29990101000000_of_a_later_version";
    await db.$executeRawUnsafe(
      "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ($1, '', $1, $2::timestamptz)",
      later,
      new Date(),
    );
    const problems: string[] = [];
    await follow((_, error) => void problems.push(String(error)));
    writeFileSync(fileOf("later"), text(exchange("later", 0)));
    await expect.poll(() => problems[0]).toContain(`older than the database, which has ${later}`);
    expect(await turnsOf("later")).toBe(0);
    await db.$executeRawUnsafe("DELETE FROM _prisma_migrations WHERE id = $1", later);
    await untilTurns("later", 1);
  });
});
