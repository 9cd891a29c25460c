import { describe, expect, it } from "vitest";
import { Sightglass } from "@/lib/client";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { getPlan } from "@/lib/queries/get-plan";
import { exampleRun } from "../example-run";
import { handleCase } from "./agent";
import { supportModel } from "./script";

const example = exampleRun(supportModel);

async function handled(asks: boolean) {
  const run = await example.watched("support desk", (session) =>
    handleCase(example.model(), { session, asks }),
  );
  const plan = await getPlan(example.db, DEFAULT_PROJECT, run.id, { limit: 50, offset: 0 } as never);
  return { ...run, plan };
}

describe("the refund agent", () => {
  it("takes the wrong branch when it is alone", async () => {
    expect(await handleCase(example.model(), null)).toEqual({ action: "send_tracking_email", right: false });
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
    const outcome = await handleCase(example.model(), { session: away.session(), asks: true });
    expect(outcome.action).not.toBeNull();
  });
});
