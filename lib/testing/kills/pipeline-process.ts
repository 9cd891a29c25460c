/**
 * A pipeline process that tests can kill. As `worker` it runs jobs. As `web` it accepts native events, raw model calls and
 * spans over HTTP, with the functions of the routes, and tells its parent the address.
 */
import { TASKS } from "@/lib/commands/tasks";
import { getDatabaseUrl, openDatabase } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { startWorker } from "@/lib/pipeline/worker/run-worker";
import { ingestEvents } from "@/lib/pipeline/receive/ingest-events";
import { receiveOtlp } from "@/lib/pipeline/receive/otlp/receive";
import { readBatch } from "@/lib/pipeline/receive/read-batch";
import { ingestModelCalls } from "@/lib/pipeline/receive/telemetry/model-calls";
import { serveHttp } from "../servers/http-server";

async function work(): Promise<void> {
  await startWorker({ url: getDatabaseUrl(), tasks: TASKS });
  process.send?.({ ready: "worker" });
}

async function serve(project: string): Promise<void> {
  const db = openDatabase(getDatabaseUrl());
  const { url } = await serveHttp(async (request) => {
    try {
      if (request.url.endsWith("/traces")) return await receiveOtlp(db, project, request, "traces", "json");
      const isCalls = request.url.endsWith("/model-calls");
      const items = await readBatch(request, isCalls ? "calls" : "events");
      return Response.json(await (isCalls ? ingestModelCalls : ingestEvents)(db, project, items));
    } catch (error) {
      return new Response(String(error), { status: error instanceof AppError ? 422 : 503 });
    }
  });
  process.send?.({ ready: url });
}

const [role = "", project = ""] = process.argv.slice(2);
process.once("disconnect", () => process.exit(0));
(role === "worker" ? work() : serve(project)).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
