/** The most rows of a list of an audit. */
export const AUDIT_ROWS = 50;
