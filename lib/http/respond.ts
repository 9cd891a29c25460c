import type { JsonText } from "@/lib/api/json-text";
import { isDatabaseAway, isDiskFull, isNodeAway } from "@/lib/db/away";
import { fullDisk } from "@/lib/db/disk-room.mjs";
import { AppError, ERROR_STATUS, makeAwayError } from "@/lib/errors";
import { LargeHere } from "./large-here";
import { nextRound } from "@/lib/rounds";

const JSON_TYPE = "application/json; charset=utf-8";

export function answerJson(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": JSON_TYPE, ...headers },
  });
}

const PIECE_BYTES = 256 * 1024;

/** What is long is sent in pieces, each when it is its turn: many such answers at once leave room for others. */
export function answerJsonText({ pieces }: JsonText): Response {
  const parts = listParts(pieces);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await nextRound();
      const next = parts.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
  });
  return new Response(body, { headers: { "content-type": JSON_TYPE } });
}

function* listParts(pieces: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += PIECE_BYTES) yield piece.subarray(at, at + PIECE_BYTES);
}

export function answerDone(cookies: readonly string[] = []): Response {
  const response = answerJson({ done: true });
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

export function answerJsonWithCookies(body: unknown, cookies: readonly string[]): Response {
  const response = answerJson(body);
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

export function answerRedirect(url: string, cookies: readonly string[]): Response {
  const response = new Response(null, { status: 302, headers: { location: url } });
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

/**
 * The common error shape: `{ error: { code, message, details? } }`. An unexpected error is logged and answered as
 * `internal`.
 * @param isRead whether the request sends nothing that could be stored
 */
export function answerError(error: unknown, isRead = false): Response {
  const known = toAppError(error, isRead);
  const headers: Record<string, string> =
    known.retryAfterS === null ? {} : { "retry-after": String(known.retryAfterS) };
  const { code, message, details } = known;
  return answerJson(
    { error: { code, message, ...(details.length > 0 && { details }) } },
    ERROR_STATUS[code],
    headers,
  );
}

/** Making room takes a person. */
const FULL_RETRY_AFTER_S = 30;

/**
 * The error for a client: a database that cannot be reached is `unavailable`, an unexpected error is `internal`.
 * @throws LargeHere as it is: another process answers
 */
export function toAppError(error: unknown, isRead = false): AppError {
  if (error instanceof LargeHere) throw error;
  if (error instanceof AppError) return error;
  const full = isDiskFull(error) ? "the server's disk is full" : isDatabaseAway(error) ? fullDisk(0) : null;
  if (full !== null) return makeNoRoomError(isRead, full);
  if (isDatabaseAway(error)) return makeAwayError(isNodeAway(error));
  console.error(error);
  return new AppError("internal", "something went wrong on the server; its log says what");
}

/**
 * The error of a request that finds no room on the disk.
 * @param why what there is to say of the disk
 */
export function makeNoRoomError(isRead: boolean, why: string): AppError {
  const end = isRead
    ? "this cannot be read until there is room; ask again then"
    : "nothing was stored; send it again when there is room";
  return new AppError("unavailable", `${why}, so ${end}`, [], FULL_RETRY_AFTER_S);
}
