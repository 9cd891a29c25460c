import { describe, expect, it } from "vitest";
import { ON_ONE_SERVER } from "@/lib/db/nodes";
import { complaintsAbout, readOnAllNodes } from "./judge";

const REFUSED = {
  "the time in what replaces a row": `INSERT INTO session (session_id, project_id, external_id) VALUES ($1::uuid, $2, $3)
    ON CONFLICT (session_id) DO UPDATE SET updated_at = now()`,
  "the time in an update":
    "UPDATE share SET last_viewed_at = CURRENT_TIMESTAMP WHERE session_id = $1::uuid AND id = $2",
  "a random value": "UPDATE stream SET epoch = gen_random_uuid() WHERE stream_id = $1::uuid",
  "a lock of several keys":
    "SELECT 1 FROM session WHERE session_id = ANY($1::uuid[]) ORDER BY session_id FOR UPDATE",
  "a walk down a tree": `WITH RECURSIVE tree AS (SELECT session_id FROM session WHERE session_id = $1::uuid
    UNION SELECT s.session_id FROM session s JOIN tree t ON s.parent_id = t.session_id) SELECT session_id FROM tree`,
  "a join by something else than the key":
    "SELECT 1 FROM session a JOIN session b ON a.session_id = b.parent_id",
  "a join of sessions with records":
    "SELECT 1 FROM session JOIN raw_record ON raw_record.id = session.external_id",
  "a join without a condition": "SELECT 1 FROM turn, block WHERE turn.session_id = $1::uuid",
  "an anti-join": `SELECT 1 FROM session s WHERE NOT EXISTS (SELECT 1 FROM session p WHERE p.external_id = s.parent_external)`,
  "an update of many from a list": `UPDATE session SET last_seq = t.seq FROM unnest($1::uuid[], $2::int[]) AS t (key, seq)
    WHERE session_id = t.key`,
  "a deletion of many": `DELETE FROM "turn" WHERE session_id = ANY($1::uuid[])`,
  "rows of many sessions, replaced": `INSERT INTO event (session_id, id, seq, hash)
    SELECT * FROM unnest($1::uuid[], $2::text[], $3::int[], $4::bigint[]) ON CONFLICT (session_id, id) DO UPDATE SET seq = excluded.seq`,
  "a change of what is everywhere by what is spread": `UPDATE project SET name = $1 WHERE id IN (SELECT project_id FROM session)`,
  "a change of what is on the coordinator by what is spread": `UPDATE ingestion_warning SET sample = '{}' WHERE project_id = $1
    AND code IN (SELECT id FROM raw_record WHERE stream_id = $2::uuid)`,
  "a parameter without a type": `INSERT INTO session (session_id, updated_at) VALUES ($1, $2) ON CONFLICT (session_id)
    DO UPDATE SET updated_at = CASE WHEN session.updated_at < $3 THEN excluded.updated_at ELSE session.updated_at END`,
  "groups without an order": "SELECT kind, count(*) FROM block WHERE session_id = $1::uuid GROUP BY kind",
  "groups of the same size without an order": `SELECT model, count(*) FROM session WHERE project_id = $1
    GROUP BY model ORDER BY count(*) DESC LIMIT 10`,
  "an outer join with given rows": `SELECT t.turn FROM turn t LEFT JOIN unnest($2::text[]) AS p (model) ON p.model = t.model
    WHERE t.session_id = ANY($1::uuid[])`,
  "something worked out in what is given back": `INSERT INTO session (session_id) VALUES ($1::uuid)
    ON CONFLICT (session_id) DO UPDATE SET budget = excluded.budget RETURNING received_at::text`,
};

const LET_PASS = [
  "SELECT 1 FROM session WHERE session_id = $1::uuid AND project_id = $2 FOR UPDATE",
  "SELECT * FROM turn t JOIN block b ON b.session_id = t.session_id AND b.no = t.turn WHERE t.session_id = $1::uuid",
  "SELECT * FROM tool_figure f JOIN session USING (session_id)",
  "SELECT (SELECT max(turn) FROM turn t WHERE t.session_id = s.session_id) FROM session s WHERE project_id = $1",
  "WITH a AS (DELETE FROM turn WHERE session_id = $1::uuid) DELETE FROM session WHERE session_id = $1::uuid",
  "INSERT INTO turn (session_id, turn) SELECT $1::uuid, c FROM unnest($2::int[]) AS t (c) ON CONFLICT (session_id, turn) DO UPDATE SET input = excluded.input",
  'UPDATE "public"."session" SET "name" = $1 WHERE ("public"."session"."session_id" = $2 AND 1=1)',
  "SELECT a.stream_id FROM stream_session a JOIN stream_session b ON a.session = b.session FOR UPDATE",
  "SELECT kind, count(*) FROM block WHERE session_id = $1::uuid GROUP BY kind ORDER BY kind",
  "SELECT (SELECT max(n) FROM (SELECT count(*) AS n FROM block GROUP BY session_id) AS t) FROM project",
  "SELECT now(), gen_random_uuid() FROM session WHERE project_id = $1",
  "UPDATE graphile_worker._private_jobs AS jobs SET locked_at = now()",
  "BEGIN",
];

describe("an SQL statement for a cluster", () => {
  it.each(Object.entries(REFUSED))("is refused for %s", async (_, sql) => {
    expect(await complaintsAbout(sql)).not.toEqual([]);
  });

  it("passes when it is marked as one for a single server, whatever it does", async () => {
    const sql = REFUSED["an update of many from a list"];
    expect(await complaintsAbout(`${ON_ONE_SERVER}${sql}`)).toEqual([]);
  });

  it.each(LET_PASS)("passes: %s", async (sql) => {
    expect(await complaintsAbout(sql)).toEqual([]);
  });
});

describe("a query", () => {
  it("reads on all nodes what it names no keys of", async () => {
    expect(await readOnAllNodes("SELECT 1 FROM session WHERE parent_id = $1::uuid")).toEqual(["session"]);
    expect(await readOnAllNodes("SELECT 1 FROM turn JOIN block USING (session_id)")).toEqual([
      "turn",
      "block",
    ]);
  });

  it.each([
    "SELECT 1 FROM turn JOIN block USING (session_id) WHERE turn.session_id = $1::uuid",
    "SELECT 1 FROM session WHERE session_id = ANY($1::uuid[])",
    'SELECT 1 FROM "public"."turn" WHERE "public"."turn"."session_id" IN ($1,$2)',
    "SELECT 1 FROM project WHERE id = $1",
  ])("does not: %s", async (sql) => {
    expect(await readOnAllNodes(sql)).toEqual([]);
  });
});
