import { isDatabaseAway } from "@/lib/db/away";
import { AppError, ERROR_STATUS } from "@/lib/errors";

/** An answer in JSON. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
  });
}

/** An answer that says no more than that it was done, with the cookies that came of it. */
export function done(cookies: readonly string[] = []): Response {
  const response = json({ done: true });
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

/** Sends a browser elsewhere, with cookies. */
export function goTo(url: string, cookies: readonly string[]): Response {
  const response = new Response(null, { status: 302, headers: { location: url } });
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

/** The one error shape: `{ error: { code, message, details? } }`. What is not ours to tell is logged and called internal. */
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

/** An error as a refusal: a database that is away is `unavailable`, anything unforeseen is `internal`. */
export function asAppError(error: unknown): AppError {
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
