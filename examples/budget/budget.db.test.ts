import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Sightglass } from "@/lib/client";
import { decisionsKept } from "@/lib/commands/runtime/record";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { getSession } from "@/lib/queries/get-session";
import { listFindings } from "@/lib/queries/list-findings";
import { testDatabase } from "@/lib/testing/database";
import type { TestServer } from "@/lib/testing/http-server";
import { serveRoutes } from "@/lib/testing/route-server";
import { testWorker, worked } from "@/lib/testing/worker";
import { serveScript } from "../scripted-provider";
import { readPages } from "./agent";
import { readingModel } from "./script";

testWorker();
const db = testDatabase();
let house: TestServer;
let provider: Awaited<ReturnType<typeof serveScript>>;
beforeAll(async () => {
  house = await serveRoutes();
  provider = await serveScript(readingModel);
});
afterAll(async () => {
  provider.close();
  await house.close();
});

async function read(asks: boolean) {
  const sightglass = new Sightglass({ url: house.url, timeoutMs: 20_000 });
  const session = sightglass.session({ agent: "reader" });
  const outcome = await readPages(provider.baseURL, session, asks);
  expect(await sightglass.flush()).toBe(0);
  await decisionsKept();
  await worked(db, DEFAULT_PROJECT);
  const { findings } = await listFindings(db, DEFAULT_PROJECT, session.id, {
    limit: 100,
    offset: 0,
  } as never);
  return {
    outcome,
    codes: findings.map(({ code }) => code),
    session: await getSession(db, DEFAULT_PROJECT, session.id),
  };
}

describe("the agent with the long task", () => {
  it("loses its task when it is alone", async () => {
    expect(await readPages(provider.baseURL, null, false)).toMatchObject({ right: false });
  });

  it("loses it as well when it is watched, and its session shows that what may not leave has left", async () => {
    const { outcome, codes, session } = await read(false);
    expect(outcome.right).toBe(false);
    expect(session.counts.evictions).toBeGreaterThan(0);
    expect(codes).toContain("policy.protected_violated");
  });

  it("ends its task from a checkpoint when it asks, with one restart", async () => {
    const { outcome, session } = await read(true);
    expect(outcome).toMatchObject({ right: true, restarts: 1 });
    expect(session).toMatchObject({ outcome: "ok" });
  });
});
