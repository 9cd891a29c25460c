import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "@/lib/testing/database";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import type { Person } from "@/lib/testing/team";
import { addPerson, addProject, addSession, inTeamMode } from "@/lib/testing/team";
import { testWorker } from "@/lib/testing/worker";

inTeamMode();
testWorker();
const db = testDatabase();
const AT_ONCE = 120;
const RETRY_MS = 200;
const marker = `marker-${randomUUID()}`;
let editor: Person;
let id = "";
let project = "";

beforeAll(async () => {
  project = await addProject(db);
  editor = await addPerson(db, project, "editor");
  id = await addSession(db, project, marker);
});

function create(body: object): Promise<Response> {
  return callRoute(endpointOf("POST", "/api/v1/sessions/{id}/shares"), { id }, "", {
    headers: editor.headers,
    body: JSON.stringify(body),
  });
}

const open = (token: string) => callRoute(endpointOf("GET", "/api/v1/shares/{token}"), { token });

async function allAtOnce(ask: (i: number) => Promise<Response>): Promise<Response[]> {
  return Promise.all(Array.from({ length: AT_ONCE }, (_, i) => answerOf(() => ask(i))));
}

/** A busy machine may say "try again": then nothing was stored and nothing counted, or the figures below are wrong. */
async function answerOf(ask: () => Promise<Response>): Promise<Response> {
  const response = await ask();
  return response.status === 503 ? wait(RETRY_MS).then(() => answerOf(ask)) : response;
}

describe("sharing one session many times", () => {
  it("gives each of many shares at the same moment a link of its own", async () => {
    const made = await allAtOnce((i) => create({ view: { turn: i % 2 } }));
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([200]));
    const tokens = await Promise.all(
      made.map(async (one) => ((await one.json()) as { token: string }).token),
    );
    expect(new Set(tokens).size).toBe(AT_ONCE);
    expect(await db.share.count({ where: { projectId: project } })).toBe(AT_ONCE);
    const opened = await open(tokens[AT_ONCE - 1] ?? "");
    expect(await opened.json()).toMatchObject({ view: { turn: (AT_ONCE - 1) % 2 } });
  });

  it("counts each of many viewers at the same moment", async () => {
    const made = (await (await create({})).json()) as { token: string; share: { id: string } };
    const answers = await allAtOnce(() => open(made.token));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await db.share.findFirstOrThrow({ where: { id: made.share.id } })).toMatchObject({
      views: AT_ONCE,
    });
  });
});
