import { spawn } from "node:child_process";

/** @type {Partial<Record<NodeJS.Platform, string>>} */
const OPENERS = { darwin: "open", win32: "explorer.exe", linux: "xdg-open" };

/**
 * Opens a page in the person's browser where there is a display. Where it cannot be opened, its address stands on the
 * terminal.
 * @param {string} url
 */
export function openPage(url) {
  const { DISPLAY, WAYLAND_DISPLAY, SIGHTGLASS_OPEN } = process.env;
  const opener = OPENERS[process.platform];
  const hasDisplay = process.platform !== "linux" || Boolean(DISPLAY || WAYLAND_DISPLAY);
  if (opener === undefined || !hasDisplay || SIGHTGLASS_OPEN === "0") return;
  const child = spawn(opener, [url], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}
