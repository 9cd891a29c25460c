import type { AlertNotice } from "@/lib/view/alerts/alert-model";
import { toast } from "../data/toast-store";

const SHOWN_MS = 60_000;

/** `null` where the browser has no notifications, as on pages without https on other machines. */
export function noticePermission(): NotificationPermission | null {
  return typeof Notification === "undefined" ? null : Notification.permission;
}

/** Without the permission, the page announces the alert. */
export function showAlert({ id, title, body, href }: AlertNotice): void {
  const open = (): void => window.location.assign(href);
  if (noticePermission() !== "granted") return announce(title, body, open);
  try {
    // Several open pages show the alert once, because it has one tag.
    const notice = new Notification(title, { body, tag: id, icon: "/icon.svg" });
    notice.onclick = () => {
      window.focus();
      open();
      notice.close();
    };
  } catch {
    announce(title, body, open);
  }
}

function announce(title: string, body: string, open: () => void): void {
  toast(`${title}. ${body}`, { label: "Open", run: open }, SHOWN_MS);
}
