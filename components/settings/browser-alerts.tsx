import { useState, useSyncExternalStore } from "react";
import { noticePermission, showAlert } from "./browser-notices";

const STATES = {
  granted: "This browser shows notifications.",
  denied:
    "This browser refuses notifications. Alerts are announced in the open page; the browser's settings for this site change that.",
  default: "This browser has not been asked. Until then, alerts are announced in the open page.",
  missing: "This browser has no notifications here. Alerts are announced in the open page.",
} as const;

/** The browser does not report a permission that is changed outside of the page. */
const neverChanges = () => () => undefined;

export function BrowserAlerts() {
  const found = useSyncExternalStore(neverChanges, noticePermission, () => undefined);
  const [answered, setAnswered] = useState<NotificationPermission | undefined>(undefined);
  const permission = answered ?? found;
  if (permission === undefined) return null;
  const test = {
    id: "test",
    title: "Sightglass: a test",
    body: "Alerts arrive here.",
    href: "/settings?tab=alerts",
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-xs">
      <p className="max-w-prose text-ink-2">{STATES[permission ?? "missing"]}</p>
      {permission === "default" && (
        <button
          type="button"
          className="btn"
          onClick={() => void Notification.requestPermission().then(setAnswered)}
        >
          Allow notifications
        </button>
      )}
      <button type="button" className="btn btn-quiet" onClick={() => showAlert(test)}>
        Test in this browser
      </button>
    </div>
  );
}
