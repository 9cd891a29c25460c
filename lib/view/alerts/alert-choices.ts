import { ALERT_FORMATS, ALERT_SESSION_STATES } from "@/lib/core/alert/choices";

export const FORMAT_CHOICES = ALERT_FORMATS;
export const SESSION_STATE_CHOICES = ALERT_SESSION_STATES;
