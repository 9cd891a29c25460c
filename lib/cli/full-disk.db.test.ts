import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openClient } from "@/lib/db/connections.mjs";
import { StartedProduct } from "@/lib/testing/servers/started-product";

const MIB = 1024 ** 2;
const DISK = "480m";
/** On a busy machine PostgreSQL takes minutes to read its log again. */
const LONG_MS = 900_000;
const PATIENCE = { timeout: 240_000, interval: 100 };

class FullDisk {
  private readonly file: string;

  constructor(private readonly home: string) {
    this.file = path.join(home, "others");
  }

  /** Takes as much room as others would, so that this many bytes are left. */
  leave(bytes: number): void {
    const free = () => {
      const { bsize, bavail } = fs.statfsSync(this.home);
      return bsize * bavail;
    };
    const size = fs.existsSync(this.file) ? fs.statSync(this.file).size : 0;
    const more = free() - bytes;
    if (more < 0) return fs.truncateSync(this.file, Math.max(0, size + more));
    const piece = Buffer.alloc(MIB);
    const written = fs.openSync(this.file, "a");
    try {
      for (let left = more; left > 0; left -= MIB) fs.writeSync(written, piece, 0, Math.min(MIB, left));
    } catch (error) {
      if ((error as { code?: string }).code !== "ENOSPC") throw error;
    } finally {
      fs.closeSync(written);
    }
  }
}

/** A disk of its own needs the rights of root, as on a machine of a CI. */
const mayMount = process.platform === "linux" && process.getuid?.() === 0 && isMountable();

