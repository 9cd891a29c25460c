import { AppError } from "@/lib/errors";

const MIB = 1024 * 1024;

/** Requests with data in progress; further ones are asked to come back. */
export const REQUESTS_MAX = 512;
/** Bytes as sent, for all requests in progress. A single request may be as large as its route allows. */
const BYTES_MAX = 64 * MIB;
/** The assumed size of a body without a length, and the factor for a compressed one. */
const UNKNOWN_BYTES = MIB;
const COMPRESSED_FACTOR = 4;
const RETRY_AFTER_S = 2;

let requests = 0;
let bytes = 0;

/**
 * @param size of the body in bytes, see {@link sizeOfBody}
 * @throws AppError `rate_limited` with a short wait
 */
export async function admit<T>(work: () => Promise<T>, size = 0): Promise<T> {
  if (requests >= REQUESTS_MAX || (bytes > 0 && bytes + size > BYTES_MAX)) {
    throw new AppError(
      "rate_limited",
      "too many requests are being taken in; try again shortly",
      [],
      RETRY_AFTER_S,
    );
  }
  requests++;
  bytes += size;
  try {
    return await work();
  } finally {
    requests--;
    bytes -= size;
  }
}

/** The expected memory of a request's body, before it is read. */
export function sizeOfBody({ headers }: Request): number {
  const length = Number(headers.get("content-length") ?? UNKNOWN_BYTES);
  const sent = Number.isFinite(length) && length >= 0 ? length : UNKNOWN_BYTES;
  return (headers.get("content-encoding") ?? "identity") === "identity" ? sent : sent * COMPRESSED_FACTOR;
}
