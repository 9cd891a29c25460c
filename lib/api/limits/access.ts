/** Limits for an instance that others can reach. The API description shows them. */

/** Requests per minute with one key, and from one address. After a pause, twice as many may come at once. */
export const REQUESTS_PER_KEY_PER_MINUTE = 6_000;
export const REQUESTS_PER_ADDRESS_PER_MINUTE = 3_000;

/**
 * Attempts within the window before the next is refused: from one address for one account, from one address for any
 * account.
 */
export const SIGN_IN_WINDOW_MINUTES = 15;
export const ATTEMPTS_PER_ACCOUNT_AND_ADDRESS = 5;
export const ATTEMPTS_PER_ADDRESS = 30;

/** This many failures for one account from all addresses are an attack. Each address then gets fewer attempts. */
export const FAILED_SIGN_INS_THAT_ARE_AN_ATTACK = 50;
export const ATTEMPTS_PER_ACCOUNT_AND_ADDRESS_UNDER_ATTACK = 1;

/** How many passwords and passphrases one process stretches at the same time, and how many may wait. */
export const STRETCHING_AT_ONCE = 2;
export const STRETCHING_WAITING_MAX = 40;

export const PASSWORD_CHARS_MIN = 12;
export const PASSWORD_CHARS_MAX = 128;
export const INVITATION_DAYS = 7;
export const LOGIN_DAYS = 14;
