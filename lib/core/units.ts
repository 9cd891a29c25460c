/** Plain-number units, named so that a signature says what it takes. */

/** A count of model tokens. Never used for "unknown": that is `null` beside a provenance. */
export type Tokens = number;

/** The declared number of a model call within its session, from 0. Ascending, not necessarily dense. */
export type TurnIndex = number;

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number;

/** UTF-16 code units, the unit in which most context policies measure text. */
export type Chars = number;
