/** How much may be asked of an instance that others can reach. Shown in the API description. */

/** Requests with one key, and from one address, in a minute; twice as many may come at once after a pause. */
export const REQUESTS_PER_KEY_PER_MINUTE = 6_000;
export const REQUESTS_PER_ADDRESS_PER_MINUTE = 3_000;

/** Failed sign-ins within the window before the next is refused: for one account from one address, for one account, from one address. */
export const SIGN_IN_WINDOW_MINUTES = 15;
export const FAILED_SIGN_INS_PER_ACCOUNT_AND_ADDRESS = 5;
export const FAILED_SIGN_INS_PER_ACCOUNT = 50;
export const FAILED_SIGN_INS_PER_ADDRESS = 30;

export const PASSWORD_CHARS_MIN = 12;
export const PASSWORD_CHARS_MAX = 128;
export const INVITATION_DAYS = 7;
export const LOGIN_DAYS = 14;
