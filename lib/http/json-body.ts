import type { z } from "zod";
import { countNonsense } from "@/lib/access/throttle";
import { getDatabase } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import {
  JSON_BODY_BYTES_MAX,
  JSON_BODY_VALUES_MAX,
  OPEN_BODY_BYTES_MAX,
  RUNTIME_BODY_BYTES_MAX,
  RUNTIME_WIRE_BYTES_MAX,
} from "@/lib/api/limits/http";
import type { Caller } from "./caller";
import { readBodyBytes, readBodyJson } from "./read-body";
import { check } from "./serve";

/**
 * A short body.
 * @throws AppError `invalid_json`, `too_large`, also for more values than such a body has, or `invalid_body`
 */
export async function readJsonBody<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  const limits = { wireBytesMax: JSON_BODY_BYTES_MAX, bodyBytesMax: JSON_BODY_BYTES_MAX };
  return check(schema, await readBodyJson(request, limits, JSON_BODY_VALUES_MAX), "invalid_body");
}

/**
 * It may contain a whole window.
 * @throws AppError as {@link readJsonBody}
 */
export async function readRuntimeBody<S extends z.ZodType>(
  request: Request,
  schema: S,
): Promise<z.output<S>> {
  return readJson(request, schema, RUNTIME_BODY_BYTES_MAX, RUNTIME_WIRE_BYTES_MAX);
}

/**
 * The body of a request to a route that needs no login, or only a login. Its limit is small. A malformed body counts as
 * an attempt of the sender's address, like a wrong password.
 * @throws AppError `invalid_json`, `too_large`, `invalid_body`, `rate_limited`
 */
export async function openJsonBody<S extends z.ZodType>(
  request: Request,
  caller: Caller,
  schema: S,
): Promise<z.output<S>> {
  return refuseNonsense(caller, readJson(request, schema, OPEN_BODY_BYTES_MAX));
}

/**
 * The fields of a form that a program sends to a route without a login.
 * @throws AppError as {@link openJsonBody}
 */
export async function openForm(request: Request, caller: Caller): Promise<URLSearchParams> {
  const limits = { wireBytesMax: OPEN_BODY_BYTES_MAX, bodyBytesMax: OPEN_BODY_BYTES_MAX };
  return new URLSearchParams((await refuseNonsense(caller, readBodyBytes(request, limits))).toString("utf8"));
}

async function refuseNonsense<T>({ address }: Caller, read: Promise<T>): Promise<T> {
  return read.catch(async (error: unknown) => {
    if (error instanceof AppError) await countNonsense(getDatabase(), address);
    throw error;
  });
}

async function readJson<S extends z.ZodType>(
  request: Request,
  schema: S,
  bytesMax: number,
  wireBytesMax = bytesMax,
): Promise<z.output<S>> {
  const limits = { wireBytesMax, bodyBytesMax: bytesMax };
  return check(schema, await readBodyJson(request, limits), "invalid_body");
}
