import { afterAll, beforeAll, expect } from "vitest";
import type { Session } from "@/lib/client";
import { Sightglass } from "@/lib/client";
import { decisionsKept } from "@/lib/commands/runtime/record";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { getSession } from "@/lib/queries/get-session";
import { testDatabase } from "@/lib/testing/database";
import { routeServer } from "@/lib/testing/route-server";
import { testWorker, worked } from "@/lib/testing/worker";
import type { Script } from "./scripted-provider";
import { serveScript } from "./scripted-provider";

/** Sightglass on its own database, and a model that follows a script. */
export function exampleRun(script: Script) {
  testWorker();
  const db = testDatabase();
  const instance = routeServer();
  let provider: Awaited<ReturnType<typeof serveScript>>;
  beforeAll(async () => {
    provider = await serveScript(script);
  });
  afterAll(() => provider.close());
  return {
    db,
    model: () => provider.baseURL,
    /** @returns the agent's outcome, and its session after the derivation */
    async watched<Outcome>(agent: string, run: (session: Session) => Promise<Outcome>) {
      const sightglass = new Sightglass({ url: instance.url, timeoutMs: 20_000 });
      const recording = sightglass.session({ agent });
      const outcome = await run(recording);
      expect(await sightglass.flush()).toBe(0);
      await decisionsKept();
      await worked(db, DEFAULT_PROJECT);
      return { outcome, id: recording.id, session: await getSession(db, DEFAULT_PROJECT, recording.id) };
    },
  };
}
