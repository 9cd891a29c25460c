/** The codes that an answer can carry, with the HTTP status that each means. */
export const ERROR_STATUS = {
  invalid_json: 400,
  invalid_body: 400,
  invalid_encoding: 400,
  invalid_query: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  unsupported_media_type: 415,
  unprocessable: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;

export interface ErrorDetail {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** A refusal in words for the caller. Every other error is answered as `internal`, without its text. */
export class AppError extends Error {
  override name = "AppError";

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: readonly ErrorDetail[] = [],
    readonly retryAfterS: number | null = null,
  ) {
    super(message);
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** Also for something that belongs to another caller. */
export function notFound(what: string): AppError {
  return new AppError("not_found", `${what} was not found`);
}

const AWAY_RETRY_AFTER_S = 2;
const DATABASE_AWAY = "the database cannot be reached; try again shortly";
/** The error that a coordinator passes on does not always name the node. */
const NODE_AWAY =
  "a node of the database that this request needs is away, and /api/v1/health names it; sessions on the other nodes can be read and recorded meanwhile; try again shortly";

/** @param isOfNode whether only a node of a cluster is away */
export function makeAwayError(isOfNode: boolean): AppError {
  return new AppError("unavailable", isOfNode ? NODE_AWAY : DATABASE_AWAY, [], AWAY_RETRY_AFTER_S);
}
