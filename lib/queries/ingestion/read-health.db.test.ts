import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { isOnCluster } from "@/lib/testing/cluster/cluster-database";
import pg from "pg";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import type { Database } from "@/lib/db/client";
import { listen } from "@/lib/db/notices/listen";
import { readSchemaState } from "@/lib/db/schema-state";
import { AppError } from "@/lib/errors";
import { toAppError } from "@/lib/http/respond";
import { testDatabase } from "@/lib/testing/database";
import { routeServer } from "@/lib/testing/servers/route-server";
import { diskOfDatabase, diskProblems } from "@/lib/db/disk-room.mjs";
import { readHealth, readReady } from "./read-health";
import { noteHeard, type SupervisedProcess } from "./supervised-processes";

const db = testDatabase();
const instance = routeServer();
const shared = globalThis as { sightglassProcesses?: readonly SupervisedProcess[] };
afterEach(() => delete shared.sightglassProcesses);

const GIB = 1024 ** 3;

describe("the health of an instance", () => {
  it("names a process that keeps stopping, and since when", async () => {
    const since = Date.UTC(2026, 0, 2);
    shared.sightglassProcesses = [
      { name: "app", state: "working", since, restarts: 0 },
      { name: "worker", state: "starting", since, restarts: 6 },
    ];
    expect(await readHealth(db, "0.1.0")).toMatchObject({
      status: "degraded",
      problems: ["the worker is being started, 7 times in a row"],
      processes: [{ name: "app" }, { name: "worker", state: "starting", since: "2026-01-02T00:00:00.000Z" }],
    });
  });

  it("names a process of another version at work on the same database, and no connection that has none", async () => {
    const url = process.env.DATABASE_URL ?? "";
    const listening = await new Promise<() => void>((resolve) => {
      const stop = listen(url, "health", {
        onNotice: () => undefined,
        onListening: () => resolve(() => stop()),
      });
    });
    expect((await readHealth(db, "0.1.0")).problems).toEqual([]);
    listening();
    const other = new pg.Client({
      connectionString: process.env.DATABASE_URL,
      application_name: "sightglass 9.9.9",
    });
    await other.connect();
    try {
      const { status, problems } = await readHealth(db, "0.1.0");
      expect(status).toBe("degraded");
      expect(problems).toContain("a process of version 9.9.9 works on the same database");
    } finally {
      await other.end();
    }
  });

  it("says what waits to be readable, and which worker is silent", async () => {
    const sessionId = randomUUID();
    const before = (s: number) => new Date(Date.now() - s * 1_000);
    const own = { sessionId, projectId: DEFAULT_PROJECT };
    await db.session.create({ data: { ...own, externalId: sessionId, lastSeq: 4, updatedAt: before(1) } });
    const body = { events: Buffer.alloc(0), texts: Buffer.alloc(0), textBytes: 0 };
    const place = { sessionId, batch: 0, firstSeq: 1, eventCount: 4, receivedAt: before(1_085) };
    await db.batch.create({ data: { ...place, ...body } });
    shared.sightglassProcesses = [{ name: "worker", state: "working", since: 0, restarts: 0 }];
    noteHeard("worker", performance.now() - 605_000);
    try {
      expect(await readHealth(db, "0.1.0")).toMatchObject({
        status: "degraded",
        problems: [
          "1 session waits to be readable, the oldest 18 min",
          "the worker has been silent for 10 min",
        ],
      });
      noteHeard("worker");
      expect((await readHealth(db, "0.1.0")).problems).toHaveLength(1);
    } finally {
      await db.batch.deleteMany({ where: { sessionId } });
      await db.session.deleteMany({ where: { sessionId } });
    }
  });

  it("counts the sessions that are too large to analyse, and the analyses at work", async () => {
    const before = (await readHealth(db, "0.1.0")).analyses;
    const sessionId = randomUUID();
    const own = { sessionId, projectId: DEFAULT_PROJECT, externalId: sessionId, updatedAt: new Date() };
    const refused = { analysisRefused: "it takes more than 15 minutes", refusedStamp: "r" };
    await db.session.create({ data: { ...own, ...refused, lastSeq: 4, derivedSeq: 4, analysedSeq: 0 } });
    try {
      const { analyses, problems } = await readHealth(db, "0.1.0");
      expect(analyses).toEqual({ running: 0, oldestS: 0, tooLarge: (before?.tooLarge ?? 0) + 1 });
      expect(problems).toEqual([]);
    } finally {
      await db.session.deleteMany({ where: { sessionId } });
    }
  });

  it("says that a disk is nearly full before it is", async () => {
    expect(diskProblems({ free: 5 * GIB, size: 100 * GIB })).toEqual([]);
    expect(diskProblems({ free: GIB, size: 100 * GIB })).toEqual([
      "the disk of the database is nearly full: 1024 MiB of 102400 MiB are left; nothing is stored when it is full",
    ]);
    expect(diskProblems({ free: 0.07 * GIB, size: 0.5 * GIB })).toEqual([]);
    expect(diskProblems({ free: 0.04 * GIB, size: 0.5 * GIB })).toEqual([
      "the disk of the database is full: 40 MiB of 512 MiB are left; nothing is stored until there are 64",
    ]);
    expect((await diskOfDatabase("/"))?.size).toBeGreaterThan(0);
    expect(await diskOfDatabase("")).toBeNull();
  });
});

