import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { startPostgres } from "./postgres.mjs";

const folder = mkdtempSync(path.join(os.tmpdir(), "sightglass-home-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A process counts as one of the program's by its command line, which names this folder. */
const program = path.join(folder, "lib/cli/claim.mjs");
mkdirSync(path.dirname(program), { recursive: true });
writeFileSync(
  program,
  `import { claimHome } from ${JSON.stringify(path.resolve("lib/cli/bootstrap/home.mjs"))};
   const [home, at] = process.argv.slice(2);
   while (Date.now() < Number(at)) {}
   try {
     claimHome(home, "http://127.0.0.1:1");
     process.stdout.write("claimed");
     setInterval(() => undefined, 1_000);
   } catch (error) {
     process.stdout.write("refused: " + error.message);
   }`,
);

async function starts(home: string, count: number) {
  const at = Date.now() + 1_000;
  const children = Array.from({ length: count }, () => spawn(process.execPath, [program, home, String(at)]));
  const said = await Promise.all(
    children.map(async (child) => String((await once(child.stdout, "data"))[0])),
  );
  const end = async () => {
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill("SIGKILL");
      await once(child, "exit");
    }
  };
  return { said, end };
}

describe("many starts on one home in the same moment", () => {
  it("are all refused but one, also where a killed one has left its lock behind", async () => {
    const home = path.join(folder, "home");
    mkdirSync(home);
    for (let round = 0; round < 3; round++) {
      const { said, end } = await starts(home, 4);
      expect(said.filter((text) => text === "claimed")).toHaveLength(1);
      expect(said.filter((text) => text.startsWith("refused: ")).length).toBe(3);
      await end();
    }
    expect(readdirSync(home).filter((name) => name.startsWith("lock-"))).toHaveLength(1);
  });
});

describe("a home in which something is missing", () => {
  it("keeps what is left of its database, and is refused with words", async () => {
    const home = path.join(folder, "damaged");
    const left = path.join(home, "postgres/base/16384");
    mkdirSync(left, { recursive: true });
    chmodSync(folder, 0o755);
    writeFileSync(path.join(left, "2613"), "rows");
    await expect(startPostgres(home)).rejects.toThrow("cannot be given a new password");
    writeFileSync(path.join(home, "postgres-password"), "a password");
    await expect(startPostgres(home)).rejects.toThrow("did not start");
    expect(readFileSync(path.join(left, "2613"), "utf8")).toBe("rows");
  });
});
