import { describe, expect, it } from "vitest";
import { Prisma } from "./generated/client";
import { KEEP_PLAN } from "./keep-plan";
import type { Rows } from "./over-sessions";
import { limitRows, readOverSessions } from "./over-sessions";
import { findPlace } from "./places";

interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

function database() {
  const sent: Sent[] = [];
  const db = {
    $queryRawUnsafe: <T>(text: string, ...values: unknown[]) => {
      sent.push({ text, values });
      return Promise.resolve([] as T);
    },
    $executeRawUnsafe: () => Promise.resolve(0),
  };
  return { db, sent };
}

const read = (rows: Rows) =>
  Prisma.sql`SELECT 1 FROM ${rows("turn")} AS t JOIN ${rows("session")} AS s USING (session_id) WHERE s.agent = ${"a"} AND t.turn > ${4}`;

describe("a statement over the sessions of many nodes", () => {
  it("reads its tables where all nodes answer, and says that it needs them all", async () => {
    const { db, sent } = database();
    await readOverSessions(db, read, { keepsPlan: true });
    const text = `${KEEP_PLAN}SELECT 1 FROM "turn" AS t JOIN "session" AS s USING (session_id) WHERE s.agent = $1 AND t.turn > $2`;
    expect(sent).toEqual([{ text, values: ["a", 4] }]);
    expect(findPlace(text, ["a", 4])).toBe("everywhere");
  });

  it("reads the rows of the sessions that are there where some are not, and says so", async () => {
    const { db, sent } = database();
    limitRows(db, ["one", "two"]);
    await readOverSessions(db, read, { keepsPlan: true });
    const rowsOf = (table: string) => `(SELECT * FROM "${table}" WHERE session_id = ANY($3::uuid[]))`;
    expect(sent).toEqual([
      {
        text: `SELECT 1 FROM ${rowsOf("turn")} AS t JOIN ${rowsOf("session")} AS s USING (session_id) WHERE s.agent = $1 AND t.turn > $2`,
        values: ["a", 4, ["one", "two"]],
      },
    ]);
    expect(findPlace(sent[0]?.text ?? "", sent[0]?.values ?? [])).toEqual({
      of: "session",
      keys: ["one", "two"],
    });
  });

  it("needs the nodes of the sessions that it asks for only", async () => {
    const { db, sent } = database();
    const asked = ["one"];
    const write = (rows: Rows) =>
      Prisma.sql`SELECT ${1} FROM ${rows("bill")} AS b WHERE b.session_id = ANY(${asked}::uuid[])`;
    await readOverSessions(db, write, { asked });
    expect(findPlace(sent[0]?.text ?? "", sent[0]?.values ?? [])).toEqual({ of: "session", keys: asked });
  });
});
