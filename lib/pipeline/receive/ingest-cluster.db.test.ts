import { afterEach, expect, it } from "vitest";
import { isNodeAway } from "@/lib/db/away";
import { makeSessionKey } from "@/lib/db/session-id";
import { asCluster } from "@/lib/testing/cluster/as-cluster";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { ingestEvents } from "./ingest-events";

const server = testDatabase();
const away = new Set<string>();
const db = asCluster(server, () => [...away]);

afterEach(() => away.clear());

const turn = (session: string, no: number) => ({
  value: {
    id: `turn-${no}`,
    session,
    at: new Date(Date.UTC(2026, 0, 1) + no * 1_000).toISOString(),
    type: "turn.recorded",
    turn: no,
    window: { append: [{ id: `q${no}`, kind: "user_message", content: `question ${no}` }] },
  },
});
const eventsOf = (project: string, session: string) =>
  server.event.count({ where: { sessionId: makeSessionKey(project, session) } });

it("of posts that are written together, one whose session's node is away takes no other with it", async () => {
  const project = freshProject();
  away.add(makeSessionKey(project, "lost"));
  const posts = ["first", "lost", "there", "there-too"].map((session) =>
    ingestEvents(db, project, [turn(session, 0)]),
  );
  const [first, lost, ...there] = await Promise.allSettled(posts);
  expect(lost).toMatchObject({ status: "rejected" });
  expect(isNodeAway((lost as PromiseRejectedResult).reason)).toBe(true);
  for (const answer of [first, ...there])
    expect(answer).toMatchObject({ status: "fulfilled", value: { accepted: 1, duplicates: 0 } });
  away.clear();
  expect(await ingestEvents(db, project, [turn("lost", 0)])).toMatchObject({ accepted: 1 });
});

it("a post of two sessions is written as far as their nodes are there, and complete when it is sent again", async () => {
  const project = freshProject();
  away.add(makeSessionKey(project, "lost"));
  const post = ["lost", "there"].flatMap((session) => [turn(session, 0), turn(session, 1)]);
  await expect(ingestEvents(db, project, post)).rejects.toThrow("remote node");
  expect([await eventsOf(project, "lost"), await eventsOf(project, "there")]).toEqual([0, 2]);
  away.clear();
  expect(await ingestEvents(db, project, post)).toMatchObject({ accepted: 2, duplicates: 2 });
});

it("each session is written in a transaction of its own", async () => {
  const project = freshProject();
  const sessions = ["a", "b", "c"];
  const transactions: string[][] = [];
  const noting = new Proxy(db, {
    get(target, name) {
      if (name !== "$transaction") return Reflect.get(target, name) as unknown;
      return (work: (tx: typeof db) => Promise<unknown>, options?: object) => {
        const keys: string[] = [];
        transactions.push(keys);
        return target.$transaction((tx) => {
          const noted = new Proxy(tx as typeof db, {
            get(inner, method) {
              if (method !== "$queryRawUnsafe" && method !== "$executeRawUnsafe")
                return Reflect.get(inner, method) as unknown;
              return (sql: string, ...values: unknown[]): unknown => {
                const named = values.flat();
                for (const session of sessions)
                  if (named.includes(makeSessionKey(project, session)) && !keys.includes(session))
                    keys.push(session);
                return inner[method](sql, ...values);
              };
            },
          });
          return work(noted);
        }, options);
      };
    },
  });
  await ingestEvents(
    noting,
    project,
    sessions.map((session) => turn(session, 0)),
  );
  expect(transactions.map((keys) => keys.length)).toEqual([1, 1, 1]);
  expect(transactions.flat().toSorted()).toEqual(sessions);
});
