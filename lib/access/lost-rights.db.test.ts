import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { acceptInvitation } from "@/lib/access/invitation";
import { deliverDue } from "@/lib/commands/alerts/deliver";
import { testDatabase } from "@/lib/testing/database";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import type { Person } from "@/lib/testing/team";
import { addPerson, addProject, addSession, inTeamMode, PASSWORD, TEAM_ORIGIN } from "@/lib/testing/team";
import { testWorker } from "@/lib/testing/worker";
import { hashSecret } from "./key-text";
import { followGroups, hasRoleForGroups } from "./group-roles";
import { lockMembers } from "./memberships";

/**
 * Everything that a person can give, and every way in which their rights fall: what stood by the right that they lost is
 * refused from then on. Each pair is tried twice: by the route, which withdraws what is lost, and by nothing but the row
 * of the membership, so that nothing depends on the withdrawal.
 */
const db = testDatabase();
inTeamMode();
testWorker();

type Json = Readonly<Record<string, unknown>>;
let project = "";
let session = "";
let boss: Person;

beforeAll(async () => {
  project = await addProject(db);
  boss = await addPerson(db, project, "owner");
  session = await addSession(db, project, `m${randomUUID().slice(0, 8)}`);
});

async function send(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  by: Person,
  more: object = {},
) {
  const { params = {}, body } = more as { params?: Record<string, string>; body?: object };
  const init = { headers: by.headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  return callRoute(endpointOf(method, path), params, "", init);
}
async function made(path: string, by: Person, body: object, params = {}): Promise<Json> {
  const response = await send("POST", path, by, { params, body });
  expect(response.status).toBe(200);
  return (await response.json()) as Json;
}
const idOf = async ({ email }: Person) => (await db.user.findUniqueOrThrow({ where: { email } })).id;

/** Whether what was made can be used still. */
type Works = () => Promise<boolean>;

const withKey = async (by: Person, scope: "ingest" | "read"): Promise<Works> => {
  const { secret } = await made("/api/v1/keys", by, { name: `${scope} key`, scopes: [scope] });
  const headers = { authorization: `Bearer ${String(secret)}` };
  return async () => {
    const [method, path, body] =
      scope === "read"
        ? (["GET", "/api/v1/sessions", undefined] as const)
        : (["POST", "/api/v1/events", '{"events":[]}'] as const);
    const { status } = await callRoute(endpointOf(method, path), {}, "", {
      headers,
      ...(body !== undefined && { body }),
    });
    expect([200, 401]).toContain(status);
    return status === 200;
  };
};

const GRANTS: Readonly<Record<string, (by: Person) => Promise<Works>>> = {
  invitation: async (by) => {
    const { url } = await made("/api/v1/invitations", by, { role: "owner" });
    const token = String(url).split("/").at(-1) ?? "";
    return async () => {
      const account = { name: "x", email: `${randomUUID()}@example.com`, password: PASSWORD };
      const { status } = await callRoute(endpointOf("POST", "/api/v1/join"), {}, "", {
        headers: { origin: TEAM_ORIGIN },
        body: JSON.stringify({ token, account }),
      });
      expect([200, 410]).toContain(status);
      return status === 200;
    };
  },
  "key that sends": (by) => withKey(by, "ingest"),
  "key that reads": (by) => withKey(by, "read"),
  share: async (by) => {
    const { token } = await made("/api/v1/sessions/{id}/shares", by, {}, { id: session });
    return async () => {
      const { status } = await callRoute(endpointOf("GET", "/api/v1/shares/{token}"), {
        token: String(token),
      });
      expect([200, 404]).toContain(status);
      return status === 200;
    };
  },
  "address of alerts": async (by) => {
    const url = "https://alerts.example.com/x";
    const { target } = await made("/api/v1/alerts/targets", by, { name: "Desk", url });
    return async () => {
      const id = randomUUID();
      const content = {
        id,
        type: "test",
        at: "",
        rule: null,
        session: null,
        windowShare: null,
        findings: [],
        more: 0,
      };
      const message = { projectId: project, id, target: (target as { id: string }).id, content };
      await db.alertMessage.create({ data: { ...message, status: "waiting", dueAt: new Date(0) } });
      await deliverDue({ ctx: { db, project, signal: new AbortController().signal } });
      const row = await db.alertMessage.findUnique({ where: { projectId_id: { projectId: project, id } } });
      await db.alertMessage.deleteMany({ where: { id } });
      return row?.status === "waiting";
    };
  },
  "role of a group": async (by) => {
    const group = randomUUID();
    expect((await send("PUT", "/api/v1/groups", by, { body: { group, role: "owner" } })).status).toBe(200);
    return () => hasRoleForGroups(db, [group]);
  },
};

const FALLS = { removed: null, "made a viewer": "viewer", "made an editor": "editor" } as const;
type Fall = keyof typeof FALLS;

async function fall(person: Person, how: Fall): Promise<void> {
  const params = { userId: await idOf(person) };
  const role = FALLS[how];
  const path = "/api/v1/members/{userId}";
  const answer = await (role === null
    ? send("DELETE", path, boss, { params })
    : send("PATCH", path, boss, { params, body: { role } }));
  expect(answer.status).toBe(200);
}

async function fallUnseen(person: Person, how: Fall): Promise<void> {
  const where = { projectId: project, userId: await idOf(person) };
  const role = FALLS[how];
  if (role === null) await db.membership.deleteMany({ where });
  else await db.membership.updateMany({ where, data: { role } });
}

const PAIRS: readonly (readonly [title: string, grant: string, fall: Fall, left: boolean])[] = [
  ["an invitation ends when its giver is removed", "invitation", "removed", false],
  ["an invitation ends when its giver is made a viewer", "invitation", "made a viewer", false],
  ["an invitation ends when its giver is made an editor", "invitation", "made an editor", false],
  ["a key that sends ends when its giver is removed", "key that sends", "removed", false],
  ["a key that sends ends when its giver is made a viewer", "key that sends", "made a viewer", false],
  ["a key that sends works on when its giver is made an editor", "key that sends", "made an editor", true],
  ["a key that reads ends when its giver is removed", "key that reads", "removed", false],
  ["a key that reads works on when its giver is made a viewer", "key that reads", "made a viewer", true],
  ["a key that reads works on when its giver is made an editor", "key that reads", "made an editor", true],
  ["a share ends when its giver is removed", "share", "removed", false],
  ["a share ends when its giver is made a viewer", "share", "made a viewer", false],
  ["a share stays open when its giver is made an editor", "share", "made an editor", true],
  ["an address of alerts gets none when its giver is removed", "address of alerts", "removed", false],
  [
    "an address of alerts gets none when its giver is made a viewer",
    "address of alerts",
    "made a viewer",
    false,
  ],
  [
    "an address of alerts gets none when its giver is made an editor",
    "address of alerts",
    "made an editor",
    false,
  ],
  ["a group lets nobody in when the giver of its role is removed", "role of a group", "removed", false],
  [
    "a group lets nobody in when the giver of its role is made a viewer",
    "role of a group",
    "made a viewer",
    false,
  ],
  [
    "a group lets nobody in when the giver of its role is made an editor",
    "role of a group",
    "made an editor",
    false,
  ],
];

/** What people gave who have lost their rights since, each in one of the ways. */
const fallen = new Map<string, Works>();

beforeAll(async () => {
  for (const how of Object.keys(FALLS) as Fall[])
    for (const falls of [fall, fallUnseen]) {
      const leaver = await addPerson(db, project, "owner");
      for (const [grant, make] of Object.entries(GRANTS))
        fallen.set(`${grant}, ${how}, ${falls.name}`, await make(leaver));
      await falls(leaver, how);
    }
});

describe("what somebody gave", () => {
  it.each(PAIRS)("%s", async (_title, grant, how, left) => {
    const another = await GRANTS[grant]?.(boss);
    for (const falls of [fall, fallUnseen])
      expect({ falls: falls.name, works: await fallen.get(`${grant}, ${how}, ${falls.name}`)?.() }).toEqual({
        falls: falls.name,
        works: left,
      });
    expect(await another?.()).toBe(true);
  });

  it("and every kind of it is tried in every fall", () => {
    const tried = PAIRS.map(([, grant, how]) => `${grant}, ${how}`);
    const all = Object.keys(GRANTS).flatMap((grant) => Object.keys(FALLS).map((how) => `${grant}, ${how}`));
    expect(tried.toSorted()).toEqual(all.toSorted());
  });

  it("is listed before, told in the answer, and written into the audit log", async () => {
    const leaver = await addPerson(db, project, "owner");
    for (const make of Object.values(GRANTS)) await make(leaver);
    const params = { userId: await idOf(leaver) };
    const list = await send("GET", "/api/v1/members/{userId}/grants", boss, { params });
    const { grants } = (await list.json()) as { grants: { kind: string; needs: string }[] };
    expect(grants.map(({ kind, needs }) => [kind, needs])).toEqual([
      ["invitation", "owner"],
      ["key", "editor"],
      ["key", "viewer"],
      ["share", "editor"],
      ["alert target", "owner"],
      ["group role", "owner"],
    ]);
    const path = "/api/v1/members/{userId}";
    const answer = await send("PATCH", path, boss, { params, body: { role: "viewer" } });
    const { withdrawn } = (await answer.json()) as { withdrawn: { kind: string; giver: string }[] };
    expect(withdrawn.map(({ kind }) => kind).toSorted()).toEqual(
      ["invitation", "key", "share", "alert target", "group role"].toSorted(),
    );
    const log = await db.auditEntry.findMany({
      where: { projectId: project, detail: { path: ["withTheRightOf"], equals: leaver.email } },
    });
    expect(log.map(({ action }) => action).toSorted()).toEqual([
      "alert-target.removed",
      "group.removed",
      "invitation.withdrawn",
      "key.revoked",
      "share.revoked",
    ]);
  });

  it("stays with whoever took it over, whole or not at all", async () => {
    const leaver = await addPerson(db, project, "owner");
    const works = new Map<string, Works>();
    for (const [name, make] of Object.entries(GRANTS)) works.set(name, await make(leaver));
    const params = { userId: await idOf(leaver) };
    const list = await send("GET", "/api/v1/members/{userId}/grants", boss, { params });
    const all = ((await list.json()) as { grants: { kind: string; id: string }[] }).grants;
    const grants = all.filter(({ kind }) => kind !== "invitation").map(({ kind, id }) => ({ kind, id }));
    const take = (taken: object, by = boss) =>
      send("POST", "/api/v1/members/{userId}/take-over", by, { params, body: { grants: taken } });
    expect((await take([...grants, { kind: "key", id: "none" }])).status).toBe(404);
    expect(await db.apiKey.count({ where: { giver: params.userId } })).toBe(2);
    expect((await take([{ kind: "invitation", id: "x" }])).status).toBe(400);
    const stranger = await addPerson(db, await addProject(db), "owner");
    expect((await take(grants, stranger)).status).toBe(404);
    expect((await take(grants)).status).toBe(200);
    await fall(leaver, "removed");
    const left = await Promise.all([...works].map(async ([name, still]) => [name, await still()]));
    expect(Object.fromEntries(left)).toEqual({
      invitation: false,
      "key that sends": true,
      "key that reads": true,
      share: true,
      "address of alerts": true,
      "role of a group": true,
    });
  });

  it("ends with the role of their group, and with what their group gives another group", async () => {
    for (const way of ["lowered", "taken", "left at a sign-in"] as const) {
      const [first, second] = [await addPerson(db, project, "owner"), await addPerson(db, project, "owner")];
      const [leads, others] = [randomUUID(), randomUUID()];
      await send("PUT", "/api/v1/groups", boss, { body: { group: leads, role: "owner" } });
      const throughGroup = async (person: Person, fromGroup: string) =>
        db.membership.updateMany({ where: { userId: await idOf(person) }, data: { fromGroup } });
      await throughGroup(first, leads);
      await send("PUT", "/api/v1/groups", first, { body: { group: others, role: "owner" } });
      await throughGroup(second, others);
      const works = await Promise.all([GRANTS["invitation"]?.(first), GRANTS["key that sends"]?.(second)]);
      if (way === "lowered")
        await send("PUT", "/api/v1/groups", boss, { body: { group: leads, role: "editor" } });
      if (way === "taken") await send("DELETE", "/api/v1/groups", boss, { body: { group: leads } });
      if (way === "left at a sign-in")
        await followGroups(db, { id: await idOf(first), email: first.email }, []);
      expect({ way, left: await Promise.all(works.map((still) => still?.())) }).toEqual({
        way,
        left: [false, false],
      });
      expect(await db.membership.count({ where: { userId: await idOf(second), projectId: project } })).toBe(
        0,
      );
    }
  });

  it("is not used while its giver is being removed", async () => {
    const leaver = await addPerson(db, project, "owner");
    const friend = await addPerson(db, await addProject(db), "viewer");
    const { url } = await made("/api/v1/invitations", leaver, { role: "owner" });
    const hash = hashSecret(String(url).split("/").at(-1) ?? "");
    const userId = await idOf(leaver);
    let accepted: Promise<boolean> | undefined;
    await db.$transaction(async (tx) => {
      await lockMembers(tx, project);
      await tx.membership.deleteMany({ where: { projectId: project, userId } });
      const friendId = await idOf(friend);
      accepted = db.$transaction((other) => acceptInvitation(other, { hash, projectId: project }, friendId));
      await new Promise((resolve) => setTimeout(resolve, 200));
    });
    expect(await accepted).toBe(false);
    expect(await db.membership.count({ where: { projectId: project, userId: await idOf(friend) } })).toBe(0);
  });

  it("is not given any more by a request that began before", async () => {
    const leaver = await addPerson(db, project, "owner");
    const userId = await idOf(leaver);
    const body = { name: "late", scopes: ["read"] };
    let asked: Promise<Response> | undefined;
    await db.$transaction(async (tx) => {
      await lockMembers(tx, project);
      asked = send("POST", "/api/v1/keys", leaver, { body });
      await new Promise((resolve) => setTimeout(resolve, 300));
      await tx.membership.deleteMany({ where: { projectId: project, userId } });
    });
    expect((await asked)?.status).toBe(403);
    expect(await db.apiKey.count({ where: { giver: userId } })).toBe(0);
  });
});

describe("a project", () => {
  it("keeps an owner where the last one has their role from a group that another gave", async () => {
    const own = await addProject(db);
    const [founder, led] = [await addPerson(db, own, "owner"), await addPerson(db, own, "owner")];
    const group = randomUUID();
    await send("PUT", "/api/v1/groups", founder, { body: { group, role: "owner" } });
    await db.membership.updateMany({ where: { userId: await idOf(led) }, data: { fromGroup: group } });
    const params = { userId: await idOf(founder) };
    const remove = () => send("DELETE", "/api/v1/members/{userId}", led, { params });
    expect((await remove()).status).toBe(409);
    const grants = [{ kind: "group role", id: group }];
    const take = { params, body: { grants } };
    expect((await send("POST", "/api/v1/members/{userId}/take-over", led, take)).status).toBe(200);
    expect((await remove()).status).toBe(200);
    expect((await send("DELETE", "/api/v1/groups", led, { body: { group } })).status).toBe(409);
    expect((await send("PUT", "/api/v1/groups", led, { body: { group, role: "viewer" } })).status).toBe(409);
    expect(await db.membership.count({ where: { projectId: own, role: "owner" } })).toBe(1);
  });
});
