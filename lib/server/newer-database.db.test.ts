import { afterEach, expect, it, vi } from "vitest";
import { testDatabase } from "@/lib/testing/database";
import { findNewerThanProgram } from "@/lib/db/schema-state";
import { LOOK_MS, WriteStop } from "./newer-database";

const db = testDatabase();
const LATER = "29990101000000_of_a_later_version";

afterEach(async () => {
  vi.useRealTimers();
  await db.$executeRawUnsafe("DELETE FROM _prisma_migrations WHERE id = $1", LATER);
});

it("an older program takes nothing in once a newer one was at the database, and still reads", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  const writes = new WriteStop(() => db);
  vi.advanceTimersByTime(LOOK_MS);
  expect(await findNewerThanProgram(db)).toBeNull();
  expect(writes.refusal("POST")).toBeNull();
  await db.$executeRawUnsafe(
    "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ($1, '', $1, $2::timestamptz)",
    LATER,
    new Date(),
  );
  await vi.waitFor(() => {
    vi.advanceTimersByTime(LOOK_MS);
    expect(writes.refusal("POST")).toBe(
      `This program is older than the database, which has ${LATER}. It takes nothing in; send it to an updated one.`,
    );
  });
  expect([writes.refusal("GET"), writes.refusal("HEAD")]).toEqual([null, null]);
});
