import { AppError } from "@/lib/errors";

const MIB = 1024 * 1024;

/** Requests with data in progress; further ones are asked to come back. */
export const REQUESTS_MAX = 512;
/**
 * Bytes as sent, for all requests in progress of a project, and of all projects. A single request may be as large as its route
 * allows. A project whose senders are slow leaves room for others.
 */
const PROJECT_BYTES_MAX = 64 * MIB;
const BYTES_MAX = 128 * MIB;
/** The assumed size of a body without a length, and the factor for a compressed one. */
const UNKNOWN_BYTES = MIB;
const COMPRESSED_FACTOR = 4;
const RETRY_AFTER_S = 2;

let requests = 0;
let bytes = 0;
const ofProjects = new Map<string, number>();

/**
 * @param size of the body in bytes, see {@link sizeOfBody}
 * @throws AppError `rate_limited` with a short wait
 */
export async function admit<T>(project: string, work: () => Promise<T>, size = 0): Promise<T> {
  const waiting = ofProjects.get(project) ?? 0;
  const isFull =
    (bytes > 0 && bytes + size > BYTES_MAX) || (waiting > 0 && waiting + size > PROJECT_BYTES_MAX);
  if (requests >= REQUESTS_MAX || isFull) {
    throw new AppError(
      "rate_limited",
      "too many requests are being taken in; try again shortly",
      [],
      RETRY_AFTER_S,
    );
  }
  requests++;
  add(project, size);
  try {
    return await work();
  } finally {
    requests--;
    add(project, -size);
  }
}

function add(project: string, size: number): void {
  bytes += size;
  const waiting = (ofProjects.get(project) ?? 0) + size;
  if (waiting > 0) ofProjects.set(project, waiting);
  else ofProjects.delete(project);
}

/** The expected memory of a request's body, before it is read. */
export function sizeOfBody({ headers }: Request): number {
  const length = Number(headers.get("content-length") ?? UNKNOWN_BYTES);
  const sentBytes = Number.isFinite(length) && length >= 0 ? length : UNKNOWN_BYTES;
  return (headers.get("content-encoding") ?? "identity") === "identity"
    ? sentBytes
    : sentBytes * COMPRESSED_FACTOR;
}
