import { postEvents } from "@/lib/api/endpoints/events";
import { postModelCalls } from "@/lib/api/endpoints/model-calls";
import { postLogs, postTraces } from "@/lib/api/endpoints/otlp";
import { database } from "@/lib/db/client";
import { json } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";
import { admit, sizeOfBody } from "../receive/admission";
import { ingestEvents } from "../receive/ingest-events";
import { serveOtlp } from "../receive/otlp/serve-otlp";
import { readBatch } from "../receive/read-batch";
import { ingestModelCalls } from "../receive/telemetry/model-calls";

export const takeEvents = serve(postEvents, ({ request, caller }) =>
  admit(
    caller.project,
    async () => {
      const items = await readBatch(request);
      const report = await ingestEvents(database(), caller.project, items);
      const nothingUsable = items.length > 0 && report.accepted + report.duplicates === 0;
      if (!nothingUsable) return report;
      const error = {
        code: "unprocessable",
        message: "no event of this batch was acceptable; `rejected` says why for each",
      };
      return json({ ...report, error }, 422);
    },
    sizeOfBody(request),
  ),
);

export const takeModelCalls = serve(postModelCalls, ({ request, caller }) => {
  const size = sizeOfBody(request);
  return admit(
    caller.project,
    async () => {
      const items = await readBatch(request, "calls");
      const report = await ingestModelCalls(database(), caller.project, items, size);
      if (items.length === 0 || report.accepted + report.duplicates > 0) return report;
      const message = "no call of this batch was acceptable; `rejected` says why for each";
      return json({ ...report, error: { code: "unprocessable", message } }, 422);
    },
    size,
  );
});

export const takeTraces = serveOtlp(postTraces, "traces", database);
export const takeLogs = serveOtlp(postLogs, "logs", database);

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** Agents send to them all the time, so the server answers without the framework of the pages. */
export const BUSY_ROUTES: ReadonlyMap<string, Handler> = new Map([
  [postEvents.path, takeEvents],
  [postModelCalls.path, takeModelCalls],
  [postTraces.path, takeTraces],
  [postLogs.path, takeLogs],
] as const);
