import { notFound } from "@/lib/errors";
import { answerError } from "./respond";

const PATH_CHARS = 200;

export function answerNoRoute(request: Request): Response {
  return answerError(notFound(`${request.method} ${new URL(request.url).pathname.slice(0, PATH_CHARS)}`));
}
