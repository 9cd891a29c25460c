/** A count of model tokens. Unknown is never 0: it is `null` with a provenance. */
export type Tokens = number;

/** The declared number of a model call within its session, from 0. Ascending, possibly with gaps. */
export type TurnIndex = number;

export type EpochMs = number;
