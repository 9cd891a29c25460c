/** A session of so few events is short: as many as one write of new events has. */
export const SHORT_EVENTS_MAX = 500;
