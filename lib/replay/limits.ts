/** Policies of one comparison: the recording itself, and a sweep over twenty values, with room to spare. */
export const POLICIES_PER_REPLAY_MAX = 32;

/** The recording takes one of the policies. */
export const SWEEP_VALUES_MAX = POLICIES_PER_REPLAY_MAX - 1;
