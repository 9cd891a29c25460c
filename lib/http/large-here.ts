/** A body is larger than this process reads. Whoever gave the request to be answered has it answered elsewhere. */
export class LargeHere extends Error {
  constructor() {
    super("the body is too large to be read in this process");
  }
}

const limits = new WeakMap<Request, number>();
/** As long as a body has no more values of JSON for each byte that it may have, it takes no longer than its bytes do. */
const BYTES_PER_VALUE = 32;

/** Has the body of a request read up to so many bytes, decompressed. Beyond that its reading throws {@link LargeHere}. */
export function readUpTo(request: Request, bytes: number): void {
  limits.set(request, bytes);
}

/** How many bytes of a request's body are read in this process. */
export function getBytesReadHere(request: Request): number {
  return limits.get(request) ?? Number.POSITIVE_INFINITY;
}

/** Whether a body is too large for this process by its bytes, or by how many values they can hold at most. */
export function isLargeHere(request: Request, bytes: Uint8Array): boolean {
  const max = getBytesReadHere(request);
  if (max === Number.POSITIVE_INFINITY) return false;
  return bytes.length > max || countValuesAtMost(bytes) > max / BYTES_PER_VALUE;
}

const BEGINS = new Uint8Array(256);
for (const sign of ",[{") BEGINS[sign.charCodeAt(0)] = 1;

/** How many values of JSON bytes can hold: what begins one, counted in texts too, and in bytes that are no JSON. */
function countValuesAtMost(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) count += BEGINS[byte] ?? 0;
  return count;
}
