import type { z } from "zod";
import { JSON_BODY_BYTES_MAX } from "./limits";
import { bodyJson } from "./read-body";
import { check } from "./serve";

/** The body of a request as a schema has it. @throws AppError `invalid_json`, `too_large`, `invalid_body` with every problem by its path */
export async function jsonBody<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  const limits = { wireBytesMax: JSON_BODY_BYTES_MAX, bodyBytesMax: JSON_BODY_BYTES_MAX };
  return check(schema, await bodyJson(request, limits), "invalid_body");
}
