import type { Database } from "@/lib/db/client";
import { addWarnings } from "@/lib/db/ingestion-notes";
import { AppError } from "@/lib/errors";
import { findCaller } from "@/lib/http/caller";
import { chooseEncoding, answerRefused } from "./answer";

const PATH_CHARS = 200;
const ADVICE =
  "telemetry goes to /v1/traces, /v1/logs and /v1/metrics, the Langfuse SDK's to /api/public/otel/v1/traces";

/**
 * A client with a wrong path loses its data. So the answer names the right one, in the encoding of the
 * request, and the project gets a warning.
 */
export function refuseUnknownPath(database: () => Database): (request: Request) => Promise<Response> {
  return async (request) => {
    const path = new URL(request.url).pathname.slice(0, PATH_CHARS);
    if (request.method === "POST") await warn(database, request, path);
    const encoding = chooseEncoding(request.headers.get("content-type")) ?? "json";
    return answerRefused(encoding, new AppError("not_found", `there is nothing at ${path}; ${ADVICE}`));
  };
}

/** Notes the wrong path as a warning, only for a sender with the right to send, and only while the database is there. */
async function warn(database: () => Database, request: Request, path: string): Promise<void> {
  try {
    const { project } = await findCaller(request, "ingest");
    const message = `something was sent to a path that does not exist; ${ADVICE}`;
    await addWarnings(database(), project, [
      { code: "wrong_path", source: "unknown path", message, count: 1, sample: { path } },
    ]);
  } catch {
    // The answer is the same for everybody.
  }
}
