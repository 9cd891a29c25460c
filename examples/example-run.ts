import { expect } from "vitest";
import { Sightglass } from "@/lib/client";
import { waitForDecisions } from "@/lib/commands/runtime/record";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { getSession } from "@/lib/queries/session/get-session";
import { testDatabase } from "@/lib/testing/database";
import { routeServer } from "@/lib/testing/servers/route-server";
import { testWorker, worked } from "@/lib/testing/worker";
import type { Example } from "./example";
import { ranTask } from "./example";
import { NOBODY } from "./run-example";

/** Sightglass on its own database, with the examples in their forms. */
export function exampleRun() {
  testWorker();
  const db = testDatabase();
  const instance = routeServer();
  return {
    db,
    /** @returns whether the agent was right, and its session after the derivation */
    async recorded({ title, taskOf }: Example, seed: number, asks: boolean) {
      const sightglass = new Sightglass({ url: instance.url, timeoutMs: 20_000 });
      const session = sightglass.session({ agent: title });
      const outcome = await ranTask(taskOf(seed), session, asks);
      expect(await sightglass.flush()).toBe(0);
      await waitForDecisions();
      await worked(db, DEFAULT_PROJECT);
      return { outcome, id: session.id, session: await getSession(db, DEFAULT_PROJECT, session.id) };
    },
    async alone({ taskOf }: Example, seed: number) {
      return ranTask(taskOf(seed), null, false);
    },
    async unanswered({ taskOf }: Example, seed: number) {
      const away = new Sightglass({ url: NOBODY, onProblem: () => undefined, folder: null, bufferChars: 1 });
      return ranTask(taskOf(seed), away.session(), true);
    },
  };
}
