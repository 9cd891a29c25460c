import { beforeAll, describe, expect, it } from "vitest";
import { createInvitation } from "@/lib/access/invitation";
import { testDatabase } from "@/lib/testing/database";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import type { Person } from "@/lib/testing/team";
import { addPerson, addProject, inTeamMode, PASSWORD, TEAM_ORIGIN } from "@/lib/testing/team";

const db = testDatabase();
inTeamMode();

let project: string;
let owner: Person;

beforeAll(async () => {
  project = await addProject(db);
  owner = await addPerson(db, project, "owner");
});

const join = (token: string, account?: object, headers: Record<string, string> = { origin: TEAM_ORIGIN }) =>
  callRoute(endpointOf("POST", "/api/v1/join"), {}, "", {
    headers,
    body: JSON.stringify({ token, account }),
  });
const account = (email: string) => ({ name: "New", email, password: PASSWORD });
const idOf = async (email: string) => (await db.user.findUniqueOrThrow({ where: { email } })).id;
const open = { role: "viewer", giver: null } as const;

describe("an invitation", () => {
  it("is made by an owner, works once, and only its hash is kept", async () => {
    const made = await callRoute(endpointOf("POST", "/api/v1/invitations"), {}, "", {
      headers: owner.headers,
      body: JSON.stringify({ role: "editor", email: "eve@example.com" }),
    });
    const { url } = (await made.json()) as { url: string };
    const token = url.split("/").at(-1) ?? "";
    expect(Buffer.from(token, "base64url").length * 8).toBeGreaterThanOrEqual(128);
    expect(await db.invitation.count({ where: { hash: token } })).toBe(0);
    expect((await join(token, account("eve@example.com"))).status).toBe(200);
    const again = await join(token, account("mallory@example.com"));
    expect(again.status).toBe(410);
    const row = { projectId: project, userId: await idOf("eve@example.com") };
    expect(await db.membership.findFirst({ where: row })).toMatchObject({ role: "editor" });
  });

  it("for one address is of no use to another", async () => {
    const { token } = await createInvitation(db, { ...open, projectId: project, email: "carol@example.com" });
    expect((await join(token, account("mallory@example.com"))).status).toBe(403);
    expect((await join(token, account("Carol@Example.com"))).status).toBe(200);
  });

  it("is used by one of many who try at once", async () => {
    const { token } = await createInvitation(db, { ...open, projectId: project, email: null });
    const answers = await Promise.all(
      [1, 2, 3, 4].map((i) => join(token, account(`racer-${i}@example.com`))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410]);
    expect(await db.user.count({ where: { email: { startsWith: "racer-" } } })).toBe(1);
  });

  it("says the same of a token that is unknown, used or expired", async () => {
    const { token } = await createInvitation(db, { ...open, projectId: project, email: null });
    await db.invitation.updateMany({
      data: { expiresAt: new Date(0) },
      where: { projectId: project, usedAt: null },
    });
    const answers = [
      await join(token, account("late@example.com")),
      await join("unknown", account("x@example.com")),
    ];
    expect(answers.map(({ status }) => status)).toEqual([410, 410]);
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
  });

  it("cannot take over the account of somebody who has one", async () => {
    const { token } = await createInvitation(db, { ...open, projectId: project, email: null });
    expect((await join(token, { ...account(owner.email), password: "another password" })).status).toBe(409);
  });

  it("adds its project to those of somebody who is signed in, with no lesser role than before", async () => {
    const [other, second] = [await addProject(db), await addPerson(db, project, "editor")];
    const { token } = await createInvitation(db, { ...open, projectId: other, email: null });
    expect((await join(token, undefined, second.headers)).status).toBe(200);
    const { token: same } = await createInvitation(db, { ...open, projectId: project, email: null });
    expect((await join(same, undefined, second.headers)).status).toBe(200);
    const response = await callRoute(endpointOf("GET", "/api/v1/projects"), {}, "", {
      headers: second.headers,
    });
    const { projects } = (await response.json()) as { projects: { id: string; role: string }[] };
    expect(projects.map(({ id, role }) => [id, role]).sort()).toEqual(
      [
        [other, "viewer"],
        [project, "editor"],
      ].sort(),
    );
  });

  it("asks for a password of some length", async () => {
    const { token } = await createInvitation(db, { ...open, projectId: project, email: null });
    const answer = await join(token, { ...account("short@example.com"), password: "elevenchars" });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("account.password");
  });
});

describe("a project", () => {
  const change = (userId: string, method: "PATCH" | "DELETE") =>
    callRoute(endpointOf(method, "/api/v1/members/{userId}"), { userId }, "", {
      headers: owner.headers,
      ...(method === "PATCH" && { body: JSON.stringify({ role: "viewer" }) }),
    });

  it("keeps an owner", async () => {
    const id = await idOf(owner.email);
    expect((await change(id, "PATCH")).status).toBe(409);
    expect((await change(id, "DELETE")).status).toBe(409);
    expect(await db.membership.findFirst({ where: { projectId: project, userId: id } })).toMatchObject({
      role: "owner",
    });
  });

  it("does not let its owners touch another project's members", async () => {
    const other = await addProject(db);
    const stranger = await addPerson(db, other, "editor");
    expect((await change(await idOf(stranger.email), "DELETE")).status).toBe(404);
    expect((await change(await idOf(stranger.email), "PATCH")).status).toBe(404);
  });
});
