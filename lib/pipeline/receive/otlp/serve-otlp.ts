import type { OtlpEncoding } from "@/lib/importers/otel/decoded";
import type { Endpoint } from "@/lib/api/endpoint";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { findCaller } from "@/lib/http/caller";
import { toAppError } from "@/lib/http/respond";
import { checkRoom } from "@/lib/http/serve";
import { admit, sizeOfBody } from "../admission";
import { answerAccepted, chooseEncoding, answerRefused } from "./answer";
import { discardBody, receiveOtlp } from "./receive";

/** Every answer, also a refusal, has the encoding of the request and the form of the specification. */
export function serveOtlp(
  route: Endpoint,
  signal: "traces" | "logs" | "metrics",
  database: () => Database,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const encoding = chooseEncoding(request.headers.get("content-type"));
    try {
      const { project } = await findCaller(request, route.scope);
      checkRoom(route);
      if (encoding === null) throw UNKNOWN_TYPE;
      const answerRequest = () => answerTo(request, project, signal, encoding, database);
      return await admit(project, answerRequest, sizeOfBody(request));
    } catch (error) {
      return answerRefused(encoding ?? "json", toAppError(error));
    }
  };
}

const UNKNOWN_TYPE = new AppError(
  "unsupported_media_type",
  "the content type is not supported; application/x-protobuf and application/json are",
);

async function answerTo(
  request: Request,
  project: string,
  signal: "traces" | "logs" | "metrics",
  encoding: OtlpEncoding,
  database: () => Database,
): Promise<Response> {
  if (signal !== "metrics") return receiveOtlp(database(), project, request, signal, encoding);
  await discardBody(request);
  return answerAccepted(encoding, signal, 0, "");
}
