/** Limits of a request. The API description shows them. A body over its limit is answered with 413. */

const MIB = 1024 * 1024;

/** A batch of native events or raw calls, before and after decompression. */
export const EVENTS_WIRE_BYTES_MAX = 32 * MIB;
export const EVENTS_BODY_BYTES_MAX = 64 * MIB;

export const EVENTS_PER_BATCH_MAX = 50_000;

/** An imported file, before and after decompression. */
export const IMPORT_WIRE_BYTES_MAX = 256 * MIB;
export const IMPORT_BODY_BYTES_MAX = 512 * MIB;

/** A batch of telemetry, before and after decompression, and its largest compression ratio beyond a size. */
export const OTLP_WIRE_BYTES_MAX = 16 * MIB;
export const OTLP_BODY_BYTES_MAX = 64 * MIB;
export const OTLP_INFLATE_RATIO = { max: 100, aboveBytes: MIB };

/** A question of a running agent with its window, before and after decompression. */
export const RUNTIME_WIRE_BYTES_MAX = 32 * MIB;
export const RUNTIME_BODY_BYTES_MAX = 64 * MIB;

/**
 * Any other JSON body. The second limit is for callers who are unknown or known only as a person: a name and a password
 * fit easily.
 */
export const JSON_BODY_BYTES_MAX = MIB;
/** More take long to be compared with what a body may have. */
export const JSON_BODY_VALUES_MAX = 30_000;
export const OPEN_BODY_BYTES_MAX = 16 * 1024;
/** Parsing what nests much deeper takes a hundred times as long as other JSON of its size. */
export const BODY_DEPTH_MAX = 500;

export const INFLATE_RATIO_MAX = 200;
export const INFLATE_RATIO_ABOVE_BYTES = 4 * MIB;

/** A body over its limit is read and discarded up to this size, so that the client receives the answer. */
export const DRAIN_BYTES_MAX = 2 * 1024 * MIB;
export const DRAIN_MS_MAX = 20_000;
