import { describe, expect, it } from "vitest";
import type { SaidPlace } from "./places";
import { complaintsAboutPlace } from "./places";

const AT_FIRST: SaidPlace = { of: "session", parameters: [1] };

describe("what a statement says of its place", () => {
  it.each<[string, SaidPlace | null]>([
    ["SELECT 1 FROM job", null],
    ["CREATE TRIGGER t BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION f()", null],
    ["SELECT 1 FROM turn WHERE session_id = $1::uuid", AT_FIRST],
    [
      "SELECT 1 FROM turn WHERE turn = $1 AND session_id = ANY($2::uuid[])",
      { of: "session", parameters: [2] },
    ],
    ['SELECT 1 FROM "public"."turn" WHERE (session_id IN ($1, $2) AND turn = $3)', { of: "session" }],
    [
      "SELECT 1 FROM (SELECT * FROM turn WHERE session_id = ANY($1)) AS t JOIN (SELECT * FROM session WHERE session_id = ANY($1)) AS s USING (session_id)",
      AT_FIRST,
    ],
    [
      "SELECT 1 FROM residency r WHERE r.session_id = $1 AND EXISTS (SELECT 1 FROM edge e WHERE e.session_id = r.session_id)",
      AT_FIRST,
    ],
    ["INSERT INTO turn (session_id, turn) SELECT $1::uuid, no FROM unnest($2::int[]) AS t (no)", AT_FIRST],
    [
      "INSERT INTO raw_text (stream_id, hash) VALUES ($1::uuid, $2::uuid), ($1::uuid, $3::uuid)",
      { of: "stream", parameters: [1] },
    ],
    ["BEGIN", { of: "session" }],
    ["SELECT 1 FROM session WHERE 1=0", { of: "session" }],
    [
      "SELECT 1 FROM turn WHERE (session_id = $1 AND turn = $2) OR (session_id = $3 AND turn = $4)",
      { of: "session" },
    ],
    ["SELECT count(*) FROM session WHERE project_id = $1", "everywhere"],
    ["SELECT 1 FROM unnest($1::uuid[]) AS t (key) JOIN turn ON turn.session_id = t.key", "everywhere"],
    ["SELECT write_on_node($1::uuid, $2, $3, $4)", AT_FIRST],
  ])("is what it does: %s", async (sql, said) => {
    expect(await complaintsAboutPlace(sql, said)).toEqual([]);
  });

  it.each<[string, SaidPlace | null, string]>([
    ["SELECT 1 FROM turn WHERE session_id = $1", null, "does not say where"],
    ["SELECT write_on_node($1::uuid, $2, $3, $4)", null, "does not say where"],
    ["SELECT 1 FROM job WHERE id = $1", AT_FIRST, "about none that are spread"],
    ["SELECT 1 FROM turn WHERE session_id = $2 AND turn = $1", AT_FIRST, "does not use it as one"],
    ["SELECT 1 FROM turn WHERE turn = $1", AT_FIRST, "on every node"],
    ["SELECT 1 FROM turn WHERE session_id = $1 OR turn = 1", AT_FIRST, "on every node"],
    [
      "SELECT 1 FROM turn WHERE session_id = $1 AND turn IN (SELECT no FROM plan)",
      AT_FIRST,
      "reads plan on every node",
    ],
    ["SELECT 1 FROM raw_text WHERE stream_id = $1", AT_FIRST, "is about raw_text"],
    ["SELECT 1 FROM turn WHERE session_id = $1", "everywhere", "names its keys"],
  ])("is refused where it is not: %s", async (sql, said, because) => {
    expect((await complaintsAboutPlace(sql, said)).join()).toContain(because);
  });
});
