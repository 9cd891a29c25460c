/** How a receiver reads a message: plain JSON, as Slack takes it, or as gateways to e-mail do. */
export const ALERT_FORMATS = ["json", "slack", "email"] as const;
export type AlertFormat = (typeof ALERT_FORMATS)[number];

export const ALERT_SESSION_STATES = ["any", "running", "ended"] as const;
