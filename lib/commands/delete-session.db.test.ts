import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { deleteSessionTree } from "@/lib/db/sessions/delete-sessions";
import { whileThere } from "@/lib/db/sessions/while-there";
import { requestJudgingNow } from "@/lib/judge/judge-tasks";
import { parsePublicId, makeSessionKey } from "@/lib/db/session-id";
import { SESSION_TABLES } from "@/lib/db/spread-tables";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { testWorker, worked } from "@/lib/testing/worker";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import { addPerson, addProject, addSession, inTeamMode } from "@/lib/testing/team";
import { trace } from "@/lib/testing/trace-builder";
import { appendEvents } from "@/lib/db/log/append";
import { deriveSession } from "@/lib/pipeline/derive/derive-session";
import { readRecording } from "@/lib/db/recordings/read-recording";
import type { Storage } from "@/lib/queries/access/get-storage";
import { applyRetention } from "./apply-retention";
import { placeAtSession } from "@/lib/db/places";

testWorker();
const db = testDatabase();
inTeamMode();

async function tablesWith(key: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of SESSION_TABLES) {
    const rows = await db.$queryRawUnsafe<{ n: bigint }[]>(
      placeAtSession(`SELECT count(*) AS n FROM "${table}" WHERE session_id = $1::uuid`),
      key,
    );
    if (Number(rows[0]?.n) > 0) found.push(table);
  }
  return found;
}

async function derived(project: string, externalId: string): Promise<string> {
  const key = makeSessionKey(project, externalId);
  await deriveSession(db, key);
  return key;
}

describe("deleting a session", () => {
  it("leaves nothing of it in any table, and everything of the others", async () => {
    const project = await addProject(db);
    const editor = await addPerson(db, project, "editor");
    const id = await addSession(db, project, "gone");
    const key = await derived(project, "gone-external");
    await addSession(db, project, "kept");
    const kept = await derived(project, "kept-external");
    const before = await tablesWith(kept);
    expect(await tablesWith(key)).toEqual(before);
    expect(before).toEqual(
      expect.arrayContaining(["batch", "event", "turn", "block", "residency", "session"]),
    );
    const response = await callRoute(endpointOf("DELETE", "/api/v1/sessions/{id}"), { id }, "", {
      headers: editor.headers,
    });
    expect(await response.json()).toEqual({ deleted: 1 });
    expect(await tablesWith(key)).toEqual([]);
    expect(await tablesWith(kept)).toEqual(before);
    expect(
      await db.auditEntry.findMany({ where: { projectId: project, action: "session.deleted" } }),
    ).toMatchObject([{ actor: editor.email, target: id }]);
  });

  it("takes the sub-agents below it along, to any depth, and not what it stands below itself", async () => {
    const project = freshProject();
    const parentOf = { child: "parent", grandchild: "child" } as const;
    for (const name of ["parent", "child", "grandchild"] as const) {
      const parent = name === "parent" ? undefined : parentOf[name];
      const events = trace(name, parent === undefined ? {} : { parent: { session: parent } })
        .turn((t) => t.user("x"))
        .events();
      await appendEvents(db, project, events, "refuse");
      await derived(project, name);
    }
    expect(await deleteSessionTree(db, project, makeSessionKey(project, "child"))).toBe(2);
    await worked(db, project);
    expect(await db.session.findMany({ where: { projectId: project } })).toMatchObject([
      { externalId: "parent" },
    ]);
  });

  it("does nothing for another project", async () => {
    const [project, other] = [freshProject(), freshProject()];
    const id = await addSession(db, project, "mine");
    expect(await deleteSessionTree(db, other, parsePublicId(id) ?? "")).toBe(0);
    expect(await tablesWith(parsePublicId(id) ?? "")).toContain("session");
  });

  it("lets the same session be sent again, as a new one", async () => {
    const project = freshProject();
    const id = await addSession(db, project, "again");
    const key = await derived(project, "again-external");
    const rows = () => db.turn.findMany({ where: { sessionId: key }, orderBy: { turn: "asc" } });
    const first = await rows();
    await deleteSessionTree(db, project, key);
    expect(await addSession(db, project, "again")).toBe(id);
    await derived(project, "again-external");
    expect(await rows()).toEqual(first);
  });

  it("leaves nothing of it in memory either", async () => {
    const project = freshProject();
    const key = makeSessionKey(project, "other-text");
    const send = (text: string) =>
      appendEvents(
        db,
        project,
        trace("other-text")
          .turn((t) => t.user(text))
          .events(),
        "refuse",
      );
    const recorded = async () => {
      const { session } = await readRecording(
        db,
        await db.session.findFirstOrThrow({ where: { sessionId: key } }),
      );
      return JSON.stringify(session.blocks);
    };
    await send("what was deleted");
    expect(await recorded()).toContain("what was deleted");
    await deleteSessionTree(db, project, key);
    await send("what was sent again");
    expect(await recorded()).toContain("what was sent again");
  });

  it("and taking in at the same time end in one or the other, never in half a session", async () => {
    const project = freshProject();
    const key = makeSessionKey(project, "raced");
    const builder = trace("raced");
    for (let i = 0; i < 20; i++) builder.turn((t) => t.user(`message ${i} ${randomUUID()}`));
    const events = builder.events();
    for (let i = 0; i < events.length; i += 4)
      await Promise.all([
        appendEvents(db, project, events.slice(i, i + 4), "replace"),
        deriveSession(db, key),
        i % 8 === 0 ? deleteSessionTree(db, project, key) : null,
      ]);
    await deleteSessionTree(db, project, key);
    expect(await tablesWith(key)).toEqual([]);
    await appendEvents(db, project, events, "replace");
    await derived(project, "raced");
    await worked(db, project);
    expect(await db.turn.count({ where: { sessionId: key } })).toBe(20);
  });
});

