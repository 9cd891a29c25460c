/** The open pages of the project, each of which tells its browser. Every project has this target. */
export const ALERT_FORMATS = ["json", "slack", "email"] as const;
export type AlertFormat = (typeof ALERT_FORMATS)[number];

export const ALERT_SESSION_STATES = ["any", "running", "ended"] as const;
