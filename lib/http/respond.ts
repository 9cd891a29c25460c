import type { JsonText } from "@/lib/api/json-text";
import { isDatabaseAway } from "@/lib/db/away";
import { AppError, ERROR_STATUS } from "@/lib/errors";
import { LargeHere } from "./large-here";

const JSON_TYPE = "application/json; charset=utf-8";

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": JSON_TYPE, ...headers },
  });
}

export function jsonText({ bytes }: JsonText): Response {
  return new Response(bytes, { headers: { "content-type": JSON_TYPE } });
}

export function done(cookies: readonly string[] = []): Response {
  const response = json({ done: true });
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

export function jsonWithCookies(body: unknown, cookies: readonly string[]): Response {
  const response = json(body);
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

export function goTo(url: string, cookies: readonly string[]): Response {
  const response = new Response(null, { status: 302, headers: { location: url } });
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

/**
 * The common error shape: `{ error: { code, message, details? } }`. An unexpected error is logged and answered as
 * `internal`.
 */
export function errorResponse(error: unknown): Response {
  const known = asAppError(error);
  const headers: Record<string, string> =
    known.retryAfterS === null ? {} : { "retry-after": String(known.retryAfterS) };
  const { code, message, details } = known;
  return json(
    { error: { code, message, ...(details.length > 0 && { details }) } },
    ERROR_STATUS[code],
    headers,
  );
}

const RETRY_AFTER_S = 2;

/**
 * The error for a client: a database that cannot be reached is `unavailable`, an unexpected error is `internal`.
 * @throws LargeHere as it is: another process answers
 */
export function asAppError(error: unknown): AppError {
  if (error instanceof LargeHere) throw error;
  if (error instanceof AppError) return error;
  if (isDatabaseAway(error))
    return new AppError(
      "unavailable",
      "the database cannot be reached; try again shortly",
      [],
      RETRY_AFTER_S,
    );
  console.error(error);
  return new AppError("internal", "something went wrong on the server; its log says what");
}