describe("what is written for a session from outside its log", () => {
  it("is waited for by a deletion, and goes with it", async () => {
    const project = freshProject();
    const key = parsePublicId(await addSession(db, project, "held")) ?? "";
    const steps: string[] = [];
    let isHeld = (): void => undefined;
    const held = new Promise<void>((resolve) => (isHeld = resolve));
    const written = whileThere(db, key, async (tx) => {
      isHeld();
      await setTimeout(100);
      const task = await tx.judgeTask.create({ data: { sessionId: key, projectId: project } });
      steps.push("written");
      return task;
    });
    await held;
    await Promise.all([written, deleteSessionTree(db, project, key).then(() => steps.push("deleted"))]);
    expect(steps).toEqual(["written", "deleted"]);
    expect(await tablesWith(key)).toEqual([]);
  });

  it("is not written once the session is gone", async () => {
    const project = freshProject();
    const key = parsePublicId(await addSession(db, project, "left")) ?? "";
    for (let i = 0; i < 6; i++) {
      await Promise.all([requestJudgingNow(db, project, key), deleteSessionTree(db, project, key)]);
      expect(await tablesWith(key)).toEqual([]);
      await requestJudgingNow(db, project, key);
      expect(await tablesWith(key)).toEqual([]);
      await addSession(db, project, "left");
    }
  });
});

