import { notFound } from "@/lib/errors";
import { errorResponse } from "./respond";

const PATH_CHARS = 200;

export function noRoute(request: Request): Response {
  return errorResponse(notFound(`${request.method} ${new URL(request.url).pathname.slice(0, PATH_CHARS)}`));
}
