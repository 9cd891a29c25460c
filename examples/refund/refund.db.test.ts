import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decisionsKept } from "@/lib/commands/runtime/record";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { getSession } from "@/lib/queries/get-session";
import { getPlan } from "@/lib/queries/get-plan";
import { Sightglass } from "@/lib/client";
import { testDatabase } from "@/lib/testing/database";
import type { TestServer } from "@/lib/testing/http-server";
import { serveRoutes } from "@/lib/testing/route-server";
import { testWorker, worked } from "@/lib/testing/worker";
import { serveScript } from "../scripted-provider";
import { handleCase } from "./agent";
import { supportModel } from "./script";

testWorker();
const db = testDatabase();
let house: TestServer;
let provider: Awaited<ReturnType<typeof serveScript>>;
beforeAll(async () => {
  house = await serveRoutes();
  provider = await serveScript(supportModel);
});
afterAll(async () => {
  provider.close();
  await house.close();
});

async function handled(asks: boolean) {
  const sightglass = new Sightglass({ url: house.url, timeoutMs: 20_000 });
  const session = sightglass.session({ agent: "support desk" });
  const outcome = await handleCase(provider.baseURL, { session, asks });
  expect(await sightglass.flush()).toBe(0);
  await decisionsKept();
  await worked(db, DEFAULT_PROJECT);
  const plan = await getPlan(db, DEFAULT_PROJECT, session.id, { limit: 50, offset: 0 } as never);
  return { outcome, plan, session: await getSession(db, DEFAULT_PROJECT, session.id) };
}

describe("the refund agent", () => {
  it("takes the wrong branch when it is alone", async () => {
    expect(await handleCase(provider.baseURL, null)).toEqual({ action: "send_tracking_email", right: false });
  });

  it("takes the same branch when it is watched, and its session shows on what", async () => {
    const { outcome, plan, session } = await handled(false);
    expect(outcome).toEqual({ action: "send_tracking_email", right: false });
    expect(session).toMatchObject({ outcome: "wrong" });
    const [edge] = plan.edges.filter(({ kind, to }) => kind === "declared" && to.step === "branch");
    expect(edge).toMatchObject({ state: "dangling", executed: true });
  });

  it("takes the right one when it asks: what its plan needs does not leave", async () => {
    const { outcome, plan, session } = await handled(true);
    expect(outcome).toEqual({ action: "open_refund", right: true });
    expect(session).toMatchObject({ outcome: "ok" });
    const [edge] = plan.edges.filter(({ kind, to }) => kind === "declared" && to.step === "branch");
    expect(edge).toMatchObject({ state: "live", executed: true });
  });

  it("goes on as if it were alone while Sightglass is away", async () => {
    const away = new Sightglass({ url: "http://127.0.0.1:9", onProblem: () => undefined });
    const outcome = await handleCase(provider.baseURL, { session: away.session(), asks: true });
    expect(outcome.action).not.toBeNull();
  });
});
