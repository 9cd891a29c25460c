import { say } from "./toast-store";
import { copyText } from "./copy-text";

/** Puts a text on the clipboard and says so, or says why not. */
export function copyAndSay(text: string, what: string): void {
  copyText(text).then(
    () => say(`${what} copied`),
    () => say(`${what} could not be copied: the browser does not allow it`),
  );
}

/** Copies the address of exactly this view. */
export function copyLink(): void {
  copyAndSay(window.location.href, "Link to this view");
}
