/** Policies of one comparison: the recording itself, and a sweep over a full score of values with room beside it. */
export const POLICIES_PER_REPLAY_MAX = 32;

/** Values of one sweep: beside them the recording is replayed too. */
export const SWEEP_VALUES_MAX = POLICIES_PER_REPLAY_MAX - 1;
