import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { appendEvents } from "@/lib/db/log/append";
import { demoStory } from "@/lib/demo";
import { testDatabase } from "@/lib/testing/database";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import type { Person } from "@/lib/testing/team";
import { addPerson, addProject, cookiesOf, inTeamMode, PASSWORD, TEAM_ORIGIN } from "@/lib/testing/team";
import { withWorker, worked } from "@/lib/testing/worker";
import { placeEverywhere } from "@/lib/db/places";
import { SESSION_TABLES, STREAM_TABLES } from "@/lib/db/spread-tables";

/**
 * Every command that writes into the audit log is tried while no entry can be written, and again once it can. The first time
 * nothing may have changed in any table that commands write; the second time the change and its entry are there.
 */
const db = testDatabase();
inTeamMode({
  SIGHTGLASS_ALERT_HOSTS: "127.0.0.1",
  SIGHTGLASS_JUDGE_URL: "http://127.0.0.1:9/v1",
  SIGHTGLASS_JUDGE_MODEL: "m",
});

const SESSION = "demo-refund-7741";
const TABLES = [
  ...["project", "membership", "group_role", "invitation", "api_key", "user", "credential", "login"],
  ...[
    "session",
    "incident",
    "annotation",
    "finding_verdict",
    "share",
    "replay",
    "job",
    "job_piece",
    "judge_task",
  ],
  ...["alert_target", "alert_rule", "alert_message", "saved_view", "batch", "turn", "audit_entry"],
];

type Json = Readonly<Record<string, unknown>>;
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

interface Step {
  readonly action: string;
  readonly call: readonly [method: Method, path: string];
  readonly params?: () => Record<string, string>;
  readonly query?: string;
  readonly body?: () => unknown;
  readonly by?: () => Readonly<Record<string, string>>;
  /** What later steps need of the answer. */
  readonly keep?: (answer: Json, response: Response) => void;
  /** The answer that is right, where it is not 200. */
  readonly status?: number;
}

const at: Record<string, string> = { id: SESSION };
let project = "";
let owner: Person;
let other: Person;
let signedIn: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  project = await addProject(db);
  [owner, other] = [await addPerson(db, project, "owner"), await addPerson(db, project, "owner")];
  await appendEvents(db, project, demoStory("refund"), "refuse");
  await withWorker(() => worked(db, project));
  const finding = await db.finding.findFirstOrThrow({ where: { id: { not: "" } } });
  at.finding = finding.id;
  const { id: userId } = await db.user.findUniqueOrThrow({ where: { email: other.email } });
  at.userId = userId;
  await db.passkey.create({
    data: {
      ...{ id: "passkey", userId: (await db.user.findUniqueOrThrow({ where: { email: owner.email } })).id },
      ...{ publicKey: "x", credentialID: "x", counter: 0, deviceType: "x", backedUp: false },
    },
  });
  await db.$executeRawUnsafe(
    "CREATE FUNCTION refuse_entry() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no room for an entry''; END'",
  );
  await db.$executeRawUnsafe(
    "CREATE TRIGGER refuse_entries BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_entry()",
  );
  await entriesAre("possible");
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterAll(() => vi.restoreAllMocks());

async function entriesAre(how: "possible" | "refused"): Promise<void> {
  const enable = how === "refused" ? "ENABLE" : "DISABLE";
  await db.$executeRawUnsafe(`ALTER TABLE audit_entry ${enable} TRIGGER refuse_entries`);
}

const SPREAD = new Set([...SESSION_TABLES, ...STREAM_TABLES]);

async function stored(): Promise<Record<string, string>> {
  const rows = await Promise.all(
    TABLES.map(async (table) => {
      const [row] = await db.$queryRawUnsafe<{ all: string | null }[]>(
        (SPREAD.has(table) ? placeEverywhere : String)(
          `SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) AS all FROM "${table}" AS t`,
        ),
      );
      return [table, row?.all ?? ""] as const;
    }),
  );
  return Object.fromEntries(rows);
}

const sessions = "/api/v1/sessions/{id}";
const incident = `${sessions}/incidents/{incidentId}`;
const RULE = { severity: "serious" };
const group = { group: "leads" };
const newest = (answer: Json) => (answer.annotations as { id: string }[]).at(-1)?.id ?? "";

