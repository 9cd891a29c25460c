/** Bounds on what is looked at, so that a hostile session costs no more than a large one. */

/** Characters of one block that are searched for values. */
export const BLOCK_CHARS_MAX = 1_000_000;

/** Characters of a whole session that are searched for values. */
export const SESSION_CHARS_MAX = 64_000_000;

/** Characters of a value; longer runs are encoded data rather than something that is named again. */
export const VALUE_CHARS_MAX = 200;

/** Distinct values that are taken from one block. */
export const BLOCK_VALUES_MAX = 50_000;

/** Distinct values of a session that are remembered. */
export const SESSION_VALUES_MAX = 1_000_000;

/** Results, and messages of the model, that are remembered for one value: the first and the newest ones. */
export const HOLDERS_MAX = 8;

/** A value that this many different sources hold says nothing about which of them was used. */
export const SOURCES_MAX = 6;

/** Below this an inferred edge is not worth showing. */
export const CONFIDENCE_MIN = 0.35;

/** How sure an edge is whose need was declared, and whose turn is that of a call which does what the step says. */
export const INFERRED_START_CONFIDENCE = 0.8;

/** Values of an edge that are kept as its proof. */
export const MATCHES_KEPT = 3;

/** Pieces of evidence of one call or answer, the most certain ones. */
export const EDGES_PER_USE_MAX = 12;

/** Edges of one session. */
export const EDGES_MAX = 50_000;