describe("what a project does not keep", () => {
  const DAY_MS = 86_400_000;

  async function aged(project: string, marker: string, days: number): Promise<void> {
    const events = trace(`${marker}-external`)
      .turn((t) => t.user(marker))
      .events();
    await appendEvents(db, project, events, "refuse");
    await db.session.updateMany({
      where: { sessionId: makeSessionKey(project, `${marker}-external`) },
      data: { updatedAt: new Date(Date.now() - days * DAY_MS) },
    });
  }

  const names = async (project: string) =>
    (await db.session.findMany({ where: { projectId: project }, orderBy: { externalId: "asc" } })).map(
      ({ externalId }) => externalId,
    );

  it("is deleted by the job, which says so in the audit log, and nothing of a project that keeps everything", async () => {
    const [project, other] = [await addProject(db), await addProject(db)];
    const owner = await addPerson(db, project, "owner");
    for (const at of [project, other]) {
      await aged(at, "old", 31);
      await aged(at, "young", 29);
    }
    const set = await callRoute(endpointOf("PUT", "/api/v1/retention"), {}, "", {
      headers: owner.headers,
      body: '{"days":30}',
    });
    expect(set.status).toBe(200);
    expect(await applyRetention({ ctx: { db }, input: {} })).toContainEqual({
      project,
      sessions: 1,
      bytes: expect.any(Number) as number,
    });
    expect(await names(project)).toEqual(["young-external"]);
    expect(await names(other)).toEqual(["old-external", "young-external"]);
    expect(
      await db.auditEntry.findMany({ where: { projectId: project, action: "retention.applied" } }),
    ).toMatchObject([{ detail: { sessions: 1 } }]);
  });

  it("is not deleted because the clock of the machine was set forward", async () => {
    const project = await addProject(db);
    const owner = await addPerson(db, project, "owner");
    await aged(project, "young", 1);
    await callRoute(endpointOf("PUT", "/api/v1/retention"), {}, "", {
      headers: owner.headers,
      body: '{"days":30}',
    });
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 400 * 24 * 60 * 60 * 1_000);
    await applyRetention({ ctx: { db }, input: {} }).finally(() => clock.mockRestore());
    expect(await names(project)).toEqual(["young-external"]);
  });

  it("is shown before it goes, and nothing goes that an incident or an open share holds", async () => {
    const project = await addProject(db);
    const owner = await addPerson(db, project, "owner");
    for (const name of ["marked", "shared", "revoked", "tagged", "plain"]) await aged(project, name, 40);
    const key = (name: string) => makeSessionKey(project, `${name}-external`);
    await db.incident.create({
      data: {
        sessionId: key("marked"),
        id: randomUUID(),
        projectId: project,
        title: "what happened",
        severity: "high",
        outcome: "",
        fromTurn: 0,
        toTurn: 1,
        createdBy: "somebody",
      },
    });
    for (const name of ["shared", "revoked"])
      await db.share.create({
        data: {
          sessionId: key(name),
          id: randomUUID(),
          projectId: project,
          hash: randomUUID(),
          title: name,
          snapshot: new Uint8Array(),
          content: "none",
          hasImage: false,
          expiresAt: new Date(Date.now() + DAY_MS),
          revokedAt: name === "revoked" ? new Date() : null,
          createdBy: "somebody",
        },
      });
    await db.session.update({ where: { sessionId: key("tagged") }, data: { givenTags: ["release"] } });
    const body = JSON.stringify({ days: 30, tags: [{ tag: "release", days: null }], megabytes: null });
    const ask = (method: "PUT" | "POST", path: string) =>
      callRoute(endpointOf(method, path), {}, "", { headers: owner.headers, body });
    expect(await (await ask("POST", "/api/v1/retention/preview")).json()).toMatchObject({
      sessions: 2,
      held: 2,
      bySize: 0,
      first: [{ name: expect.stringMatching(/^(plain|revoked)-external$/) as string }, {}],
    });
    expect(await names(project)).toHaveLength(5);
    expect((await ask("PUT", "/api/v1/retention")).status).toBe(200);
    await applyRetention({ ctx: { db }, input: {} });
    expect(await names(project)).toEqual(["marked-external", "shared-external", "tagged-external"]);
  });

  it("goes by size too: the oldest first, and what is left is told with its growth", async () => {
    const project = await addProject(db);
    const owner = await addPerson(db, project, "owner");
    await aged(project, "older", 3);
    await aged(project, "newer", 1);
    for (const name of ["older", "newer"])
      await db.batch.updateMany({
        where: { sessionId: makeSessionKey(project, `${name}-external`) },
        // Random, so that it cannot be compressed.
        data: { texts: randomBytes(700_000) },
      });
    const headers = owner.headers;
    const stored = async () =>
      (await (await callRoute(endpointOf("GET", "/api/v1/storage"), {}, "", { headers })).json()) as Storage;
    expect((await stored()).projects).toMatchObject([{ name: project, sessions: 2 }]);
    const put = { headers, body: '{"days":null,"megabytes":1}' };
    expect((await callRoute(endpointOf("PUT", "/api/v1/retention"), {}, "", put)).status).toBe(200);
    await applyRetention({ ctx: { db }, input: {} });
    expect(await names(project)).toEqual(["newer-external"]);
    const { projects, days } = await stored();
    expect(projects).toMatchObject([{ name: project, sessions: 1 }]);
    expect(projects[0]?.bytes).toBeGreaterThan(700_000);
    expect(days).toEqual([{ day: new Date().toISOString().slice(0, 10), bytes: projects[0]?.bytes }]);
  });

  it("is deleted at once by an owner, by age or altogether", async () => {
    const project = await addProject(db);
    const owner = await addPerson(db, project, "owner");
    await aged(project, "old", 10);
    await aged(project, "young", 0);
    const remove = (days: string) =>
      callRoute(endpointOf("DELETE", "/api/v1/sessions"), {}, days, { headers: owner.headers });
    expect((await remove("")).status).toBe(400);
    expect(await (await remove("?olderThanDays=9")).json()).toEqual({ deleted: 1 });
    expect(await names(project)).toEqual(["young-external"]);
    expect(await (await remove("?olderThanDays=0")).json()).toEqual({ deleted: 1 });
    expect(await names(project)).toEqual([]);
  });
});
