import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { testDatabase } from "@/lib/testing/database";
import { SharedRateLimit } from "./shared-rate-limit";

const db = testDatabase();
const PER_MINUTE = 120;
const START = Date.UTC(2026, 0, 1);

it("holds over all processes, and leaves room again as time passes", async () => {
  const name = randomUUID();
  const processes = [1, 2, 3].map(() => new SharedRateLimit("test", PER_MINUTE));
  const takenAt = async (now: number) => {
    let taken = 0;
    for (let i = 0; i < 150; i++)
      for (const one of processes) if ((await one.take(db, name, now)) === null) taken++;
    return taken;
  };
  const lent = processes.length * (PER_MINUTE / 60);
  expect(await takenAt(START)).toBe(2 * PER_MINUTE + lent);
  expect(await processes[0]?.take(db, name, START)).toBeGreaterThanOrEqual(1);
  const later = await takenAt(START + 30_000);
  expect(later).toBeGreaterThan(0);
  expect(later).toBeLessThanOrEqual(PER_MINUTE / 2);
});

it("counts alone while the database is away", async () => {
  const away = {
    $executeRawUnsafe: () => Promise.reject(Object.assign(new Error("gone"), { code: "ECONNREFUSED" })),
  };
  const limit = new SharedRateLimit("test", PER_MINUTE);
  let taken = 0;
  for (let i = 0; i < 500; i++)
    if ((await limit.take(away as unknown as typeof db, "a", START)) === null) taken++;
  expect(taken).toBe(2 * PER_MINUTE);
});
