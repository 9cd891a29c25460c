import * as eventEndpoints from "@/lib/api/endpoints/events";
import * as modelCallEndpoints from "@/lib/api/endpoints/model-calls";
import * as otlpEndpoints from "@/lib/api/endpoints/otlp";
import { getDatabase } from "@/lib/db/client";
import { answerJson } from "@/lib/http/respond";
import type { Handler } from "@/lib/http/serve";
import { measureRoute } from "@/lib/http/serve";
import { countRecords } from "@/lib/metrics";
import { admit, sizeOfBody } from "@/lib/pipeline/receive/admission";
import { ingestEvents } from "@/lib/pipeline/receive/ingest-events";
import { serveOtlp } from "@/lib/pipeline/receive/otlp/serve-otlp";
import { refuseForeignSessions } from "@/lib/pipeline/receive/own-sessions";
import { readBatch } from "@/lib/pipeline/receive/read-batch";
import { ingestModelCalls } from "@/lib/pipeline/receive/telemetry/model-calls";
import type { Route, RoutesOf } from "./answers";
import { makeAnswers } from "./answers";

/** What agents send all the time. It loads little, since the server has it from the start. */
export const events = makeAnswers(eventEndpoints, {
  postEvents: ({ request, caller }) =>
    admit(
      caller.project,
      async () => {
        const items = refuseForeignSessions(await readBatch(request), caller);
        const report = await ingestEvents(getDatabase(), caller.project, items);
        countRecords(eventEndpoints.postEvents.path, listOutcomes(report));
        const nothingUsable = items.length > 0 && report.accepted + report.duplicates === 0;
        if (!nothingUsable) return report;
        const error = {
          code: "unprocessable",
          message: "no event of this batch was acceptable; `rejected` says why for each",
        };
        return answerJson({ ...report, error }, 422);
      },
      sizeOfBody(request),
    ),
});

export const modelCalls = makeAnswers(modelCallEndpoints, {
  postModelCalls: ({ request, caller }) => {
    const size = sizeOfBody(request);
    return admit(
      caller.project,
      async () => {
        const items = refuseForeignSessions(await readBatch(request, "calls"), caller);
        const report = await ingestModelCalls(getDatabase(), caller.project, items, size);
        countRecords(modelCallEndpoints.postModelCalls.path, listOutcomes(report));
        if (items.length === 0 || report.accepted + report.duplicates > 0) return report;
        const message = "no call of this batch was acceptable; `rejected` says why for each";
        return answerJson({ ...report, error: { code: "unprocessable", message } }, 422);
      },
      size,
    );
  },
});

const { postTraces, postLogs, postMetrics, postLangfuseTraces } = otlpEndpoints;

function makeOtlpRoute(endpoint: typeof postTraces, signal: "traces" | "logs" | "metrics"): Route {
  return { endpoint, answer: measureRoute(endpoint, serveOtlp(endpoint, signal, getDatabase)) };
}

function listOutcomes(report: { accepted: number; duplicates: number; rejected: readonly unknown[] }) {
  return { accepted: report.accepted, duplicate: report.duplicates, rejected: report.rejected.length };
}

export const otlp: RoutesOf<typeof otlpEndpoints> = {
  postTraces: makeOtlpRoute(postTraces, "traces"),
  postLogs: makeOtlpRoute(postLogs, "logs"),
  postMetrics: makeOtlpRoute(postMetrics, "metrics"),
  postLangfuseTraces: makeOtlpRoute(postLangfuseTraces, "traces"),
};

/** The routes with which agents send, by path. The server answers them without the framework of the pages. */
export type PostedRoutes = ReadonlyMap<string, Handler>;

export const BUSY_ROUTES = listPosted({ events, modelCalls, otlp });

/** The busy routes and those that take longer to load: what running agents ask, and imports. */
export async function getPostedRoutes(): Promise<PostedRoutes> {
  return new Map([...BUSY_ROUTES, ...listPosted(await import("./agents"))]);
}

function listPosted(room: Readonly<Record<string, Readonly<Record<string, Route>>>>): PostedRoutes {
  const routes = Object.values(room).flatMap((group) => Object.values(group));
  return new Map(
    routes
      .filter(({ endpoint }) => endpoint.method === "POST")
      .map(({ endpoint, answer }) => [endpoint.path, answer]),
  );
}
