import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { openDiskFile } from "@/lib/pipeline/receive/import/disk-file";
import { unpackArchives } from "@/lib/pipeline/receive/import/archive";
import type { ReadMark } from "./grown-file";
import { watchPlaces } from "@/lib/agent-folders";
import { SessionWatcher } from "./watcher";

const home = mkdtempSync(path.join(tmpdir(), "sightglass-endless-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

let running: SessionWatcher | undefined;
afterEach(async () => running?.stop());

const LINE = `{"type":"user"}\n`;
const WAIT = { timeout: 30_000 };

function follow(name: string) {
  const place = watchPlaces({}, path.join(home, name)).find(({ agent }) => agent === "Claude Code");
  if (place === undefined) throw new Error("there is no such place");
  const folder = path.join(place.folder, "project");
  mkdirSync(folder, { recursive: true });
  const taken: string[] = [];
  const problems: string[] = [];
  const marks = new Map<string, ReadMark>();
  const begin = () => {
    running = new SessionWatcher({
      places: [place],
      marks: { get: (file) => marks.get(file), set: async (_, file, mark) => void marks.set(file, mark) },
      sinceMs: Number.POSITIVE_INFINITY,
      take: async (_, files) => {
        for (const { chunks } of files) for await (const chunk of chunks()) taken.push(chunk);
        return 0;
      },
      onProblem: (unit, error) => problems.push(`${unit}: ${String(error)}`),
    });
    running.start();
  };
  return { folder, taken, problems, begin };
}

describe("what is no file in a followed folder", () => {
  it("is said once, and keeps no file from being read", async () => {
    const { folder, taken, problems, begin } = follow("kinds");
    execFileSync("mkfifo", [path.join(folder, "a-pipe.jsonl")]);
    execFileSync("mkfifo", [path.join(folder, "b-pipe.jsonl")]);
    const socket = net.createServer().listen(path.join(folder, "c-socket.jsonl"));
    await once(socket, "listening");
    writeFileSync(path.join(folder, "z-file.jsonl"), LINE);
    begin();
    await expect.poll(() => taken, WAIT).toEqual([LINE]);
    appendFileSync(path.join(folder, "z-file.jsonl"), LINE);
    await expect.poll(() => taken.at(-1), WAIT).toBe(LINE + LINE);
    socket.close();
    expect(problems.filter((text) => text.includes("a-pipe.jsonl"))).toEqual([
      expect.stringContaining("is a pipe, a device or a folder; only files are read"),
    ]);
  });

  it("is seen where a file has become one between two looks", async () => {
    const { folder, taken, problems, begin } = follow("becomes");
    const file = path.join(folder, "one.jsonl");
    writeFileSync(file, LINE);
    begin();
    await expect.poll(() => taken, WAIT).toEqual([LINE]);
    rmSync(file);
    execFileSync("mkfifo", [file]);
    writeFileSync(path.join(folder, "two.jsonl"), LINE);
    await expect.poll(() => taken, WAIT).toEqual([LINE, LINE]);
    await expect.poll(() => problems.length, WAIT).toBeGreaterThan(0);
  });
});

describe("a pipe that is imported", () => {
  it.each([
    ["by its name", (file: string) => openDiskFile(file, "session.jsonl")],
    ["as an archive", (file: string) => unpackArchives([{ path: file, name: "a.zip" }], home)],
  ])("is refused, and not waited for: %s", async (name, read) => {
    const pipe = path.join(home, name);
    execFileSync("mkfifo", [pipe]);
    await expect(read(pipe)).rejects.toThrow("only files are read");
  });

  it("keeps nobody waiting when a file became one after it was looked at", async () => {
    const file = path.join(home, "later.jsonl");
    writeFileSync(file, LINE);
    const { chunks } = await openDiskFile(file, "later.jsonl");
    rmSync(file);
    execFileSync("mkfifo", [file]);
    expect(await text(chunks())).toBe("");
  });
});
