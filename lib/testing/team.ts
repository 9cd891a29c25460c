import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, vi } from "vitest";
import { createInvitation } from "@/lib/access/invitation";
import { newKeyText } from "@/lib/access/key-text";
import type { KeyScope, Role } from "@/lib/api/access";
import { appendEvents } from "@/lib/db/log/append";
import type { Database } from "@/lib/db/client";
import { makePublicId, makeSessionKey } from "@/lib/db/session-id";
import { freshProject } from "./database";
import { callRoute, endpointOf } from "./routes";
import { trace } from "./trace-builder";
import { withWorker, worked } from "./worker";

export const TEAM_ORIGIN = "http://127.0.0.1:4318";
export const PASSWORD = "correct horse battery";

export function inTeamMode(env: Readonly<Record<string, string>> = {}): void {
  beforeAll(() => {
    vi.stubEnv("SIGHTGLASS_MODE", "team");
    vi.stubEnv("SIGHTGLASS_SECRET", "a secret that only this test knows about");
    vi.stubEnv("SIGHTGLASS_URL", TEAM_ORIGIN);
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  });
  afterAll(() => {
    vi.unstubAllEnvs();
  });
}

export interface Person {
  readonly email: string;
  readonly headers: Readonly<Record<string, string>>;
}

export async function addProject(db: Database): Promise<string> {
  const id = freshProject();
  await db.project.create({ data: { id, name: id } });
  return id;
}

export async function addPerson(db: Database, projectId: string, role: Role): Promise<Person> {
  const email = `${role}-${randomUUID()}@example.com`;
  const { token } = await createInvitation(db, { projectId, role, email: null, giver: null });
  const response = await callRoute(endpointOf("POST", "/api/v1/join"), {}, "", {
    headers: { origin: TEAM_ORIGIN },
    body: JSON.stringify({ token, account: { name: role, email, password: PASSWORD } }),
  });
  if (response.status !== 200) throw new Error(await response.text());
  return { email, headers: { origin: TEAM_ORIGIN, cookie: cookiesOf(response) } };
}

export function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}

export async function addKey(
  db: Database,
  projectId: string,
  scopes: readonly KeyScope[],
  more: { expiresAt?: Date; revokedAt?: Date; agent?: string; giver?: string } = {},
): Promise<{ authorization: string }> {
  const { text, prefix, hash } = newKeyText();
  await db.apiKey.create({
    data: { id: randomUUID(), name: "test", projectId, prefix, hash, scopes: [...scopes], ...more },
  });
  return { authorization: `Bearer ${text}` };
}

export async function addSession(db: Database, project: string, marker: string): Promise<string> {
  const events = trace(`${marker}-external`, { name: `${marker} name`, agent: `${marker} agent` })
    .turn((t) =>
      t.system(`${marker} rules`).user(`${marker} goal`).calls("read", { path: marker }, "c1").usage(100, 5),
    )
    .turn((t) => t.result("c1", `${marker} result that is long enough to be cleared`).usage(200, 5))
    .turn((t) => t.clear("result:c1").usage(150, 5))
    .events();
  await appendEvents(db, project, events, "refuse");
  await withWorker(() => worked(db, project));
  return makePublicId(makeSessionKey(project, `${marker}-external`));
}