describe("a process that may be sent requests", () => {
  it("fits the database's schema", async () => {
    expect(await readReady(db)).toEqual({ ready: true });
    expect(await readSchemaState(db)).toEqual({ unknown: [], missing: [] });
    expect(await readSchemaState(db, ["29990101_later"])).toMatchObject({ missing: ["29990101_later"] });
  });

  it("is not one of an older version than the database's", async () => {
    const name = "29990101000000_of_a_later_version";
    await db.$executeRawUnsafe(
      "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ($1, '', $1, $2::timestamptz)",
      name,
      new Date(),
    );
    try {
      await expect(readReady(db)).rejects.toThrow(`the database is newer than this program: it has ${name}`);
      expect((await readHealth(db, "0.1.0")).problems).toEqual([
        `the database is newer than this program: it has ${name}`,
      ]);
    } finally {
      await db.$executeRawUnsafe("DELETE FROM _prisma_migrations WHERE id = $1", name);
    }
  });
});

/** PostgreSQL's own error for a disk without room, at each write of a table. */
async function withFullDisk(table: string, work: () => Promise<void>): Promise<void> {
  await db.$executeRawUnsafe(`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'could not extend file "base/1": No space left on device' USING ERRCODE = 'disk_full'; END $$`);
  await db.$executeRawUnsafe(
    `CREATE TRIGGER no_room BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION no_room()`,
  );
  try {
    await work();
  } finally {
    await db.$executeRawUnsafe("DROP FUNCTION no_room CASCADE");
  }
}

describe("a full disk", () => {
  const event = {
    id: "e1",
    session: "full-disk",
    at: "2026-01-01T00:00:00.000Z",
    type: "session.started",
  };
  const send = (path: string, body: unknown) =>
    fetch(`${instance.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  // A cluster takes no trigger on a table that is spread.
  it.skipIf(isOnCluster())(
    "is 503 with its reason for events, and the same events are taken once there is room",
    async () => {
      await withFullDisk("event", async () => {
        const answer = await send("/api/v1/events", { events: [event] });
        expect([answer.status, await answer.json()]).toEqual([
          503,
          {
            error: {
              code: "unavailable",
              message: "the server's disk is full, so nothing was stored; send it again when there is room",
            },
          },
        ]);
        expect(answer.headers.get("retry-after")).toBe("30");
      });
      const again = await send("/api/v1/events", { events: [event] });
      expect([again.status, await again.json()]).toMatchObject([200, { accepted: 1 }]);
      expect(await db.session.count({ where: { projectId: DEFAULT_PROJECT, externalId: "full-disk" } })).toBe(
        1,
      );
    },
  );

  it("is said by the health, which answers even where PostgreSQL refuses to read", async () => {
    const refusing = {
      $queryRawUnsafe: () =>
        db.$queryRawUnsafe("DO $$ BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = 'disk_full'; END $$"),
    } as unknown as Database;
    expect(await readHealth(refusing, "0.1.0")).toMatchObject({
      status: "degraded",
      problems: ["the disk of the database is full; nothing is stored"],
    });
  });

  it("is the same where the files of an upload find no room", () => {
    const error = toAppError(Object.assign(new Error("write"), { code: "ENOSPC" }));
    expect(error).toBeInstanceOf(AppError);
    expect(error.message).toContain("disk is full");
  });
});