const STEPS: readonly Step[] = [
  {
    action: "share.created",
    call: ["POST", `${sessions}/shares`],
    body: () => ({}),
    keep: (answer) => (at.shareId = (answer.share as { id: string }).id),
  },
  { action: "share.revoked", call: ["DELETE", `${sessions}/shares/{shareId}`] },
  {
    action: "incident.created",
    call: ["POST", `${sessions}/incidents`],
    body: () => ({
      title: "T",
      severity: "warning",
      outcome: "unknown",
      range: { from: 0, to: 2 },
      annotations: [],
    }),
    keep: (answer) => (at.incidentId = String(answer.id)),
  },
  { action: "incident.changed", call: ["PATCH", incident], body: () => ({ title: "Other" }) },
  {
    action: "annotation.created",
    call: ["POST", `${incident}/annotations`],
    body: () => ({ turn: 1, pin: "turn", target: null, text: "here" }),
    keep: (answer) => (at.annotationId = newest(answer)),
  },
  {
    action: "annotation.changed",
    call: ["PATCH", `${incident}/annotations/{annotationId}`],
    body: () => ({ text: "there" }),
  },
  { action: "annotation.deleted", call: ["DELETE", `${incident}/annotations/{annotationId}`] },
  { action: "incident.exported", call: ["GET", incident], query: "?format=json" },
  { action: "incident.deleted", call: ["DELETE", incident] },
  {
    action: "verdict.given",
    call: ["PUT", `${sessions}/findings/{finding}/verdict`],
    body: () => ({ verdict: "false" }),
  },
  { action: "verdict.withdrawn", call: ["DELETE", `${sessions}/findings/{finding}/verdict`] },
  { action: "session.changed", call: ["PATCH", sessions], body: () => ({ name: "By hand" }) },
  {
    action: "view.saved",
    call: ["POST", "/api/v1/views"],
    body: () => ({ name: "Mine", query: "sort=turns" }),
    keep: (answer) => (at.viewId = String(answer.id)),
  },
  { action: "view.removed", call: ["DELETE", "/api/v1/views/{viewId}"] },
  {
    action: "models.changed",
    call: ["PUT", "/api/v1/models"],
    body: () => ({ models: [{ model: "mine", contextWindow: 1_000 }] }),
  },
  {
    action: "retention.changed",
    call: ["PUT", "/api/v1/retention"],
    body: () => ({ days: 100, tags: [], megabytes: null }),
  },
  {
    action: "redaction.changed",
    call: ["PUT", "/api/v1/redaction-rules"],
    body: () => ({ rules: [], off: ["names"], on: [] }),
  },
  { action: "judge.changed", call: ["PUT", "/api/v1/judge"], body: () => ({ callsPerDay: 7 }) },
  { action: "judge.asked", call: ["POST", `${sessions}/judge`] },
  {
    action: "alert-target.created",
    call: ["POST", "/api/v1/alerts/targets"],
    body: () => ({ name: "Desk", url: "https://127.0.0.1:9/x" }),
    keep: (answer) => (at.targetId = (answer.target as { id: string }).id),
  },
  {
    action: "alert-target.tested",
    call: ["POST", "/api/v1/alerts/targets/{targetId}/test"],
    keep: (answer) => (at.messageId = String(answer.id)),
  },
  { action: "alert-message.retried", call: ["POST", "/api/v1/alerts/messages/{messageId}/retry"] },
  {
    action: "alert-rule.created",
    call: ["POST", "/api/v1/alerts/rules"],
    body: () => ({ name: "R", rule: RULE, targets: [at.targetId] }),
    keep: (answer) => (at.ruleId = String(answer.id)),
  },
  { action: "alert-rule.removed", call: ["DELETE", "/api/v1/alerts/rules/{ruleId}"] },
  { action: "alert-target.removed", call: ["DELETE", "/api/v1/alerts/targets/{targetId}"] },
  {
    action: "key.created",
    call: ["POST", "/api/v1/keys"],
    body: () => ({ name: "k", scopes: ["read"] }),
    by: () => other.headers,
    keep: (answer) => (at.keyId = (answer.key as { id: string }).id),
  },
  {
    action: "grant.taken",
    call: ["POST", "/api/v1/members/{userId}/take-over"],
    body: () => ({ grants: [{ kind: "key", id: at.keyId }] }),
  },
  { action: "key.rotated", call: ["POST", "/api/v1/keys/{keyId}/rotate"] },
  { action: "key.revoked", call: ["DELETE", "/api/v1/keys/{keyId}"] },
  {
    action: "invitation.created",
    call: ["POST", "/api/v1/invitations"],
    body: () => ({ role: "viewer" }),
    keep: (answer) => (at.token = String(answer.url).split("/").at(-1) ?? ""),
  },
  {
    action: "member.joined",
    call: ["POST", "/api/v1/join"],
    by: () => signedIn,
    body: () => ({ token: at.token }),
  },
  {
    action: "invitation.withdrawn",
    call: ["DELETE", "/api/v1/invitations/{invitationId}"],
  },
  { action: "group.changed", call: ["PUT", "/api/v1/groups"], body: () => ({ ...group, role: "viewer" }) },
  { action: "group.removed", call: ["DELETE", "/api/v1/groups"], body: () => group },
  { action: "member.changed", call: ["PATCH", "/api/v1/members/{userId}"], body: () => ({ role: "editor" }) },
  { action: "member.removed", call: ["DELETE", "/api/v1/members/{userId}"] },
  {
    action: "thresholds.changed",
    call: ["PUT", "/api/v1/thresholds"],
    body: () => at.thresholds && JSON.parse(at.thresholds),
  },
  {
    action: "replay.started",
    call: ["POST", `${sessions}/replay`],
    body: () => ({ policies: [{ kind: "recorded" }] }),
    keep: (answer) => (at.replayId = String(answer.id)),
  },
  {
    action: "replay.cancelled",
    call: ["DELETE", `${sessions}/replays/{replayId}`],
  },
  {
    action: "audit.started",
    call: ["POST", "/api/v1/audits"],
    query: "?wait=0",
    body: () => ({}),
    status: 202,
  },
  {
    action: "job.cancelled",
    call: ["DELETE", "/api/v1/jobs/{jobId}"],
    params: () => ({ jobId: "job_running" }),
  },
  { action: "session.deleted", call: ["DELETE", sessions] },
  { action: "sessions.deleted", call: ["DELETE", "/api/v1/sessions"], query: "?olderThanDays=0" },
  {
    action: "project.created",
    call: ["POST", "/api/v1/projects"],
    body: () => ({ name: "Second" }),
  },
  { action: "project.chosen", call: ["PUT", "/api/v1/projects/current"], body: () => ({ id: project }) },
  {
    action: "passkey.removed",
    call: ["DELETE", "/api/v1/passkeys/{passkeyId}"],
    params: () => ({ passkeyId: "passkey" }),
  },
  {
    action: "signed-in",
    call: ["POST", "/api/v1/sign-in"],
    body: () => ({ email: owner.email, password: PASSWORD }),
    by: () => ({ origin: TEAM_ORIGIN }),
  },
  {
    action: "password.changed",
    call: ["POST", "/api/v1/password"],
    body: () => ({ current: PASSWORD, next: `${PASSWORD} again` }),
    keep: (_, response) => (at.cookie = cookiesOf(response)),
  },
  {
    action: "signed-out",
    call: ["POST", "/api/v1/sign-out"],
    by: () => ({ origin: TEAM_ORIGIN, cookie: at.cookie ?? "" }),
  },
  {
    action: "sign-in.failed",
    call: ["POST", "/api/v1/sign-in"],
    body: () => ({ email: "nobody@example.com", password: "wrong" }),
    by: () => ({ origin: TEAM_ORIGIN }),
    status: 401,
  },
];

