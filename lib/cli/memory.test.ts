import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import type { Program } from "@/lib/program.mjs";
import { spawnProgram } from "./bootstrap/app.mjs";

it("programs give large memory back to the system, unless somebody chose otherwise", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "memory-"));
  try {
    const file = path.join(folder, "print.ts");
    writeFileSync(file, "console.log(process.env.MALLOC_MMAP_THRESHOLD_, process.env.MALLOC_ARENA_MAX);");
    const program = path.relative(process.cwd(), file) as Program;
    const env = { MALLOC_ARENA_MAX: "7" } as unknown as NodeJS.ProcessEnv;
    const child = spawnProgram(program, [], { stdio: ["ignore", "pipe", "inherit"], env });
    if (child.stdout === null) throw new Error("its output is read");
    const [said] = await Promise.all([text(child.stdout), once(child, "exit")]);
    expect(said.trim()).toBe("131072 7");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
