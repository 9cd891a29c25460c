/**
 * Limits, so that a hostile session costs no more than a large one. Characters and values are counted per
 * block, per session or per value, as the names say.
 */

export const BLOCK_CHARS_MAX = 1_000_000;

export const SESSION_CHARS_MAX = 64_000_000;

export const VALUE_CHARS_MAX = 200;

export const BLOCK_VALUES_MAX = 50_000;

export const SESSION_VALUES_MAX = 1_000_000;

export const HOLDERS_MAX = 8;

/** A value in so many sources does not tell which of them was used. */
export const SOURCES_MAX = 6;

/** An inferred edge below this is not worth showing. */
export const CONFIDENCE_MIN = 0.35;

/** The confidence of a declared need whose turn was inferred from a call that does what the step says. */
export const INFERRED_START_CONFIDENCE = 0.8;

export const MATCHES_KEPT = 3;

export const EDGES_PER_USE_MAX = 12;

export const EDGES_MAX = 50_000;