/** What no step does, and what does it. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "file.imported": "below",
  "watch.started": "in local mode only",
  "watch.stopped": "in local mode only",
  "passkey.added": "the library answers a browser's device",
};

describe("what is done and cannot be written into the audit log", () => {
  it("is not done: file.imported", async () => {
    await entriesAre("refused");
    const before = await stored();
    const body = JSON.stringify([
      { role: "user", content: randomUUID() },
      { role: "assistant", content: "yes" },
    ]);
    const post = endpointOf("POST", "/api/v1/import");
    const { status } = await callRoute(post, {}, "?name=a.json", { headers: owner.headers, body });
    expect(status).toBe(500);
    expect(await stored()).toEqual(before);
    await entriesAre("possible");
  });

  it.each(STEPS.map((step) => [step.action, step] as const))("is not done: %s", async (action, step) => {
    if (action === "share.created") await withWorker(prepareShare);
    if (action === "job.cancelled")
      await db.savedJob.create({
        data: { projectId: project, id: "job_running", kind: "share", status: "running", request: {} },
      });
    if (action === "member.joined") signedIn = (await addPerson(db, await addProject(db), "viewer")).headers;
    if (action === "invitation.withdrawn") {
      const [made] = await db.invitation.findMany({ where: { projectId: project, usedAt: null } });
      at.invitationId = made?.hash ?? (await newInvitation());
    }
    if (action === "thresholds.changed") {
      const headers = owner.headers;
      const now = await callRoute(endpointOf("GET", "/api/v1/thresholds"), {}, "", { headers });
      const { thresholds } = (await now.json()) as { thresholds: Record<string, number | null> };
      const [name = "", value] =
        Object.entries(thresholds).find(([, held]) => typeof held === "number") ?? [];
      at.thresholds = JSON.stringify({ ...thresholds, [name]: Number(value) + 1 });
    }
    const ask = () => {
      const body = step.body?.();
      return callRoute(endpointOf(...step.call), step.params?.() ?? at, step.query ?? "", {
        headers: step.by?.() ?? owner.headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    };
    await entriesAre("refused");
    const before = await stored();
    const refused = await ask();
    expect({ status: refused.status, said: await refused.text() }).toMatchObject({ status: 500 });
    expect(await stored()).toEqual(before);
    await entriesAre("possible");
    const count = () => db.auditEntry.count({ where: { action } });
    const entries = await count();
    const done = await ask();
    const text = await done.text();
    expect({ status: done.status, text }).toMatchObject({ status: step.status ?? 200 });
    expect(await count()).toBe(entries + 1);
    step.keep?.(JSON.parse(text) as Json, done);
  });

  it("and every action that a command writes is tried", () => {
    const files = readdirSync("lib/commands", { recursive: true, encoding: "utf8" });
    const sources = files.filter((file) => file.endsWith(".ts") && !file.includes(".test."));
    const written = sources.flatMap((file) => {
      const text = readFileSync(path.join("lib/commands", file), "utf8");
      const calls = [...text.matchAll(/noteInAuditLog\(([^;]*?)\)[;,\n]/gs)].map(([call]) => call);
      return calls.flatMap((call) =>
        [...call.matchAll(/"([a-z-]+\.[a-z]+|signed-(?:in|out))"/g)].map(([, name]) => name),
      );
    });
    const tried = new Set([...STEPS.map(({ action }) => action), ...Object.keys(ELSEWHERE)]);
    expect(written.length).toBeGreaterThan(40);
    expect([...new Set(written)].filter((action) => !tried.has(action ?? ""))).toEqual([]);
  });
});

/** What a share is to hold is redacted again when the session is analysed anew, so that comes to its end first. */
async function prepareShare(): Promise<void> {
  await previewShare();
  const due = "SELECT 1 FROM graphile_worker.jobs WHERE run_at <= now() AND attempts = 0";
  await expect.poll(async () => (await db.$queryRawUnsafe<unknown[]>(due)).length).toBe(0);
  await previewShare();
}

/** A worker redacts what the share is to hold. */
async function previewShare(): Promise<void> {
  const { status } = await callRoute(endpointOf("POST", `${sessions}/shares/preview`), at, "?wait=20000", {
    headers: owner.headers,
    body: "{}",
  });
  expect(status).toBe(200);
}

async function newInvitation(): Promise<string> {
  const { status } = await callRoute(endpointOf("POST", "/api/v1/invitations"), {}, "", {
    headers: owner.headers,
    body: JSON.stringify({ role: "viewer" }),
  });
  expect(status).toBe(200);
  return (await db.invitation.findFirstOrThrow({ where: { projectId: project, usedAt: null } })).hash;
}
