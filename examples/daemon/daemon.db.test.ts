import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decisionsKept } from "@/lib/commands/runtime/record";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { Sightglass } from "@/lib/client";
import { getSession } from "@/lib/queries/get-session";
import { listEvictions } from "@/lib/queries/list-evictions";
import { testDatabase } from "@/lib/testing/database";
import type { TestServer } from "@/lib/testing/http-server";
import { serveRoutes } from "@/lib/testing/route-server";
import { testWorker, worked } from "@/lib/testing/worker";
import { serveScript } from "../scripted-provider";
import { doJob } from "./agent";
import { publishingModel, SOURCES } from "./script";

testWorker();
const db = testDatabase();
let house: TestServer;
let provider: Awaited<ReturnType<typeof serveScript>>;
beforeAll(async () => {
  house = await serveRoutes();
  provider = await serveScript(publishingModel);
});
afterAll(async () => {
  provider.close();
  await house.close();
});

async function done(asks: boolean) {
  const sightglass = new Sightglass({ url: house.url, timeoutMs: 20_000 });
  const session = sightglass.session({ agent: "publishing daemon" });
  const outcome = await doJob(provider.baseURL, { session, asks });
  expect(await sightglass.flush()).toBe(0);
  await decisionsKept();
  await worked(db, DEFAULT_PROJECT);
  const page = { limit: 100, offset: 0, from: undefined, to: undefined };
  const { evictions } = await listEvictions(db, DEFAULT_PROJECT, session.id, page);
  return { outcome, evictions, session: await getSession(db, DEFAULT_PROJECT, session.id) };
}

describe("the publishing daemon", () => {
  it("publishes by no plan when it is alone, and fetches twice what it has", async () => {
    expect(await doJob(provider.baseURL, null)).toMatchObject({ published: true, right: false });
  });

  it("does the same when it is watched, and its session shows the plan leave and the call made again", async () => {
    const { outcome, evictions, session } = await done(false);
    expect(outcome).toMatchObject({ published: true, right: false });
    expect(session).toMatchObject({ outcome: "wrong" });
    expect(session.counts.repeatedToolCalls).toBeGreaterThan(0);
    expect(evictions.map(({ sourceKind }) => sourceKind)).toContain("user_goal");
  });

  it("validates first when it asks: results leave with references, the plan stays, the gates hold", async () => {
    const { outcome, evictions, session } = await done(true);
    expect(outcome).toEqual({ published: true, right: true, fetches: SOURCES });
    expect(session).toMatchObject({ outcome: "ok" });
    const results = evictions.filter(({ sourceKind }) => sourceKind === "tool_result");
    expect(results.length).toBeGreaterThan(0);
    expect(results.every(({ restorable }) => restorable)).toBe(true);
    expect(evictions.map(({ sourceKind }) => sourceKind)).not.toContain("user_goal");
  });
});
