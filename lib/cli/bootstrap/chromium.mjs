import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { ROOT } from "./project.mjs";
import { Problem, step } from "./report.mjs";
import { run } from "./run.mjs";

/** A browser without windows comes first, because it takes half the time. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
const MAC = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** A Chromium for the browser tests: the one named, one that is there, or one installed with the means of the machine. @returns {Promise<string>} */
export async function ensureChromium() {
  const found = findChromium();
  if (found !== null) return found;
  await step("installing a browser for the tests", install);
  const installed = findChromium();
  if (installed !== null) return installed;
  throw new Problem(
    "No Chromium was found, and none could be installed.",
    "Install Chromium or Chrome, or set SIGHTGLASS_CHROMIUM to the path of one.",
  );
}

/** @returns {string | null} */
function findChromium() {
  const named = process.env.SIGHTGLASS_CHROMIUM;
  if (named !== undefined && named !== "") return named;
  const own = findPlaywrightsOwn();
  if (own !== null && fs.existsSync(own)) return own;
  return (
    NAMES.map(findOnPath).find((place) => place !== null) ?? MAC.find((place) => fs.existsSync(place)) ?? null
  );
}

/** @returns {string | null} */
function findPlaywrightsOwn() {
  try {
    return createRequire(path.join(ROOT, "package.json"))("playwright").chromium.executablePath();
  } catch {
    return null;
  }
}

/** @param {string} name @returns {string | null} */
function findOnPath(name) {
  for (const folder of (process.env.PATH ?? "").split(path.delimiter)) {
    const place = path.join(folder, name);
    if (folder !== "" && fs.existsSync(place)) return place;
  }
  return null;
}

async function install() {
  if (process.getuid?.() === 0 && findOnPath("apt-get") !== null) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    // Not every Debian has each package, so several are tried, and at last the browser's own installer.
    const runCommand = (/** @type {string[]} */ ...args) => {
      try {
        execFileSync("apt-get", args, { stdio: "ignore", env });
        return true;
      } catch {
        return false;
      }
    };
    const packages = ["chromium-headless-shell", "chromium"];
    if (runCommand("update", "-qq") && packages.some((name) => runCommand("install", "-y", "-qq", name)))
      return;
  }
  const playwright = path.join(ROOT, "node_modules/playwright/cli.js");
  await run(process.execPath, [playwright, "install", "chromium"], {
    cwd: ROOT,
    what: "playwright install",
  }).catch(() => undefined);
}
