import { toast } from "./toast-store";
import { copyText } from "./copy-text";

export function copyAndSay(text: string, what: string): void {
  copyText(text).then(
    () => toast(`${what} copied`),
    () => toast(`${what} could not be copied: the browser does not allow it`),
  );
}

export function copyLink(): void {
  copyAndSay(window.location.href, "Link to this view");
}
