export const ID_CHARS_MAX = 512;

export const NAME_CHARS_MAX = 1_000;

/** The most notes on a session. */
export const NOTES_MAX = 100;
export const STATED_NOTE_CHARS_MAX = 100_000;

export const CONTENT_CHARS_MAX = 32 * 1024 * 1024;

export const ENTRIES_MAX = 200_000;

export const STEPS_MAX = 5_000;

export const TURN_MAX = 10_000_000;

export const TOKENS_MAX = 1_000_000_000;

/** A text up to this length is stored with its block. A longer one is found by its hash. */
export const SHORT_TEXT_CHARS = 120;

/** Times outside these years are not believed and count as unknown. */
export const YEAR_MIN = 1970;
export const YEAR_MAX = 2200;