describe.runIf(mayMount)("a disk that fills up", () => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "sightglass-disk-"));
  const disk = new FullDisk(home);
  let product: StartedProduct;

  beforeAll(() => {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK},mode=755`, "tmpfs", home]);
  });
  afterAll(async () => {
    if (!product.hasEnded) product.tell("SIGTERM");
    await product.left();
    await vi.waitFor(() => expect(unmount(home)).toBe(true), PATIENCE);
    fs.rmSync(home, { recursive: true, force: true });
  }, LONG_MS);

  it(
    "takes everything in while it has room, and keeps a reserve",
    async () => {
      product = await StartedProduct.begin(home);
      await product.works();
      await expect.poll(() => fs.existsSync(path.join(home, "reserve")), PATIENCE).toBe(true);
      expect(await send(product, "before")).toMatchObject({ status: 200 });
      await expect.poll(() => turnsOf(product, "before"), PATIENCE).toBe(1);
    },
    LONG_MS,
  );

  it.each([
    ["little is left", 40 * MIB],
    ["the last megabyte is left", MIB],
  ])(
    "is read and takes nothing in when %s",
    async (_, bytes) => {
      disk.leave(bytes);
      await expect.poll(async () => (await send(product, "refused")).status, PATIENCE).toBe(503);
      expect((await send(product, "refused")).message).toMatch(
        /^the disk of the database is full: \d+ MiB of 480 MiB are left; .*, so nothing was stored; send it again/,
      );
      expect(await readAll(product)).toEqual(READ_AND_TOLD);
      disk.leave(200 * MIB);
      await expect.poll(async () => (await send(product, `after ${bytes}`)).status, PATIENCE).toBe(200);
      await expect.poll(() => turnsOf(product, `after ${bytes}`), PATIENCE).toBe(1);
    },
    LONG_MS,
  );

  it(
    "is read again after PostgreSQL has stopped because its log found no room, and everybody says that it is the disk",
    async () => {
      disk.leave(0);
      const seen = watchReads(product);
      await stopForItsLog(product);
      await expect.poll(() => fs.existsSync(path.join(home, "reserve")), PATIENCE).toBe(false);
      await expect.poll(() => readAll(product), PATIENCE).toEqual(READ_AND_TOLD);
      const said = await seen.stop();
      for (const words of said) expect(words).toMatch(/disk/);
    },
    LONG_MS,
  );

  it(
    "without any room keeps PostgreSQL away, says so, and all is back when there is room",
    async () => {
      disk.leave(0);
      await stopForItsLog(product);
      await expect.poll(async () => (await answerOf(product, "/api/v1/sessions")).status, PATIENCE).toBe(503);
      await expect.poll(() => product.output, PATIENCE).toMatch(/The disk of .* is full/);
      for (const place of ["/api/v1/health", "/api/v1/ready", "/api/v1/sessions"]) {
        const { status, message } = await answerOf(product, place);
        expect([place, status, message]).toEqual([
          place,
          503,
          expect.stringMatching(/^the disk of the database is full/),
        ]);
        expect(message).not.toContain("stored; send it again");
      }
      // It says so once, however often it tries.
      await wait(5_000);
      expect(product.output.match(/The disk of .* is full/g)).toHaveLength(1);
      disk.leave(300 * MIB);
      await expect.poll(async () => (await send(product, "after all")).status, PATIENCE).toBe(200);
      await expect.poll(() => turnsOf(product, "after all"), PATIENCE).toBe(1);
      expect(await turnsOf(product, "before")).toBe(1);
      await expect.poll(() => fs.existsSync(path.join(home, "reserve")), PATIENCE).toBe(true);
    },
    LONG_MS,
  );

  it(
    "is what a start says that finds no room, and the next one with room works",
    async () => {
      product.tell("SIGTERM");
      await product.left();
      fs.rmSync(path.join(home, "reserve"), { force: true });
      disk.leave(0);
      const refused = await StartedProduct.begin(home);
      expect(await refused.left()).toMatchObject({ end: "exit code 1", isListening: false });
      expect(refused.output).toMatch(/The disk of .* is full: PostgreSQL needs \d+ MiB to start/);
      disk.leave(200 * MIB);
      product = await StartedProduct.begin(home);
      await product.works();
      await expect.poll(() => turnsOf(product, "after all"), PATIENCE).toBe(1);
    },
    LONG_MS,
  );
});

describe.skipIf(mayMount)("a disk that fills up", () => {
  it.skip("is tried where a test may mount one: as root on Linux", () => undefined);
});

/**
 * Writes to the log of the database until it finds no room for its next segment, and waits until it has stopped: it tries by
 * itself to go on first.
 */
async function stopForItsLog(product: StartedProduct): Promise<void> {
  const stops = () => product.output.match(/The database stopped unexpectedly/g)?.length ?? 0;
  const before = stops();
  const { databaseUrl: url } = JSON.parse(
    fs.readFileSync(path.join(product.home, "running.json"), "utf8"),
  ) as {
    databaseUrl: string;
  };
  const client = await openClient({ url, purpose: "test" });
  const write = () =>
    client.query("SELECT pg_logical_emit_message(false, 'test', repeat('log ', 250000), true)");
  await expect(
    (async () => {
      for (let no = 0; no < 1_000; no++) await write();
    })(),
  ).rejects.toThrow();
  await client.end();
  await expect.poll(stops, PATIENCE).toBe(before + 1);
}

const saysDisk: unknown = expect.stringContaining("the disk of the database is full");
/** What can be read is read, and whoever watches hears of the disk. */
const READ_AND_TOLD = { turns: 1, health: [200, saysDisk], ready: [503, saysDisk] };

async function readAll(product: StartedProduct) {
  const turns = await turnsOf(product, "before");
  const health = await answerOf(product, "/api/v1/health");
  const ready = await answerOf(product, "/api/v1/ready");
  return {
    turns,
    health: [health.status, health.problems || health.message],
    ready: [ready.status, ready.message],
  };
}

/** Asks for health, readiness and a read all the time. @returns what the refusals say */
function watchReads(product: StartedProduct) {
  const said = new Set<string>();
  let isOver = false;
  const asked = (async () => {
    while (!isOver && !product.hasEnded) {
      for (const place of ["/api/v1/health", "/api/v1/ready", "/api/v1/sessions"]) {
        const { status, message } = await answerOf(product, place);
        if (status !== 200) said.add(message);
      }
      await wait(50);
    }
  })().catch((error: unknown) => void said.add(String(error)));
  return {
    stop: async () => {
      isOver = true;
      await asked;
      return said;
    },
  };
}

async function answerOf({ url }: StartedProduct, place: string) {
  const response = await fetch(`${url}${place}`);
  const body = (await response.json()) as { error?: { message: string }; problems?: string[] };
  return {
    status: response.status,
    message: body.error?.message ?? "",
    problems: body.problems?.join("; ") ?? "",
  };
}

async function send({ url }: StartedProduct, session: string) {
  const event = {
    id: "turn-0",
    session,
    at: new Date(Date.UTC(2026, 0, 1)).toISOString(),
    type: "turn.recorded",
    turn: 0,
    window: { append: [{ id: "question", kind: "user_message", content: "a question" }] },
    output: [{ id: "answer", kind: "assistant_text", content: "an answer" }],
  };
  const response = await fetch(`${url}/api/v1/events`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ events: [event] }),
  });
  const body = (await response.json()) as { error?: { message: string } };
  return { status: response.status, message: body.error?.message ?? "" };
}

/** How many turns of a session can be read. */
async function turnsOf({ url }: StartedProduct, session: string): Promise<number | string> {
  const response = await fetch(`${url}/api/v1/sessions?q=${encodeURIComponent(session)}`).catch(String);
  if (typeof response === "string") return response;
  const body = (await response.json()) as { sessions?: { externalId: string; counts: { turns: number } }[] };
  return (
    body.sessions?.find((one) => one.externalId === session)?.counts.turns ?? `status ${response.status}`
  );
}

function isMountable(): boolean {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sightglass-mount-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], { stdio: "ignore" });
    return unmount(folder);
  } catch {
    return false;
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function unmount(folder: string): boolean {
  try {
    execFileSync("umount", [folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
