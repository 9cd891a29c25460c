import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { deleteSessionTree } from "@/lib/db/sessions/delete-sessions";
import { appendEvents } from "@/lib/db/log/append";
import { makePublicId, makeSessionKey } from "@/lib/db/session-id";
import { deriveSession } from "@/lib/pipeline/derive/derive-session";
import { NoticeHub } from "@/lib/db/notices/hub";
import type { Database } from "@/lib/db/client";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { trace } from "@/lib/testing/trace-builder";
import type { Follower } from "./follow";
import { followSession, followSessions } from "./follow";
import type { StreamMessage } from "./follow";
import { placeAtSession } from "@/lib/db/places";

const db = testDatabase();
const hub = new NoticeHub(db, process.env.DATABASE_URL ?? "");
afterAll(() => hub.close());

let project = "";
beforeEach(() => {
  project = freshProject();
});

const events = (name: string, turns: number) => {
  const session = trace(name);
  for (let i = 0; i < turns; i++)
    session.turn((t) =>
      t
        .user(`Question ${i} of ${name}.`)
        .says(`Answer ${i}.`)
        .usage(100 + i, 5),
    );
  return session.events();
};

async function record(name: string, turns: number): Promise<string> {
  await appendEvents(db, project, events(name, turns), "refuse");
  const key = makeSessionKey(project, name);
  await deriveSession(db, key);
  return key;
}

function follower(more: Partial<Follower> = {}): Follower & { stop: () => void } {
  const control = new AbortController();
  return {
    project,
    after: undefined,
    signal: control.signal,
    mayRead: () => Promise.resolve(true),
    stop: () => control.abort(),
    ...more,
  };
}

async function next(stream: AsyncGenerator<StreamMessage>): Promise<StreamMessage> {
  for (;;) {
    const { value, done } = await stream.next();
    if (done === true) return null;
    if (value !== null) return value;
  }
}

describe("following a session", () => {
  it("begins with how it stands, goes on with what changes, and ends when it is deleted", async () => {
    const key = await record("one", 2);
    const stream = await followSession(db, hub, "one", follower());
    expect(await next(stream)).toMatchObject({
      event: "session",
      data: { session: { externalId: "one", counts: { turns: 2 } }, fromTurn: 0, lastTurn: 1 },
    });
    await record("one", 4);
    expect(await next(stream)).toMatchObject({ data: { session: { counts: { turns: 4 } }, lastTurn: 3 } });
    await deleteSessionTree(db, project, key);
    expect(await next(stream)).toMatchObject({ event: "deleted", data: { id: makePublicId(key) } });
    expect(await next(stream)).toBeNull();
  });

  it("goes on from an id on another server: nothing when nothing changed, else what it is now", async () => {
    await record("two", 1);
    const here = await followSession(db, hub, "two", follower());
    const seen = await next(here);
    await here.return(null);
    const other = new NoticeHub(db, process.env.DATABASE_URL ?? "");
    const quiet = await followSession(db, other, "two", follower({ after: seen?.id }));
    expect((await quiet.next()).value).toBeNull();
    await quiet.return(null);
    await record("two", 3);
    const behind = await followSession(db, other, "two", follower({ after: seen?.id }));
    expect(await next(behind)).toMatchObject({ data: { fromTurn: 0, lastTurn: 2 } });
    await behind.return(null);
    other.close();
  });

  it("is refused for another project's session", async () => {
    await record("three", 1);
    await expect(
      followSession(db, hub, "three", follower({ project: freshProject() })),
    ).rejects.toMatchObject({ code: "not_found" });
  });

  it("ends for somebody who may no longer read, without another word", async () => {
    await record("four", 1);
    let may = true;
    const stream = await followSession(db, hub, "four", follower({ mayRead: () => Promise.resolve(may) }));
    await next(stream);
    may = false;
    await record("four", 2);
    expect(await next(stream)).toBeNull();
  });

  it("ends within a second for somebody who may no longer read, also where nothing happens", async () => {
    await record("idle", 1);
    let may = true;
    const stream = await followSession(db, hub, "idle", follower({ mayRead: () => Promise.resolve(may) }));
    await next(stream);
    const end = next(stream);
    may = false;
    expect(await Promise.race([end, wait(5_000, "still open")])).toBeNull();
  });

  it("ends when its reader goes away", async () => {
    await record("five", 1);
    const reader = follower();
    const stream = await followSession(db, hub, "five", reader);
    await next(stream);
    const end = next(stream);
    reader.stop();
    expect(await end).toBeNull();
  });
});

