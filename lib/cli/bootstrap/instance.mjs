import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { readPort } from "./app.mjs";
import { Problem } from "./report.mjs";

const LOOPBACK = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/i;
const SECRET_BYTES = 32;

/**
 * How this instance is to be run, from the environment. The app checks the same again, and more strictly (lib/env.ts); here
 * the person at the terminal is told what to do.
 * @param {string} home the folder that keeps a secret of its own when none is given
 * @returns {{ host: string, port: number, url: string, team: boolean, env: Record<string, string> }} `env` is for the app
 */
export function chooseInstance(home) {
  const host = process.env.HOST || "127.0.0.1";
  const port = readPort();
  const mode = process.env.SIGHTGLASS_MODE || "local";
  if (mode !== "local" && mode !== "team")
    throw new Problem(`SIGHTGLASS_MODE is "${mode}", which is no mode.`, "Use local, the default, or team.");
  const team = mode === "team";
  if (!team && !LOOPBACK.test(host))
    throw new Problem(
      `HOST=${host} can be reached from other machines, and in local mode there is no login.`,
      "Set SIGHTGLASS_MODE=team, or unset HOST.",
    );
  const shown = host.includes(":") ? `[${host}]` : host;
  const url = team && process.env.SIGHTGLASS_URL ? process.env.SIGHTGLASS_URL : `http://${shown}:${port}`;
  if (team && !url.startsWith("https://") && !LOOPBACK.test(readHostname(url)))
    throw new Problem(
      "In team mode people open Sightglass over https.",
      "Set SIGHTGLASS_URL to that address, and put a proxy that speaks https in front of it.",
    );
  const env = { HOST: host, SIGHTGLASS_MODE: mode, SIGHTGLASS_URL: team ? url : "" };
  return { host, port, url, team, env: team ? { ...env, SIGHTGLASS_SECRET: readSecret(home) } : env };
}

/** What signs people's cookies: the one given, or one made once and kept in the home. @param {string} home */
function readSecret(home) {
  if (process.env.SIGHTGLASS_SECRET) return process.env.SIGHTGLASS_SECRET;
  const file = path.join(home, "secret");
  if (!fs.existsSync(file))
    fs.writeFileSync(file, randomBytes(SECRET_BYTES).toString("base64url"), { mode: 0o600, flag: "wx" });
  return fs.readFileSync(file, "utf8");
}

/** @param {string} url */
function readHostname(url) {
  try {
    return new URL(url).hostname.replace(/^\[|\]$/g, "");
  } catch {
    return "";
  }
}
