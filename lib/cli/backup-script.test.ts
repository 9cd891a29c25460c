import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { endOf } from "@/lib/program.mjs";

const DAY_MS = 86_400_000;
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const nameOf = (at: number) => `${new Date(at).toISOString().slice(0, 19).replaceAll(":", "-")}Z.gz`;
const atNoon = (daysAgo: number, hour = 12) =>
  Math.floor(Date.now() / DAY_MS) * DAY_MS - daysAgo * DAY_MS + hour * 3_600_000;

/** A folder with backups of these moments, and the script at work in it with a `sightglass` of its own. */
function started(moments: readonly number[], { fails = false } = {}) {
  const root = mkdtempSync(path.join(os.tmpdir(), "sightglass-rotation-"));
  const [bin, folder] = [path.join(root, "bin"), path.join(root, "backups")];
  for (const place of [bin, folder]) mkdirSync(place);
  for (const at of moments) writeFileSync(path.join(folder, nameOf(at)), "");
  const command = path.join(bin, "sightglass");
  writeFileSync(
    command,
    fails ? `#!/bin/sh\necho "$@" >> ${root}/asked\nexit 1\n` : `#!/bin/sh\ntouch "$2"\n`,
  );
  chmodSync(command, 0o755);
  const child = spawn("sh", ["deploy/backup.sh", folder], {
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (chunk) => (said += String(chunk)));
  undo.push(async () => {
    child.kill("SIGTERM");
    await endOf(child);
    rmSync(root, { recursive: true, force: true });
  });
  const asked = () =>
    existsSync(`${root}/asked`) ? readFileSync(`${root}/asked`, "utf8").trim().split("\n") : [];
  return { child, files: () => readdirSync(folder).sort(), said: () => said, asked };
}

describe.skipIf(process.platform !== "linux")("the script of daily backups", () => {
  it("keeps the newest of each of seven days, and what is not its own", async () => {
    const days = [2, 3, 4, 5, 6, 7, 8, 30].map((day) => atNoon(day));
    const earlier = [atNoon(3, 1), atNoon(3, 2), atNoon(6, 1)];
    const { files } = started([...days, ...earlier]);
    await expect.poll(() => files().length, { timeout: 20_000 }).toBe(7);
    expect(files().slice(0, 6)).toEqual([7, 6, 5, 4, 3, 2].map((day) => nameOf(atNoon(day))));
  });

  it("makes one whatever a clock that was ahead has left, and keeps the days before a clock that jumps", async () => {
    const ahead = Date.now() + 400 * DAY_MS;
    const before = started([ahead, atNoon(2)]);
    await expect.poll(() => before.files().length, { timeout: 20_000 }).toBe(3);
    expect(before.files()).toContain(nameOf(ahead));
    const week = [400, 401, 402, 403, 404, 405, 406].map((day) => atNoon(day));
    const jumped = started(week);
    await expect.poll(() => jumped.files().includes(nameOf(atNoon(406))), { timeout: 20_000 }).toBe(false);
    expect(jumped.files().slice(0, 6)).toEqual(week.slice(0, 6).toReversed().map(nameOf));
  });

  it("makes none at a restart while the newest is not a day old, so restarts rotate nothing away", async () => {
    const week = [0, 1, 2, 3, 4, 5, 6].map((day) => Date.now() - day * DAY_MS - 3_600_000);
    for (let restart = 0; restart < 7; restart++) {
      const { child, files } = started(week);
      await new Promise((resolve) => setTimeout(resolve, 150));
      expect(files()).toEqual(week.map(nameOf).sort());
      child.kill("SIGTERM");
      expect(await endOf(child)).toBe("exit code 0");
    }
  });

  it("goes on after a failure, says how old the last good one is, and keeps that however old it is", async () => {
    const old = Date.now() - 40 * DAY_MS;
    const { child, files, said, asked } = started([old], { fails: true });
    await expect
      .poll(said)
      .toBe("The backup failed; the last good one is 960 hours old. It is tried again in 10 minutes.\n");
    expect(child.exitCode).toBeNull();
    expect([asked().length, files()]).toEqual([1, [nameOf(old)]]);
  });
});
