import { say } from "./toast-store";
import { copyText } from "./copy-text";

/** Copies a text, then shows a message with the result. */
export function copyAndSay(text: string, what: string): void {
  copyText(text).then(
    () => say(`${what} copied`),
    () => say(`${what} could not be copied: the browser does not allow it`),
  );
}

/** Copies the address of the current view. */
export function copyLink(): void {
  copyAndSay(window.location.href, "Link to this view");
}