/** The database, as a coordinator would answer for it whose second node can be away. */
function pretendCluster(isAway: () => boolean): Database {
  const ask = (sql: string, ...values: unknown[]) => {
    if (sql.includes("AS there")) return Promise.resolve([{ there: true }]);
    if (sql.includes("FROM pg_dist_partition")) return Promise.resolve([{}]);
    if (sql.includes("get_shard_id_for_distribution_column"))
      return Promise.resolve((values[1] as string[]).map((key) => ({ key, node: 2 })));
    if (sql.includes("FROM pg_dist_node")) return Promise.resolve([{ id: 2, name: "10.0.0.1", port: 1 }]);
    if (sql.includes("run_command_on_all_nodes")) return Promise.resolve(isAway() ? [{ id: 2 }] : []);
    if (sql.includes("master_run_on_worker")) return Promise.resolve([{ success: !isAway() }]);
    return db.$queryRawUnsafe(sql, ...values);
  };
  const cluster: object = new Proxy(db, {
    get: (target, name) => {
      if (name === "$queryRawUnsafe") return ask;
      if (name === "$executeRawUnsafe") return () => Promise.resolve(0);
      if (name === "$transaction") return (work: (tx: unknown) => unknown) => work(cluster);
      return Reflect.get(target, name) as unknown;
    },
  });
  return cluster as Database;
}

/** What comes beside news of the session, of which some may still be on the way. */
async function nextBesideNews(stream: AsyncGenerator<StreamMessage>): Promise<StreamMessage> {
  const message = await next(stream);
  return message?.event === "session" ? nextBesideNews(stream) : message;
}

it("tells an open page when the node of its session is away, and when it is back", async () => {
  await record("placed", 1);
  let isAway = false;
  const stream = await followSession(
    pretendCluster(() => isAway),
    hub,
    "placed",
    follower(),
  );
  expect(await next(stream)).toMatchObject({ event: "session" });
  isAway = true;
  expect(await nextBesideNews(stream)).toEqual({ event: "away", data: { node: 2 } });
  isAway = false;
  expect(await nextBesideNews(stream)).toEqual({ event: "there", data: {} });
  await stream.return(null);
}, 20_000);

describe("following the list", () => {
  it("tells of new sessions, changed ones and deleted ones", async () => {
    const stream = await followSessions(db, hub, follower());
    expect((await stream.next()).value).toBeNull();
    const first = next(stream);
    const key = await record("new", 1);
    expect(await afterResets(stream, first)).toMatchObject({
      event: "session",
      data: { session: { id: makePublicId(key), counts: { turns: 1 } } },
    });
    await deleteSessionTree(db, project, key);
    expect(await next(stream)).toMatchObject({ event: "deleted", data: { id: makePublicId(key) } });
    await stream.return(null);
  });

  it("goes on from an id with what changed since", async () => {
    await record("before", 1);
    const after = Date.now() + 20_000;
    const late = await record("after", 1);
    await db.$executeRawUnsafe(
      placeAtSession("UPDATE session SET version = $2::bigint WHERE session_id = $1::uuid"),
      late,
      after + 1,
    );
    const stream = await followSessions(db, hub, follower({ after }));
    expect(await next(stream)).toMatchObject({ id: after + 1, data: { session: { externalId: "after" } } });
    await stream.return(null);
  });

  it("says that the list is to be read again when too much changed since", async () => {
    for (let i = 0; i < 201; i++) await appendEvents(db, project, events(`many ${i}`, 1), "refuse");
    for (const { sessionId } of await db.session.findMany({ where: { projectId: project } }))
      await db.session.update({ where: { sessionId }, data: { version: 1_000_000 } });
    const stream = await followSessions(db, hub, follower({ after: 1 }));
    expect(await next(stream)).toMatchObject({ event: "reset" });
    await stream.return(null);
  });
});

/** A server that has just started to listen tells clients once to read the list again. */
async function afterResets(stream: AsyncGenerator<StreamMessage>, first: Promise<StreamMessage>) {
  let message = await first;
  while (message?.event === "reset") message = await next(stream);
  return message;
}
